import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BackupConfig } from '../backupConfig.js'
import { exportLines } from '../store/backup.js'
import { noteBackup } from '../store/backupRuns.js'
import { tryToLead } from '../store/leader.js'
import type { Store } from '../store/openStore.js'
import { writeBackupFile } from './backupFile.js'

type Parameters = {
  backup: BackupConfig
  store: Store
  databaseUrl: string
  log: Logger
}

/** A failed one is tried again this soon, or sooner where backups are closer. */
const retryMs = 10 * 60_000

/** Anyone who writes a backup is not silent for so long. */
const abandonedMs = 60 * 60_000

/** Backups at intervals, by one process of all that share a database. */
export function startBackups(parameters: Parameters): {
  stop(): Promise<void>
} {
  const aborted = new AbortController()
  const running = keepBackups(parameters, aborted.signal)
  return {
    async stop() {
      aborted.abort()
      await running
    },
  }
}

async function keepBackups(
  parameters: Parameters,
  signal: AbortSignal,
): Promise<void> {
  const { backup, store, databaseUrl, log } = parameters
  while (!signal.aborted) {
    const waitMs = await tryTurn()
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }

  /** How long to wait for the next one. */
  async function tryTurn(): Promise<number> {
    const retry = Math.min(retryMs, backup.everyMs)
    try {
      const leadership = await tryToLead({
        ...{ store, url: databaseUrl, log, duty: 'backups' as const, signal },
      })
      if (!leadership) return retry
      try {
        const due = await findDue(backup)
        if (due > 0) return due
        await makeBackup(parameters)
        return backup.everyMs
      } finally {
        await leadership.release()
      }
    } catch (error) {
      log.error({ error }, 'A backup failed')
      return retry
    }
  }
}

/** Milliseconds until the next one; 0 or less: now. */
async function findDue({ folder, everyMs }: BackupConfig): Promise<number> {
  const last = (await listBackups(folder)).at(-1)
  if (!last) return 0
  const { mtimeMs } = await stat(join(folder, last))
  return mtimeMs + everyMs - Date.now()
}

const underWay = new Map<string, Promise<string>>()

/** Who asks while one is made gets that one. */
export function makeBackup(
  parameters: Omit<Parameters, 'databaseUrl'>,
): Promise<string> {
  const { folder } = parameters.backup
  const made =
    underWay.get(folder) ??
    writeBackup(parameters).finally(() => underWay.delete(folder))
  underWay.set(folder, made)
  return made
}

/** Whole or not at all: what a kill cuts short is never taken for one. */
async function writeBackup({
  backup: { folder, keep },
  store,
  log,
}: Omit<Parameters, 'databaseUrl'>): Promise<string> {
  const startedAt = new Date()
  const name = `covault-${startedAt.toISOString().replace(/[:.]/g, '-')}.jsonl`
  const file = join(folder, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removePartial(folder)
    const rows = await writeBackupFile(`${file}.partial`, (write) =>
      exportLines(store, write),
    )
    await rename(`${file}.partial`, file)
    const { size } = await stat(file)
    await noteBackup(store, {
      startedAt,
      rows,
      bytes: BigInt(size),
      problem: null,
    })
    for (const old of (await listBackups(folder)).slice(0, -keep))
      await rm(join(folder, old), { force: true })
    log.info({ rows, bytes: size }, 'A backup was made')
    return file
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    await noteBackup(store, {
      ...{ startedAt, rows: null, bytes: null, problem },
    }).catch(() => undefined)
    throw error
  }
}

/** What nobody writes any more: another process may be making one. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^covault-.*\.jsonl\.partial$/.test(name)) continue
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs)
      await rm(file, { force: true })
  }
}

/** The oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^covault-.*\.jsonl$/.test(name)).sort()
}
