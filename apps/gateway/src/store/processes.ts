import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, but is not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What a process was started with; empty when it is gone or unreadable. */
export async function readCommandLine(pid: number): Promise<string> {
  const proc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (proc) return proc.replaceAll('\0', ' ').trim()
  const { stdout } = await promisify(execFile)('ps', [
    '-o',
    'command=',
    '-p',
    String(pid),
  ]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

/** Asks a process to end, waits, and insists after ten seconds. */
export async function endLeftover(parameters: {
  pid: number
  signal: NodeJS.Signals
}): Promise<void> {
  const { pid, signal } = parameters
  process.kill(pid, signal)
  const deadline = Date.now() + 10_000
  while (isRunning(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGKILL')
      return
    }
    await delay(25)
  }
}
