import { writeCount } from '@covault/protocol'
import type { BridgeState } from '../store/bridges.js'

/** Whether both sides of a bridge are the same, or why not. */
export function toBridgeCondition({
  problem,
  comparedAt,
  unsettled,
}: BridgeState) {
  const reason =
    problem ??
    (comparedAt === null
      ? 'The other service has not been compared yet.'
      : unsettled > 0
        ? `${writeCount(unsettled, { one: 'entry differs', other: 'entries differ' })} from the other service.`
        : null)
  return { status: reason === null ? 'ok' : 'degraded', reason } as const
}
