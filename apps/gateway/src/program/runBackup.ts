import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { BaseError } from '@covault/protocol'
import { readConfig } from '../config.js'
import { exportLines, importLines } from '../store/backup.js'
import type { Store } from '../store/openStore.js'
import { type CommandInput, UsageError } from './command.js'
import { takeOptions } from './takeOptions.js'
import { withStore } from './withStore.js'

// What the chain does not know: proposals, signatures, messages, delegates,
// and which safes are followed.

/** `export --file FILE`. */
export async function runExport(input: CommandInput): Promise<number> {
  const count = await withFile(input, (store, file) =>
    writeFile(file, (write) => exportLines(store, write)),
  )
  input.print(`${count} rows were exported.`)
  return 0
}

/** `restore --file FILE`. */
export async function runRestore(input: CommandInput): Promise<number> {
  const count = await withFile(input, (store, file) =>
    importLines(store, readLines(file)),
  )
  input.print(`${count} rows were restored.`)
  return 0
}

async function withFile(
  { args, environment, log }: CommandInput,
  action: (store: Store, file: string) => Promise<number>,
): Promise<number> {
  const { values, rest } = takeOptions(args, ['file'])
  const { file } = values
  if (!file) throw new UsageError('Name the backup with --file FILE.')
  const config = await readConfig(rest, environment)
  return withStore({ config, log }, (store) => action(store, file))
}

/** Exclusive: a backup never replaces another one. */
async function writeFile(
  file: string,
  fill: (write: (line: string) => Promise<void>) => Promise<number>,
): Promise<number> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const failed = new Promise<never>((_, reject) =>
    stream.once('error', (cause) =>
      reject(new BackupFileError(file, { cause })),
    ),
  )
  const write = (line: string) =>
    new Promise<void>((resolve) => {
      stream.write(`${line}\n`, () => resolve())
    })
  const count = await Promise.race([fill(write), failed])
  await new Promise<void>((resolve) => stream.end(() => resolve()))
  return count
}

async function* readLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, 'utf8')
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    throw new BackupFileError(file, { cause })
  }
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
