import type { Logger } from 'pino'
import type { Address } from 'viem'
import { factoryCoverage as factories } from '../store/watches.js'
import type { BackfillStep } from './backfill.js'

/** Often enough for somebody who waits, too rarely to fill a log. */
const everyMs = 10_000

/** Says in the log how far the past of safes is read, and when all of it is. */
export function tellBackfill(parameters: {
  chainId: number
  log: Pick<Logger, 'info'>
  readPercent(safe: Address): Promise<number>
  now?: () => number
}): (step: BackfillStep) => void {
  const { chainId, log, readPercent, now = Date.now } = parameters
  let isReading = false
  let toldAt = now()
  return (step) => {
    if (step.type === 'done') {
      if (isReading) log.info({ chainId }, 'The past of all safes is indexed')
      isReading = false
      return
    }
    const [safe] = step.safes
    if (!safe || safe === factories) return
    isReading = true
    if (now() - toldAt < everyMs) return
    toldAt = now()
    const downTo = String(step.span.from)
    readPercent(safe).then(
      (percent) =>
        log.info(
          { chainId, safe, percent, downTo },
          'The past of a safe is being indexed',
        ),
      // It is told the next time.
      () => undefined,
    )
  }
}
