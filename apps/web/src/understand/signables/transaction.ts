import { type Telling, tellIntent } from '@covault/protocol'
import type { Hex } from 'viem'
import {
  letGoOfCopy,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { rememberSeen } from '../../preferences/seenSignatures.js'
import { transactionQuery } from '../../queries/transactions.js'
import { claimTransaction, isAtGateway } from '../assess/claim.js'
import {
  type DecodedTransaction,
  decodedQuery,
  type Signed,
} from '../decode/decodeTransaction.js'
import { withThoseOfThen } from '../decode/execution.js'
import { isAbout } from '../decode/isAbout.js'
import { readTransaction } from '../decode/readTransaction.js'
import {
  listRecipients,
  listTransactionFacts,
  listTransactionWords,
  type SeenTransaction,
  toMeaning,
} from '../reasons/transactionReasons.js'
import type { Understanding } from './definition.js'

export type UnderstoodTransaction = {
  seen: SeenTransaction
  /**
   * Its list has no more; the one who signs meanwhile makes it another
   * question, also where only this browser has the signature.
   */
  subject: {
    kind: 'transaction'
    id: string
    signed: number
    keptAt?: number | undefined
  }
  meaning: {
    nonce: bigint
    telling: Telling
    /** What rules judge it by. */
    judged: {
      signed: Signed
      digest: Hex | undefined
      decoded: DecodedTransaction
    }
  }
}

export const transaction: Understanding<'transaction', UnderstoodTransaction> =
  {
    hash: {
      id: 'safeTxHash',
      name: 'safeTxHash',
      from: 'the ten fields of the transaction',
    },
    meaning: ({ decoded }) => toMeaning(decoded),
    recipients: ({ decoded }) => listRecipients(decoded),
    facts: listTransactionFacts,
    words: listTransactionWords,
    carry: (one) => one,
    openRow: async (cache, { place, subject: { id } }) => {
      const { chain, address, safe } = place
      const { chainId } = chain
      const joined = await cache.fetchQuery(
        transactionQuery({ chainId, address, id }),
      )
      const details = withThoseOfThen(joined, safe)
      if (details.safeAddress !== address || !isAbout(id, details))
        return 'otherAnswer'
      const { version } = safe
      const read = readTransaction(details, { chainId, address, version })
      const { signed, digest } = read
      if (!signed) return 'noBytes'
      if (!signed.isAsClaimed) return 'otherBytes'
      const { domain, hashes, execution, transaction } = signed
      const explain = async () => {
        const decoded = await cache.fetchQuery(decodedQuery(place, read))
        if (!decoded) return 'noCall'
        return {
          nonce: execution.nonce,
          telling: tellIntent(decoded.intent),
          judged: { signed, digest, decoded },
        }
      }
      const claim = claimTransaction(execution)
      return {
        domain,
        hashes,
        claim,
        meaning: explain(),
        onChecked: async (confirmations) => {
          const safeTxHash = hashes.signed
          const seen = { chainId, safe: address, transaction, safeTxHash }
          // What the gateway withholds later is told by what was seen here.
          if (isAtGateway(claim)) await rememberSeen(seen, confirmations)
          await letGoOfCopy(
            localTransactions,
            nameLocal(seen, safeTxHash),
            confirmations,
          )
        },
      }
    },
  }
