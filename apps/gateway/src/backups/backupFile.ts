import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { BaseError } from '@covault/protocol'

/** Exclusive: a backup never replaces another one. Readable by its owner only. */
export async function writeBackupFile(
  file: string,
  fill: (write: (line: string) => Promise<void>) => Promise<number>,
): Promise<number> {
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      const count = await fill(async (line) => {
        await handle.appendFile(`${line}\n`)
      })
      await handle.sync()
      return count
    } finally {
      await handle.close()
    }
  } catch (cause) {
    if (!isOfFile(cause)) throw cause
    throw new BackupFileError(file, { cause })
  }
}

export async function* readBackupFile(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, 'utf8')
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    throw new BackupFileError(file, { cause })
  }
}

function isOfFile(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause
}

export class BackupFileError extends BaseError {
  override name = 'BackupFileError'
  constructor(file: string, options: { cause: unknown }) {
    const reason =
      options.cause instanceof Error
        ? options.cause.message
        : String(options.cause)
    super(`The backup ${file} cannot be used: ${reason}`, options)
  }
}
