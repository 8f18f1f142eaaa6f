import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { readConfig } from './config.js'
import { openDatabase } from './openDatabase.js'
import { exportLines, importLines } from './store/backup.js'
import { openStore } from './store/openStore.js'

/**
 * `export --file FILE` and `import --file FILE`: what the chain does not know
 * (proposals, signatures, messages, delegates, which safes are followed).
 */
export async function runBackup(parameters: {
  command: 'export' | 'import'
  args: string[]
  environment: NodeJS.ProcessEnv
  log: Logger
  print(line: string): void
}): Promise<void> {
  const { command, environment, log, print } = parameters
  const { file, rest } = readBackupArgs(parameters.args)
  const config = await readConfig(rest, environment)
  const database = await openDatabase(config, log)
  try {
    const store = await openStore({ url: database.url, log })
    try {
      const count =
        command === 'export'
          ? await writeFile(file, (write) => exportLines(store, write))
          : await importLines(store, readLines(file))
      print(`${count} rows were ${command}ed.`)
    } finally {
      await store.destroy()
    }
  } finally {
    await database.close()
  }
}

function readBackupArgs(args: string[]): { file: string; rest: string[] } {
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: { file: { type: 'string' } },
  })
  const option = tokens.find(
    (token) => token.kind === 'option' && token.name === 'file',
  )
  if (option?.kind !== 'option' || !option.value) throw new BackupUsageError()
  const rest = args.toSpliced(option.index, option.inlineValue ? 1 : 2)
  return { file: option.value, rest }
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

export class BackupUsageError extends BaseError {
  override name = 'BackupUsageError'
  constructor() {
    super(
      'Usage: export --file FILE [--config FILE] [--data DIR], or import with the same options',
    )
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
