import type { Address } from 'viem'
import { choosePlural, formatNumber } from '../../lib/formatCount.js'
import type { QueueRow } from '../../understand/rows/queueRows.js'
import { writeListed } from '../../words/rows.js'

type Entry = Extract<QueueRow, { kind: 'entry' }>

/** How many wait, as far as anybody says, and how many of them for the reader. */
export function describeWaiting(
  entries: readonly Entry[],
  {
    account,
    isWhole,
    isHeard,
    withheld,
  }: {
    account: Address | null | undefined
    isWhole: boolean
    /** Else the gateway may list more, or others by now. */
    isHeard: boolean
    /** How many this browser has seen signed that are not listed. */
    withheld: number
  },
): string {
  const where = isHeard ? '' : ' in this browser'
  if (entries.length === 0 && !withheld) return `Nothing waiting${where}`
  const mine = entries.filter(
    ({ transaction: { executionInfo } }) =>
      executionInfo?.type === 'MULTISIG' &&
      executionInfo.missingSigners?.some(({ value }) => value === account),
  ).length
  const waiting = withheld
    ? writeListed(entries.length, withheld)
    : `${formatNumber(entries.length)}${isWhole ? '' : '+'} waiting${where}`
  return mine
    ? `${waiting}, ${formatNumber(mine)} ${choosePlural(mine, { one: 'needs', other: 'need' })} your signature`
    : waiting
}
