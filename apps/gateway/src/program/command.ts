import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'

/** What a command of the program is given. */
export type CommandInput = {
  args: readonly string[]
  environment: NodeJS.ProcessEnv
  log: Logger
  print(line: string): void
}

/** A command that does its work and ends. Answers with the exit code. */
export type Command = (input: CommandInput) => Promise<number>

/** Something was asked for in a way that no command understands. */
export class UsageError extends BaseError {
  override name = 'UsageError'
}
