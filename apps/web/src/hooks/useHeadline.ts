import type { SafeTransaction, Tense } from '@covault/protocol'
import type { Hex } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { toDomain } from '../trust/domain.js'
import { decodeBytes } from '../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { describeIntent } from '../understand/tell/describeIntent.js'
import { useDecoded } from './useDecoded.js'
import { useNameOf } from './useNameOf.js'

type Told = { transaction: SafeTransaction; hash: Hex }

/**
 * What a transaction does in one sentence, without a full stop. Undefined until
 * the chain said what it calls; where that doesn't answer, the bytes tell alone.
 */
export function useHeadline(
  place: SafePlace,
  told: Told | undefined,
  { tense }: { tense?: Tense } = {},
): string | undefined {
  const nameOf = useNameOf(place)
  const domain = told && toDomain(place.chain, place.safe)
  const signed = told && domain && { domain, transaction: told.transaction }
  const { data, isError } = useDecoded(place, {
    call: told?.transaction,
    signed,
    digest: told?.hash,
  })
  const decoded =
    data ?? (isError && signed ? decodeBytes(place, signed) : undefined)
  return (
    decoded &&
    describeIntent(
      decoded.intent,
      (who) => nameOf(who) ?? formatAddress(who, { digits: 6 }),
      { tense },
    )
  )
}
