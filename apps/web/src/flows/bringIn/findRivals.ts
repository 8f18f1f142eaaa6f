import type { SafeTransaction } from '@covault/protocol'
import type { Hex } from 'viem'
import { readTransactionId } from '../../lib/transactionId.js'
import type { Conflicting } from '../../queries/transactions.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Signable } from '../../trust/signable.js'
import type { FindKnown } from './judgeCarried.js'
import { compareTransactions, type Difference } from './listDifferences.js'

/** More than anybody compares line by line. */
export const mostRivals = 5

/** Another transaction that the queue lists at the nonce. */
export type Rival = {
  hash: Hex
  /** Nobody but the gateway says that it waits there. */
  isReported: boolean
} & (
  | {
      state: 'compared'
      transaction: SafeTransaction
      differences: readonly Difference[]
    }
  /** Its content is meant for this nonce. */
  | { state: 'otherNonce'; nonce: bigint }
  | { state: 'unread' }
)

/** What waits at the nonce of one that was brought in, compared with it. */
export async function findRivals(
  findKnown: FindKnown,
  {
    chain,
    transaction,
    hash,
    waiting,
  }: {
    chain: ChainConfig
    transaction: Signable<'transaction'>['transaction']
    hash: Hex
    waiting: readonly Pick<Conflicting, 'id' | 'isOnlyHere'>[]
  },
): Promise<{ rivals: Rival[]; more: number }> {
  const { nonce } = transaction
  const others = waiting.flatMap(({ id, isOnlyHere }) => {
    const one = readTransactionId(id)?.safeTxHash
    return one && one !== hash ? [{ hash: one, isReported: !isOnlyHere }] : []
  })
  const rivals = await Promise.all(
    others.slice(0, mostRivals).map(async (other): Promise<Rival> => {
      const known = await findKnown('transaction', other.hash).catch(
        () => undefined,
      )
      if (known?.signable.kind !== 'transaction')
        return { ...other, state: 'unread' }
      const rival = known.signable.transaction
      const found = { hash: other.hash, isReported: known.by === 'gateway' }
      // Its hash is over its own nonce, whatever it is listed at.
      if (rival.nonce !== nonce)
        return { ...found, state: 'otherNonce', nonce: rival.nonce }
      const differences = compareTransactions(
        transaction,
        rival,
        chain.nativeCurrency,
      )
      return { ...found, state: 'compared', transaction: rival, differences }
    }),
  )
  return { rivals, more: Math.max(0, others.length - mostRivals) }
}
