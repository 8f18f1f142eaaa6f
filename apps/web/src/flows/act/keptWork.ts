import type { SafeReference } from '@covault/api'
import * as z from 'zod/mini'
import {
  type KeptSignature,
  keptFields,
} from '../../preferences/keptSignatures.js'
import { defineRecords } from '../../preferences/records.js'
import {
  storedAddress,
  storedChainId,
  storedHash,
} from '../../preferences/schemas.js'
import type { SignableKind } from '../../trust/signable.js'

const place = { chainId: storedChainId, safe: storedAddress }

/** The form of a flow as it was left, by `chainId:safe:flow`. */
export const drafts = defineRecords({
  kind: 'draft',
  schema: z.object({ input: z.unknown(), note: z.string(), at: z.number() }),
})

const messageSignature = z.object({
  ...keptFields,
  content: z.union([
    z.string(),
    z.object({
      domain: z.record(z.string(), z.unknown()),
      types: z.record(
        z.string(),
        z.array(z.object({ name: z.string(), type: z.string() })),
      ),
      primaryType: z.string(),
      message: z.record(z.string(), z.unknown()),
    }),
  ]),
  messageHash: storedHash,
})
export type KeptMessageSignature = z.output<typeof messageSignature>

/** Like signatures of transactions, by `hash:signer`. */
export const keptMessageSignatures = defineRecords({
  kind: 'messageSignature',
  schema: messageSignature,
})

/** As they lie in the browser; what is there already is read for good. */
export type Stored = {
  transaction: KeptSignature
  message: KeptMessageSignature
}

/** Signed, and not acknowledged by the gateway yet. */
export type Kept<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One; value: Stored[One] }
}[Kind]

const wrongSignature = z.object({
  ...place,
  /** For a message the one that the safe was at. */
  nonce: z.bigint(),
  /** What the wallet was asked to sign, or the hash of a message. */
  safeTxHash: storedHash,
  account: storedAddress,
  /** What it answered. */
  signature: z.string(),
  at: z.number(),
})
export type WrongSignature = z.output<typeof wrongSignature>

/** A wallet signed something else than it was asked to, by time. */
export const wrongSignatures = defineRecords({
  kind: 'wrongSignature',
  schema: wrongSignature,
})

export function nameDraft(
  { chainId, address }: SafeReference,
  flow: string,
): string {
  return `${chainId}:${address}:${flow}`
}
