import type { Command } from './command.js'
import { UsageError } from './command.js'
import {
  type CommandName,
  isCommandName,
  writeCommandHelp,
  writeHelp,
} from './help.js'
import { runAcceptReorg } from './runAcceptReorg.js'
import { runExport, runRestore } from './runBackup.js'
import { runDoctor } from './runDoctor.js'
import { runMoveIn } from './runMoveIn.js'
import { runRecheck } from './runRecheck.js'
import { runToken } from './runToken.js'

/** All but `start`, which goes on until it is stopped. */
const commands: Record<Exclude<CommandName, 'start'>, Command> = {
  doctor: runDoctor,
  'move-in': runMoveIn,
  export: runExport,
  restore: runRestore,
  recheck: runRecheck,
  'accept-reorg': runAcceptReorg,
  token: runToken,
}

export type Asked =
  | { type: 'start'; args: string[] }
  | { type: 'command'; run: Command; args: string[] }
  | { type: 'help'; text: string }

/** What the command line asks for. */
export function readCommandLine(line: readonly string[]): Asked {
  const [name = '', ...args] = line
  if (['', 'help', '--help', '-h'].includes(name)) {
    const [topic] = args
    return { type: 'help', text: topic ? findHelp(topic) : writeHelp() }
  }
  if (!isCommandName(name)) throw unknownCommand(name)
  if (args.includes('--help') || args.includes('-h'))
    return { type: 'help', text: writeCommandHelp(name) }
  if (name === 'start') return { type: 'start', args }
  return { type: 'command', run: commands[name], args }
}

function findHelp(topic: string): string {
  if (!isCommandName(topic)) throw unknownCommand(topic)
  return writeCommandHelp(topic)
}

function unknownCommand(name: string): UsageError {
  const what = name.startsWith('-')
    ? `Name a command before ${name}.`
    : `Command "${name}" is unknown.`
  return new UsageError(`${what}\n\n${writeHelp()}`)
}
