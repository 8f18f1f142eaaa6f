import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftover, isRunning, readCommandLine } from './processes.js'

/** Ends a server that a killed gateway left behind on this very cluster. */
export async function endLeftoverServer(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!Number.isInteger(pid)) return
  if (!isRunning(pid) || !(await readCommandLine(pid)).includes(cluster)) {
    // The number may belong to a stranger by now; PostgreSQL would refuse to start.
    await rm(file, { force: true })
    return
  }
  await endLeftover({ pid, signal: 'SIGINT' })
}
