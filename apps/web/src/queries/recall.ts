import type { SafeReference } from '@covault/api'
import type { Hex } from 'viem'
import {
  type LocalTransaction,
  listOfSafe,
  localTransactions,
} from '../preferences/localQueue.js'
import { listSeen, type SeenSignature } from '../preferences/seenSignatures.js'
import { listCounted, readLocalTransaction } from './localSignables.js'

/**
 * What this browser can tell of a transaction without the gateway: its own
 * copy, and the signatures that it has seen and verified before.
 */
export async function recallTransaction(
  place: SafeReference,
  id: string,
): Promise<LocalTransaction | undefined> {
  const local = await readLocalTransaction(place, id)
  const seen = await listSeenOf(place)
  return recall(
    local,
    seen.filter(({ safeTxHash }) => id.endsWith(safeTxHash)),
  )
}

/**
 * All that this browser can tell of what may still be executed: its own copies
 * and what it has seen at the gateway, each with every signature that it has.
 */
export async function recallWaiting(
  place: SafeReference,
  nonce: bigint,
): Promise<LocalTransaction[]> {
  const kept = listOfSafe(await localTransactions.list(), place)
  const local = new Map(kept.map((one) => [one.safeTxHash, one]))
  const seen = new Map<Hex, SeenSignature[]>()
  for (const one of await listSeenOf(place)) {
    const others = seen.get(one.safeTxHash)
    if (others) others.push(one)
    else seen.set(one.safeTxHash, [one])
  }
  return [...new Set([...local.keys(), ...seen.keys()])].flatMap((hash) => {
    const one = recall(local.get(hash), seen.get(hash) ?? [])
    return one && one.transaction.nonce >= nonce ? one : []
  })
}

async function listSeenOf({
  chainId,
  address,
}: SafeReference): Promise<SeenSignature[]> {
  const seen = await listSeen()
  return seen.filter((one) => one.chainId === chainId && one.safe === address)
}

function recall(
  local: LocalTransaction | undefined,
  seen: readonly SeenSignature[],
): LocalTransaction | undefined {
  const [first] = seen
  if (!first) return local
  const { signer: _, signature: __, ...fields } = first
  const before = local ?? { ...fields, isProposed: true, signatures: [] }
  const own = listCounted(before)
  const added = seen
    // What was seen to count later counts longer.
    .filter((one) =>
      own.every(
        ({ signer, signature, at }) =>
          signer !== one.signer || (signature !== one.signature && at < one.at),
      ),
    )
    .map(({ signer, signature, at }) => ({
      ...{ signer, signature, at },
      // When it was made nobody says.
      isBrought: true,
    }))
  const others = before.signatures.filter((one) =>
    added.every(({ signer }) => signer !== one.signer),
  )
  return { ...before, signatures: [...others, ...added] }
}
