import type { Address } from 'viem'
import { choosePlural, formatNumber } from '../../lib/formatCount.js'
import type { QueueRow } from '../../understand/rows/queueRows.js'

type Entry = Extract<QueueRow, { kind: 'entry' }>

/** How many wait, and how many of them for the reader. */
export function describeWaiting(
  entries: readonly Entry[],
  {
    account,
    isWhole,
  }: { account: Address | null | undefined; isWhole: boolean },
): string {
  if (entries.length === 0) return 'Nothing waiting'
  const mine = entries.filter(
    ({ transaction: { executionInfo } }) =>
      executionInfo?.type === 'MULTISIG' &&
      executionInfo.missingSigners?.some(({ value }) => value === account),
  ).length
  const waiting = `${formatNumber(entries.length)}${isWhole ? '' : '+'} waiting`
  return mine
    ? `${waiting}, ${formatNumber(mine)} ${choosePlural(mine, { one: 'needs', other: 'need' })} your signature`
    : waiting
}
