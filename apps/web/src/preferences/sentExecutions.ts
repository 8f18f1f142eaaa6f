import * as z from 'zod/mini'
import { defineRecords } from './records.js'
import {
  storedAddress,
  storedBytes,
  storedChainId,
  storedHash,
} from './schemas.js'

const execution = z.object({
  chainId: storedChainId,
  safe: storedAddress,
  safeTxHash: storedHash,
  /** Of the safe's transaction. */
  nonce: z.bigint(),
  transactionHash: storedHash,
  /** Sent before it for the same: each of them may be the one that is mined. */
  earlier: z.optional(z.array(storedHash)),
  from: storedAddress,
  /** Of the account that sent it. */
  senderNonce: z.number(),
  data: storedBytes,
  to: storedAddress,
  description: z.string(),
  at: z.number(),
  /** Where it was seen to be mined. */
  block: z.optional(z.bigint()),
  /** When it was over; a block can still be replaced by another. */
  succeededAt: z.optional(z.number()),
})
export type SentExecution = z.output<typeof execution>

/** Handed to the network and not seen to its end, by the hash of the safe. */
export const sentExecutions = defineRecords({
  kind: 'execution',
  schema: execution,
})
