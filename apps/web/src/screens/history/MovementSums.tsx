import { useQuery } from '@tanstack/react-query'
import { zeroAddress } from 'viem'
import type { OpenSafe } from '../../components/SafeGate.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import {
  type HistoryFilter,
  movementSumsQuery,
} from '../../queries/movements.js'
import { decimalsQuery } from '../../trust/contracts.js'
import { Fact } from '../../ui/Fact.js'
import classes from './MovementSums.module.css'

/** How much came and went of each token, of what the filter leaves. */
export function MovementSums({
  open: { chain, address },
  filter,
}: {
  open: OpenSafe
  filter: HistoryFilter
}) {
  const { data } = useQuery(
    movementSumsQuery({ chainId: chain.chainId, address }, filter),
  )
  if (!data || (data.count === 0 && data.fees.count === 0)) return null
  const { nativeCurrency } = chain
  const { total, unknown } = data.fees
  return (
    <dl className={classes.sums} aria-label="Sums">
      {data.sums.map((sum) => (
        <Sum key={sum.tokenAddress} chain={chain} sum={sum} />
      ))}
      {total > 0n && !filter.withoutFees && (
        <Fact name="Network fees" title="Paid by the executors">
          {writeNumber(total, nativeCurrency.decimals)} {nativeCurrency.symbol}
          {unknown > 0 && `, ${formatCount(unknown, 'fee')} not known yet`}
        </Fact>
      )}
    </dl>
  )
}

function Sum({
  chain,
  sum: {
    tokenAddress,
    tokenSymbol,
    decimals,
    collectible,
    incoming,
    outgoing,
    count,
  },
}: {
  chain: OpenSafe['chain']
  sum: {
    tokenAddress: OpenSafe['address']
    tokenSymbol: string | null
    decimals: number | null
    collectible: boolean
    incoming: bigint
    outgoing: bigint
    count: number
  }
}) {
  const isNative = tokenAddress === zeroAddress
  // Where the chain answers, its decimals count and not the gateway's.
  const { data } = useQuery(
    decimalsQuery(chain, isNative || collectible ? undefined : tokenAddress),
  )
  const places = data ?? decimals
  // Without decimals nobody knows how much it is.
  const write = (value: bigint) =>
    places === null
      ? `${writeNumber(value, 0)} units`
      : writeNumber(value, places)
  const symbol = tokenSymbol
    ? toForeignText(tokenSymbol, 20)
    : formatAddress(tokenAddress)
  return (
    <Fact
      name={symbol}
      title={`${formatCount(count, 'movement')}${isNative ? '' : ` of ${tokenAddress}`}`}
    >
      {incoming > 0n && <span className={classes.in}>+ {write(incoming)}</span>}
      {incoming > 0n && outgoing > 0n && ' '}
      {outgoing > 0n && <span>− {write(outgoing)}</span>}
    </Fact>
  )
}
