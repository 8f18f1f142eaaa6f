import type { KnownAddress } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { DecodedTransaction } from '../decode/decodeTransaction.js'

/** What rules judge a transaction with, besides its bytes and the chain. */
export type KnownFacts = {
  /** The reader says who these are. */
  contacts: readonly Address[]
  /** Other safes of the reader. */
  ownSafes: readonly Address[]
  /** Paid before, as logs and the gateway say. It can warn only. */
  counterparties: readonly Address[]
  /** Nobody knows who is missing among them. */
  isHistoryUnread: boolean
  /** Of what the transaction moves; undefined: the chain does not say. */
  balances: readonly { token: Address | null; amount: bigint }[] | undefined
}

/** The people of the reader, each with what they are to them. */
export function listKnown({
  contacts,
  owners,
  safes,
  paid,
}: Record<
  'contacts' | 'owners' | 'safes' | 'paid',
  readonly Address[]
>): KnownAddress[] {
  const of = (kind: KnownAddress['kind'], addresses: readonly Address[]) =>
    addresses.map((address) => ({ address, kind }))
  return [
    ...of('contact', contacts),
    ...of('owner', owners),
    ...of('safe', safes),
    ...of('counterparty', paid),
  ]
}

/** Those that it calls. */
export function listTokens({ contracts }: DecodedTransaction): Address[] {
  return [...contracts.values()]
    .filter(({ kind }) => kind === 'erc20')
    .map(({ address }) => address)
}

/** As the rules take them. */
export function listBalances({
  tokens,
}: {
  tokens: ReadonlyMap<Address, { amount: bigint }>
}) {
  return [...tokens].map(([token, { amount }]) => ({
    token: token === zeroAddress ? null : token,
    amount,
  }))
}
