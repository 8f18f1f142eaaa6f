import {
  hashSafeTransaction,
  parseSafeVersion,
  type SafeTransaction,
  type Tense,
} from '@covault/protocol'
import { useMemo } from 'react'
import { formatAddress } from '../lib/formatAddress.js'
import { decodeBytes } from '../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { describeIntent } from '../understand/tell/describeIntent.js'
import { useDecoded } from './useDecoded.js'
import { useNameOf } from './useNameOf.js'

/**
 * What a transaction does in one sentence, without a full stop. Undefined until
 * the chain said what it calls; where that doesn't answer, the bytes tell alone.
 */
export function useHeadline(
  place: SafePlace,
  transaction: SafeTransaction | undefined,
  { tense }: { tense?: Tense } = {},
): string | undefined {
  const { chain, address } = place
  const nameOf = useNameOf(place)
  const signed = useSigned(place, transaction)
  const { data, isError } = useDecoded(place, {
    call: signed?.transaction,
    signed,
    digest: signed?.digest,
  })
  const isUnread = !data && isError
  const bytes = useMemo(
    () =>
      isUnread && signed ? decodeBytes({ chain, address }, signed) : undefined,
    [isUnread, signed, chain, address],
  )
  const decoded = data ?? bytes
  return (
    decoded &&
    describeIntent(
      decoded.intent,
      (who) => nameOf(who) ?? formatAddress(who, { digits: 6 }),
      { tense },
    )
  )
}

/**
 * The hash is computed: under it the meaning of these bytes is remembered, and
 * the review that asks for it must not be told that of others. Undefined where
 * nobody knows how the owners sign.
 */
function useSigned(
  { chain: { chainId }, address, safe }: SafePlace,
  transaction: SafeTransaction | undefined,
) {
  return useMemo(() => {
    const version = parseSafeVersion(safe.version)?.version
    if (!transaction || !version) return undefined
    const domain = { chainId, safe: address, version }
    const digest = hashSafeTransaction(domain, transaction)
    return { domain, transaction, digest }
  }, [chainId, address, safe.version, transaction])
}
