import { BaseError } from '@covault/protocol'
import { type DestinationStream, type Logger, pino } from 'pino'

/** The one way to a log: errors are written by the same rule everywhere. */
export function createLog(
  { level = 'info' }: { level?: string } = {},
  stream?: DestinationStream,
): Logger {
  const options = {
    base: null,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: toLoggable, err: toLoggable },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** Our own errors say everything in a sentence; a cause may hold an address with a key. */
function toLoggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return error instanceof BaseError ? { name, message } : { name, stack }
}
