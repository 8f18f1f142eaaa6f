import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { defineRecords } from '../preferences/records.js'
import { storedAddress, storedChainId } from '../preferences/schemas.js'

const hash = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value),
)
const bytes = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value),
)
const place = { chainId: storedChainId, safe: storedAddress }

const transaction = z.object({
  to: storedAddress,
  value: z.bigint(),
  data: bytes,
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: z.bigint(),
  baseGas: z.bigint(),
  gasPrice: z.bigint(),
  gasToken: storedAddress,
  refundReceiver: storedAddress,
  nonce: z.bigint(),
})

/** The form of a flow as it was left, by `chainId:safe:flow`. */
export const drafts = defineRecords({
  kind: 'draft',
  schema: z.object({ input: z.unknown(), note: z.string(), at: z.number() }),
})

const signature = z.object({
  ...place,
  transaction,
  safeTxHash: hash,
  signer: storedAddress,
  signature: bytes,
  note: z.string(),
  /** The gateway had the transaction when it was signed. */
  isProposed: z.boolean(),
  at: z.number(),
})
export type KeptSignature = z.output<typeof signature>

/** Signed, and not acknowledged by the gateway yet, by `hash:signer`. */
export const keptSignatures = defineRecords({
  kind: 'signature',
  schema: signature,
})

const execution = z.object({
  ...place,
  safeTxHash: hash,
  /** Of the safe's transaction. */
  nonce: z.bigint(),
  transactionHash: hash,
  from: storedAddress,
  /** Of the account that sent it. */
  senderNonce: z.number(),
  data: bytes,
  to: storedAddress,
  description: z.string(),
  at: z.number(),
})
export type SentExecution = z.output<typeof execution>

/** Handed to the network and not seen to its end, by the hash of the safe. */
export const sentExecutions = defineRecords({
  kind: 'execution',
  schema: execution,
})

const wrongSignature = z.object({
  ...place,
  nonce: z.bigint(),
  /** What the wallet was asked to sign. */
  safeTxHash: hash,
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
  { chainId, address }: { chainId: number; address: Address },
  flow: string,
): string {
  return `${chainId}:${address}:${flow}`
}
