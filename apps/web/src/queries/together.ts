import {
  call,
  GatewayReplyError,
  getTransaction,
  getTransactions,
  maximumDetails,
  mayRecover,
  type SafeReference,
  type TransactionDetails,
} from '@covault/api'
import type { Hex } from 'viem'
import { readTransactionId } from '../lib/transactionId.js'
import { gateway } from './gateway.js'

/** Milliseconds that the first waits for others. */
const gatherFor = 10

type Gathering = {
  hashes: Set<Hex>
  found: Promise<ReadonlyMap<string, TransactionDetails>>
}

const gatherings = new Map<string, Gathering>()

/** Another gateway than ours does not learn the question while the page is open. */
let isUnknown = false

/**
 * What the rows of a list ask for at once is asked in one request. What that
 * does not bring, or a gateway of another kind does not know, is asked for by
 * itself.
 */
export async function readDetails(
  place: SafeReference,
  id: string,
  asked: { signal: AbortSignal; retryLimit?: number },
): Promise<TransactionDetails> {
  // Who has a copy waits for nobody.
  const isAlone = isUnknown || asked.retryLimit === 0
  const named = isAlone ? undefined : readTransactionId(id)
  const found = named && (await gather(place, named.safeTxHash))
  return (
    found?.get(id) ??
    call(gateway, getTransaction, {
      params: { chainId: place.chainId, transactionId: id },
      ...asked,
    })
  )
}

function gather(place: SafeReference, hash: Hex): Gathering['found'] {
  const key = `${place.chainId}:${place.address}`
  const open = gatherings.get(key)
  if (open && open.hashes.size < maximumDetails) {
    open.hashes.add(hash)
    return open.found
  }
  const hashes = new Set([hash])
  const found = new Promise<void>((resolve) =>
    setTimeout(resolve, gatherFor),
  ).then(() => {
    if (gatherings.get(key)?.hashes === hashes) gatherings.delete(key)
    return askTogether(place, [...hashes])
  })
  gatherings.set(key, { hashes, found })
  return found
}

async function askTogether(
  { chainId, address }: SafeReference,
  hashes: Hex[],
): Promise<ReadonlyMap<string, TransactionDetails>> {
  if (hashes.length === 1) return new Map()
  try {
    const { results } = await call(gateway, getTransactions, {
      params: { chainId, safe_address: address },
      query: { hashes },
    })
    return new Map(results.map((details) => [details.txId, details]))
  } catch (error) {
    // Nobody is asked for more who does not answer, or is busy.
    if (mayRecover(error)) throw error
    if (error instanceof GatewayReplyError && error.status === 404)
      isUnknown = true
    return new Map()
  }
}
