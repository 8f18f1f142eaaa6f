import { call, estimateTransaction } from '@covault/api'
import {
  type Call,
  isVersionAtLeast,
  parseSafeVersion,
} from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import { gatewayItself } from '../../queries/gateway.js'
import { gatewayKey } from '../../queries/gatewayKey.js'
import { createChainClient } from '../../trust/chainClient.js'
import { hasFeature } from '../../trust/chainFacts.js'
import { estimateGas } from '../../trust/tryCall.js'
import type { SafePlace } from './safePlace.js'

/**
 * What a safe before 1.3.0 should have for its call: without a figure an
 * executor can give too little, and the nonce is spent for nothing. On a
 * network where a figure is not optional all safes have one. The gateway
 * suggests it; a suggestion that this browser's own estimate does not bear out
 * is left out, and so it is where either cannot be asked.
 */
export function safeTxGasQuery(
  { chain, address, safe }: SafePlace,
  calls: readonly Call[],
) {
  const { chainId } = chain
  const asked = needsFigure({ chain, safe }, calls)
  return queryOptions({
    queryKey: gatewayKey(estimateTransaction, {
      safes: [{ chainId, address }],
      asked,
    }),
    queryFn: async ({ signal }): Promise<bigint> => {
      if (!asked) return 0n
      const { to, value, data } = asked
      try {
        const own = await estimateGas(createChainClient(chain), {
          ...{ from: address, to, value, data },
        })
        const { safeTxGas } = await call(gatewayItself, estimateTransaction, {
          params: { chainId, safe_address: address },
          body: { to, value, data, operation: 0 },
          signal,
          retryLimit: 0,
          timeout: 5000,
        })
        return isBorneOut(safeTxGas, own) ? safeTxGas : 0n
      } catch {
        return 0n
      }
    },
    enabled: asked !== undefined,
    // It is part of what is signed: it does not move under a review.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** One plain call; what a delegatecall needs cannot be asked from outside. */
function needsFigure(
  { chain, safe: { version } }: Pick<SafePlace, 'chain' | 'safe'>,
  [only, ...others]: readonly Call[],
): Call | undefined {
  if (!only || others.length > 0 || only.operation !== 0) return undefined
  const known = parseSafeVersion(version)?.version
  if (!known) return undefined
  const isOptional =
    isVersionAtLeast(known, '1.3.0') &&
    hasFeature(chain, 'SAFE_TX_GAS_OPTIONAL')
  return isOptional ? undefined : only
}

/** As much as the call needs, with some room around it. */
export function isBorneOut(suggested: bigint, needed: bigint): boolean {
  return suggested >= needed / 2n && suggested <= 2n * needed + 200_000n
}
