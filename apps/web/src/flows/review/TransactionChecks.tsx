import type { ComponentProps } from 'react'
import { LazyTransactionReasons } from '../../components/transaction/lazyReasons.js'
import { Checks } from './Checks.js'

/** What was checked of a transaction, and why that is to be believed. */
export function TransactionChecks({
  check,
  ...known
}: Pick<ComponentProps<typeof Checks>, 'check'> &
  Omit<ComponentProps<typeof LazyTransactionReasons>, 'check'>) {
  return (
    <Checks check={check} chain={known.place.chain}>
      <LazyTransactionReasons {...known} check={check.data} />
    </Checks>
  )
}
