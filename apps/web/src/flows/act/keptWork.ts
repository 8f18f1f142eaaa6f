import type { SafeReference } from '@covault/api'
import * as z from 'zod/mini'
import { defineRecords } from '../../preferences/records.js'
import {
  storedAddress,
  storedChainId,
  storedHash,
} from '../../preferences/schemas.js'
import type { SignableKind, Stored } from '../../trust/signable.js'

const place = { chainId: storedChainId, safe: storedAddress }

/** The form of a flow as it was left, by `chainId:safe:flow`. */
export const drafts = defineRecords({
  kind: 'draft',
  schema: z.object({ input: z.unknown(), note: z.string(), at: z.number() }),
})

/** With signatures that the gateway has not acknowledged yet. */
export type Kept<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One; value: Stored<One> }
}[Kind]

const wrongSignature = z.object({
  ...place,
  /** For a message the one that the safe was at, where that was known. */
  nonce: z.optional(z.bigint()),
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
