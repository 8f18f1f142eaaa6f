import type { Amount, Intent } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { AddressName } from '../../../components/AddressName.js'
import { toForeignText } from '../../../lib/foreignText.js'
import { formatAmount } from '../../../lib/formatAmount.js'
import { formatCount } from '../../../lib/formatCount.js'
import type { ChainConfig } from '../../../trust/chainClient.js'
import { type ContractFacts, contractsQuery } from '../../../trust/contracts.js'
import { AddressText } from '../../../ui/AddressText.js'
import type { DecodedTransaction } from '../../../understand/decode/decodeTransaction.js'
import classes from '../Review.module.css'

/** One thing that leaves the safe, and to whom. */
export type Payment = {
  path: string
  to: Address
  what:
    | { kind: 'amount'; amount: Amount }
    | { kind: 'collectible'; collection: Address; words: string }
}

/** Longer payouts are told by the outline; their sums are told here. */
const mostRows = 100

/** Who receives what, and what that sums up to. */
export function Recipients({
  chain,
  decoded,
  safe,
  owners,
  refund,
}: {
  chain: ChainConfig
  decoded: DecodedTransaction
  safe: Address
  owners: readonly Address[]
  /** What leaves besides the calls, in words. */
  refund?: ReactNode
}) {
  const payments = listPayments(decoded.intent)
  const only = findOnlyToken(payments)
  if (payments.length === 0 && !refund) return null
  return (
    <section aria-labelledby="review-recipients" className={classes.section}>
      <h2 id="review-recipients" className={classes.heading}>
        Who receives what
      </h2>
      <PaymentList {...{ chain, decoded, safe, owners }} />
      <div className={classes.totals}>
        <b>Total leaving the safe</b>
        <ul>
          {sumPayments(payments).map((amount) => (
            <li key={amount.token ?? 'native'} className={classes.amount}>
              <AmountText amount={amount} chain={chain} only={only} />
            </li>
          ))}
          {refund && <li>and {refund}</li>}
        </ul>
      </div>
    </section>
  )
}

/** Every recipient whole, with what goes there. */
export function PaymentList({
  chain,
  decoded: { intent, contracts },
  safe,
  owners,
}: {
  chain: ChainConfig
  decoded: DecodedTransaction
  safe: Address
  owners: readonly Address[]
}) {
  const payments = listPayments(intent)
  const rest = payments.length - mostRows
  const unasked = new Set(
    payments
      .slice(0, mostRows)
      .map(({ to }) => to)
      .filter((to) => !contracts.has(to)),
  )
  const { data: others = [] } = useQuery(contractsQuery(chain, [...unasked]))
  if (payments.length === 0) return null
  const describe = (to: Address) =>
    describeRecipient(to, {
      safe,
      owners,
      facts: contracts.get(to) ?? others.find(({ address }) => address === to),
    })
  const only = findOnlyToken(payments)
  const unit = only?.facts ? toForeignText(only.facts.symbol, 20) : 'Token'
  return (
    <>
      {only?.token && (
        <p className={classes.hint}>
          <AddressText text={`${unit} contract: ${only.token}`} />
        </p>
      )}
      <ol className={classes.payments}>
        {payments.slice(0, mostRows).map(({ path, to, what }, index) => (
          <li key={path} className={classes.payment}>
            <span className={classes.number}>{index + 1}</span>
            <AddressName
              chain={chain}
              address={to}
              note={describe(to)}
              isFull
            />
            <span className={classes.amount}>
              {what.kind === 'amount' ? (
                <AmountText amount={what.amount} chain={chain} only={only} />
              ) : (
                <>
                  {what.words}
                  <span className={classes.contract}>{what.collection}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <p className={classes.hint}>
          and {formatCount(rest, 'more payment')}, listed below
        </p>
      )}
    </>
  )
}

/** S28: what it is, as the chain says. */
export function describeRecipient(
  to: Address,
  {
    safe,
    owners,
    facts,
  }: {
    safe: Address
    owners: readonly Address[]
    /** Undefined: the chain has not answered. */
    facts: Pick<ContractFacts, 'codeHash' | 'kind'> | undefined
  },
): string {
  if (to === safe) return 'This safe itself'
  if (owners.includes(to)) return 'An owner of this safe'
  if (BigInt(to) <= lastReserved)
    return 'Reserved by the network: anything sent is lost'
  if (!facts) return 'Not read yet'
  if (facts.kind === 'safe') return 'Another safe'
  return facts.codeHash ? 'A contract' : 'An ordinary account, not a contract'
}

/** The zero address and those of precompiled contracts. */
const lastReserved = 0xffffn

/** Exact; a token whose decimals nobody knows stays in its smallest units. */
function AmountText({
  amount: { value, token, facts },
  chain,
  only,
}: {
  amount: Amount
  chain: ChainConfig
  /** Its contract is told once for all. */
  only: Amount | undefined
}) {
  const known = token === null ? chain.nativeCurrency : facts
  const { integer, fraction } = formatAmount(value, known?.decimals ?? 0)
  return (
    <>
      {integer}
      {fraction && <span className={classes.fraction}>.{fraction}</span>}{' '}
      <span className={classes.unit}>
        {known ? toForeignText(known.symbol, 20) : 'units'}
      </span>
      {token && token !== only?.token && (
        <span className={classes.contract}>{token}</span>
      )}
    </>
  )
}

/** What leaves the safe, as short as can be; undefined: nothing that counts. */
export function describeTotal(
  intent: Intent,
  { nativeCurrency }: ChainConfig,
): string | undefined {
  const [first, ...others] = sumPayments(listPayments(intent))
  if (!first) return undefined
  const known = first.token === null ? nativeCurrency : first.facts
  const { integer, fraction } = formatAmount(first.value, known?.decimals ?? 0)
  const amount = fraction ? `${integer}.${fraction}` : integer
  const unit = known ? toForeignText(known.symbol, 20) : 'units'
  const rest = others.length > 0 ? ` and ${others.length} more` : ''
  return `${amount} ${unit}${rest}`
}

/** Of the safe itself, through all levels of its batches. */
export function listPayments(intent: Intent): Payment[] {
  const path = intent.path.join('.')
  const sent: Payment[] =
    intent.sent && 'to' in intent
      ? [
          {
            path: `${path}+`,
            to: intent.to,
            what: { kind: 'amount', amount: intent.sent },
          },
        ]
      : []
  switch (intent.kind) {
    case 'batch':
      return intent.actor === undefined
        ? intent.intents.flatMap(listPayments)
        : []
    case 'sendNative':
    case 'sendToken':
      return 'owner' in intent && intent.owner
        ? sent
        : [
            ...sent,
            {
              path,
              to: intent.to,
              what: { kind: 'amount', amount: intent.amount },
            },
          ]
    case 'sendCollectibles':
      return [
        ...sent,
        ...intent.items.map(({ tokenId, quantity }, index) => ({
          path: `${path}#${index}`,
          to: intent.to,
          what: {
            kind: 'collectible' as const,
            collection: intent.collection,
            words: `${quantity === 1n ? '' : `${quantity} of `}No. ${tokenId}`,
          },
        })),
      ]
    default:
      return sent
  }
}

/** One amount of the only token that leaves; undefined: none, or several. */
export function findOnlyToken(
  payments: readonly Payment[],
): Amount | undefined {
  const [first, ...others] = sumPayments(payments).filter(({ token }) => token)
  return others.length === 0 ? first : undefined
}

export function sumPayments(payments: readonly Payment[]): Amount[] {
  const sums = new Map<Address | null, Amount>()
  for (const { what } of payments) {
    if (what.kind !== 'amount') continue
    const { amount } = what
    const before = sums.get(amount.token)
    sums.set(amount.token, {
      ...amount,
      value: (before?.value ?? 0n) + amount.value,
    })
  }
  return [...sums.values()]
}
