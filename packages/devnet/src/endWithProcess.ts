import type { ChildProcess } from 'node:child_process'

const signals = ['SIGTERM', 'SIGHUP'] as const

/**
 * Lets a child not outlive this process. Signals, too: a test runner ends its
 * workers by one, of which an `exit` listener hears nothing.
 */
export function endWithProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  const endByOwnSignal = (signal: NodeJS.Signals) => {
    end()
    release()
    // Without our listener the signal does what it would have done.
    process.kill(process.pid, signal)
  }
  const release = () => {
    process.off('exit', end)
    for (const signal of signals) process.off(signal, endByOwnSignal)
  }
  process.on('exit', end)
  for (const signal of signals) process.on(signal, endByOwnSignal)
  child.once('exit', release)
}
