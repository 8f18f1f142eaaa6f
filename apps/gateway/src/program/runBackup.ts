import { writeCount } from '@covault/protocol'
import { readBackupFile, writeBackupFile } from '../backups/backupFile.js'
import { readConfig } from '../config.js'
import { exportLines, importLines } from '../store/backup.js'
import type { Store } from '../store/openStore.js'
import { type CommandInput, UsageError } from './command.js'
import { takeOptions } from './takeOptions.js'
import { withStore } from './withStore.js'

// What the chain does not know: proposals, signatures, messages, delegates,
// tokens, bridges, and which safes are followed.

const row = { one: 'row', other: 'rows' }

/** `export --file FILE`. */
export async function runExport(input: CommandInput): Promise<number> {
  const count = await withFile(input, (store, file) =>
    writeBackupFile(file, (write) => exportLines(store, write)),
  )
  input.print(`Exported ${writeCount(count, row)}.`)
  return 0
}

/** `restore --file FILE`. */
export async function runRestore(input: CommandInput): Promise<number> {
  const count = await withFile(input, (store, file) =>
    importLines(store, readBackupFile(file)),
  )
  input.print(`Restored ${writeCount(count, row)}.`)
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
