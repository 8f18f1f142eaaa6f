import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { defineRecords } from './records.js'
import {
  storedAddress,
  storedApp,
  storedBytes,
  storedChainId,
  storedHash,
  storedTransaction,
} from './schemas.js'

const signature = z.object({
  chainId: storedChainId,
  safe: storedAddress,
  transaction: storedTransaction,
  safeTxHash: storedHash,
  signer: storedAddress,
  signature: storedBytes,
  note: z.string(),
  /** The app that asked for it. */
  app: z.optional(storedApp),
  at: z.number(),
})
export type SeenSignature = z.output<typeof signature>

/**
 * Signatures that the gateway has had, or was seen to have: what it does not
 * show any more was deleted or is withheld. By `hash:signer`, for 90 days.
 */
export const seenSignatures = defineRecords({
  kind: 'seen',
  schema: signature,
})

/** In milliseconds. */
const day = 24 * 3_600_000

const seenFor = 90 * day

export function isSeenLately({ at }: SeenSignature): boolean {
  return Date.now() - at < seenFor
}

/** What is remembered at present. */
export async function listSeen(): Promise<SeenSignature[]> {
  const records = await seenSignatures.list()
  return records.map(({ value }) => value).filter(isSeenLately)
}

export function nameSignature({
  safeTxHash,
  signer,
}: Pick<SeenSignature, 'safeTxHash' | 'signer'>): string {
  return `${safeTxHash}:${signer}`
}

/** Anyone who deleted it here need not be told that it is gone. */
export async function forgetSeen(
  safeTxHash: Hex,
  which: (one: SeenSignature) => boolean = () => true,
): Promise<void> {
  for (const { name, value } of await seenSignatures.list())
    if (value.safeTxHash === safeTxHash && which(value))
      await seenSignatures.remove(name)
}

/** What does not count any more need not be remembered. */
export async function forgetSignature(
  one: Pick<SeenSignature, 'safeTxHash' | 'signer' | 'signature'>,
): Promise<void> {
  const name = nameSignature(one)
  const seen = await seenSignatures.read(name)
  if (seen?.signature === one.signature) await seenSignatures.remove(name)
}

/**
 * Remembers those that were told and verified, the last of each signer, and when
 * that was; what was not seen for long is let go.
 */
export async function rememberSeen(
  signed: Pick<
    SeenSignature,
    'chainId' | 'safe' | 'transaction' | 'safeTxHash'
  >,
  confirmations: readonly {
    signer: Address
    signature: Hex | null
    status: string
    /** It is this browser’s own, and nobody told it. */
    isKept?: boolean
  }[],
): Promise<void> {
  const known = new Map(
    (await seenSignatures.list()).map(({ name, value }) => [name, value]),
  )
  const fresh = confirmations.flatMap((one) => {
    const { signer, signature, status, isKept } = one
    if (isKept || status !== 'verified' || signature === null) return []
    const name = nameSignature({ ...signed, signer })
    const before = known.get(name)
    const at = Date.now()
    // A day more or less of so many need not be written each time.
    if (before?.signature === signature && at - before.at < day) return []
    const value: SeenSignature = {
      ...{ note: '', ...before, ...signed },
      ...{ signer, signature, at },
    }
    return [{ name, value }]
  })
  if (fresh.length > 0) await seenSignatures.writeAll(fresh)
  for (const [name, before] of known) {
    // Rows are checked side by side: another may have seen it by now.
    const value = isSeenLately(before)
      ? before
      : await seenSignatures.read(name)
    if (value && !isSeenLately(value)) await seenSignatures.remove(name)
  }
}
