import { type Logger, pino } from 'pino'

/** For tests and benchmarks: their own output is what counts. */
export const silent: Logger = pino({ level: 'silent' })
