import type { Tense, WaitingTransaction } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { DecodedTransaction, Signed } from '../decode/decodeTransaction.js'
import type { OpenPlace } from '../safe/safePlace.js'
import type { KnownFacts } from './knownFacts.js'
import { loadHeavyHalf } from './loadHeavyHalf.js'
import type { NestedTransaction } from './nested.js'

/** What is judged. */
export type Asked = {
  /** Undefined where owners do not sign: there are no rules for it. */
  signed: Signed | undefined
  digest: Hex | undefined
  /** Undefined until it is known what the bytes do. */
  decoded: DecodedTransaction | null | undefined
  /** What it approves in other safes; undefined until that was looked up. */
  nested: readonly NestedTransaction[] | undefined
  /** What else waits; undefined until that was looked up. */
  waiting: readonly WaitingTransaction[] | undefined
  /** Whether it has been executed. */
  tense?: Tense
}

/** What the rules find. */
export function assessmentQuery(
  place: OpenPlace,
  { signed, digest, decoded, nested, waiting, tense = 'planned' }: Asked,
  /** Undefined until it was asked for. */
  known: KnownFacts | undefined,
) {
  const { chain, address, safe } = place
  return queryOptions({
    queryKey: [
      'assessment',
      chain.chainId,
      address,
      digest,
      safe && [safe.version, safe.owners, safe.threshold],
      known && [
        known.contacts,
        known.ownSafes,
        known.counterparties,
        known.isHistoryUnread,
        known.balances?.map(writeBalance),
      ],
      tense,
      waiting?.map(
        ({ nonce, calls: [of] }) => `${nonce}${of?.to}${of?.value}${of?.data}`,
      ),
      nested?.map((one) => [
        one.hash,
        one.status === 'seen' ? one.tense : one.status,
      ]),
    ],
    queryFn: async () => {
      if (!safe || !signed || !decoded || !nested || !waiting || !known)
        return null
      const { applyRules, listSeen, withNested } = await loadHeavyHalf()
      const knownHashes = listSeen(nested)
      const judged = { chain, address, safe }
      const asked = {
        place: judged,
        signed,
        decoded,
        known,
        knownHashes,
        waiting,
        tense,
      }
      return withNested(applyRules(asked), nested)
    },
    enabled: Boolean(safe && signed && decoded && nested && waiting && known),
    // The bytes do not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

function writeBalance({
  token,
  amount,
}: {
  token: Address | null
  amount: bigint
}) {
  return `${token} ${amount}`
}
