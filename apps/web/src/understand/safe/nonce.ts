import { call, getNonces, type SafeReference } from '@covault/api'
import { mostNoncesAhead, recommendNonce } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { listOfSafe, localTransactions } from '../../preferences/localQueue.js'
import { gateway } from '../../queries/gateway.js'
import { gatewayKey } from '../../queries/gatewayKey.js'
import { queueQuery } from '../../queries/transactions.js'
import {
  nonceErrors,
  writeDistantNonce,
  writeEarlyNonce,
  writeFarNonce,
  writeNonceGap,
  writeTakenNonce,
  writeUsedNonce,
} from '../../words/nonces.js'

export type RecommendedNonce = {
  nonce: bigint
  /** False: the gateway is away, and what waits there is not known. */
  isQueueKnown: boolean
  /** Nonces that something waits at. */
  queued: readonly bigint[]
}

/** That many are read to know what waits; nobody has more. */
const mostPages = 10

/**
 * The nonce after what waits: the gateway's rule, computed again from what
 * waits and from the nonce that the chain has.
 */
export function nonceQuery({
  chainId,
  address,
  current,
}: SafeReference & {
  current: bigint
}) {
  return queryOptions({
    queryKey: gatewayKey(getNonces, {
      safes: [{ chainId, address }],
      asked: String(current),
    }),
    queryFn: async ({ client, signal }): Promise<RecommendedNonce> => {
      const local = listOfSafe(await localTransactions.list(), {
        chainId,
        address,
      }).map(({ transaction }) => transaction.nonce)
      try {
        const [{ recommendedNonce }, queue] = await Promise.all([
          call(gateway, getNonces, {
            params: { chainId, address },
            signal,
            retryLimit: 0,
            timeout: 5000,
          }),
          client.fetchInfiniteQuery({
            ...queueQuery({ chainId, address }),
            pages: mostPages,
          }),
        ])
        const listed = queue.pages
          .flatMap(({ results }) => results)
          .flatMap((item) =>
            item.type === 'TRANSACTION' &&
            item.transaction.executionInfo?.type === 'MULTISIG'
              ? item.transaction.executionInfo.nonce
              : [],
          )
        const queued = [...listed, ...local]
        const own = recommendNonce({ current, waiting: queued })
        // Only of a list that nobody reads to its end the gateway's number is
        // taken: it could be any, and a signature far ahead waits for years.
        const isWhole = !queue.pages.at(-1)?.next
        const nonce = isWhole || recommendedNonce < own ? own : recommendedNonce
        return { nonce, isQueueKnown: true, queued }
      } catch {
        const nonce = recommendNonce({ current, waiting: local })
        return { nonce, isQueueKnown: false, queued: local }
      }
    },
    staleTime: 0,
  })
}

export type NonceReading = {
  /** Undefined: the text is no nonce that can be proposed. */
  nonce: bigint | undefined
  error: string | undefined
  warning: string | undefined
}

/** Nobody has so many waiting. */
const farAhead = 100n

/** The wire cannot carry more. */
const highest = BigInt(Number.MAX_SAFE_INTEGER)

export function readNonceText(
  text: string,
  { current, recommended }: { current: bigint; recommended: RecommendedNonce },
): NonceReading {
  const refuse = (error: string): NonceReading => ({
    nonce: undefined,
    error,
    warning: undefined,
  })
  if (!/^\d+$/.test(text.trim())) return refuse(nonceErrors.notWhole)
  const nonce = BigInt(text.trim())
  if (nonce > highest) return refuse(nonceErrors.tooHigh)
  if (nonce < current) return refuse(writeUsedNonce(nonce, current))
  if (nonce > current + mostNoncesAhead)
    return refuse(writeDistantNonce(nonce, current + mostNoncesAhead))
  return { nonce, error: undefined, warning: warn() }

  function warn(): string | undefined {
    const free = findFree(current, recommended.queued)
    if (nonce >= free + farAhead) return writeFarNonce(nonce, free)
    if (recommended.queued.includes(nonce)) return writeTakenNonce(nonce)
    if (nonce > free) return writeNonceGap(nonce, free)
    if (nonce < recommended.nonce) return writeEarlyNonce(nonce)
    return undefined
  }
}

/** The first nonce from the chain's own that nothing waits at. */
function findFree(current: bigint, queued: readonly bigint[]): bigint {
  const taken = new Set(queued)
  let free = current
  while (taken.has(free)) free += 1n
  return free
}
