import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { defineRecords } from './records.js'
import {
  storedAddress,
  storedApp,
  storedBytes,
  storedChainId,
  storedHash,
} from './schemas.js'

const transaction = z.object({
  to: storedAddress,
  value: z.bigint(),
  data: storedBytes,
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: z.bigint(),
  baseGas: z.bigint(),
  gasPrice: z.bigint(),
  gasToken: storedAddress,
  refundReceiver: storedAddress,
  nonce: z.bigint(),
})

/** What is kept of any signature, beside what it is of. */
export const keptFields = {
  chainId: storedChainId,
  safe: storedAddress,
  signer: storedAddress,
  signature: storedBytes,
  /** The app that asked for it. */
  app: z.optional(storedApp),
  /** The gateway had what was signed. */
  isProposed: z.boolean(),
  at: z.number(),
  /** When the gateway did not take it; until then it is on its way. */
  failedAt: z.optional(z.number()),
  /** It came when nobody waited any more, and waits for its owner's word. */
  isLate: z.optional(z.boolean()),
}

const signature = z.object({
  ...keptFields,
  transaction,
  safeTxHash: storedHash,
  note: z.string(),
})
export type KeptSignature = z.output<typeof signature>

/** Signed, and not acknowledged by the gateway yet, by `hash:signer`. */
export const keptSignatures = defineRecords({
  kind: 'signature',
  schema: signature,
})

/**
 * Signatures that the gateway has had, or was seen to have: what it does not
 * show any more was deleted or is withheld. By `hash:signer`, for 90 days.
 */
export const seenSignatures = defineRecords({
  kind: 'seen',
  schema: signature,
})

/** In milliseconds. */
const seenFor = 90 * 24 * 3_600_000

export function isSeenLately({ at }: KeptSignature): boolean {
  return Date.now() - at < seenFor
}

export function nameSignature({
  safeTxHash,
  signer,
}: Pick<KeptSignature, 'safeTxHash' | 'signer'>): string {
  return `${safeTxHash}:${signer}`
}

/** Whoever deleted it here need not be told that it is gone. */
export async function forgetSeen(safeTxHash: Hex): Promise<void> {
  for (const { name, value } of await seenSignatures.list())
    if (value.safeTxHash === safeTxHash) await seenSignatures.remove(name)
}

/** Remembers those that were verified and are not known yet. */
export async function rememberSeen(
  signed: Pick<
    KeptSignature,
    'chainId' | 'safe' | 'transaction' | 'safeTxHash'
  >,
  confirmations: readonly {
    signer: Address
    signature: Hex | null
    status: string
  }[],
): Promise<void> {
  const known = new Set((await seenSignatures.list()).map(({ name }) => name))
  const fresh = confirmations.flatMap(({ signer, signature, status }) => {
    if (status !== 'verified' || signature === null) return []
    const value: KeptSignature = {
      ...signed,
      signer,
      signature,
      note: '',
      isProposed: false,
      at: Date.now(),
    }
    const name = nameSignature(value)
    return known.has(name) ? [] : [{ name, value }]
  })
  if (fresh.length > 0) await seenSignatures.writeAll(fresh)
}
