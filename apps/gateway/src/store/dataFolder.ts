import { chmod, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BaseError } from '@covault/protocol'
import { createOwnFolder } from './ownFolder.js'
import { isRunning, readCommandLine } from './processes.js'

export type DataFolderLock = { release(): Promise<void> }

/**
 * One gateway per data folder: two would run two databases on one cluster.
 * The lock is a file with our pid, created exclusively; one whose owner is
 * gone is taken over.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  await createDataFolder(folder)
  const file = join(resolve(folder), 'gateway.pid')
  await removeStale(file, folder)
  const handle = await open(file, 'wx', 0o600).catch(async (error) => {
    if (error.code !== 'EEXIST') throw error
    throw new DataFolderInUseError(folder, await readPid(file))
  })
  await handle.writeFile(String(process.pid))
  await handle.close()
  return { release: () => rm(file, { force: true }) }
}

/** Readable by its owner only; root's also where others could prepare it. */
export async function createDataFolder(folder: string): Promise<void> {
  const uid = process.getuid?.()
  if (uid === 0) await createOwnFolder(folder)
  else await mkdir(folder, { recursive: true })
  const found = await stat(folder)
  // A folder of somebody else is theirs to open or close, as a volume is.
  if (found.uid !== uid) return
  // Of root's, the account that the database runs as may pass through.
  await chmod(folder, uid === 0 ? found.mode & 0o710 : 0o700)
}

async function removeStale(file: string, folder: string): Promise<void> {
  const pid = await readPid(file)
  if (pid === undefined) return
  const isGateway =
    isRunning(pid) && (await readCommandLine(pid)).includes('node')
  if (isGateway && pid !== process.pid)
    throw new DataFolderInUseError(folder, pid)
  await rm(file, { force: true })
}

async function readPid(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  return Number.isInteger(pid) ? pid : undefined
}

export class DataFolderInUseError extends BaseError {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: number | undefined) {
    super(
      `The data folder ${folder} is in use by the gateway with process id ${pid ?? 'unknown'}. Stop it first, or choose another folder with --data.`,
    )
  }
}
