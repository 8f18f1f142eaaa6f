import * as z from 'zod/mini'
import {
  localMessages,
  localTransactions,
  nameLocal,
  saveLocal,
} from './localQueue.js'
import { defineRecords } from './records.js'
import {
  storedAddress,
  storedApp,
  storedBytes,
  storedChainId,
  storedHash,
  storedMessage,
  storedTransaction,
} from './schemas.js'

const keptFields = {
  chainId: storedChainId,
  safe: storedAddress,
  signer: storedAddress,
  signature: storedBytes,
  app: z.optional(storedApp),
  isProposed: z.boolean(),
  at: z.number(),
  failedAt: z.optional(z.number()),
  isLate: z.optional(z.boolean()),
}

/** Single signatures as earlier releases kept them, by `hash:signer`. */
export const keptSignatures = defineRecords({
  kind: 'signature',
  schema: z.object({
    ...keptFields,
    transaction: storedTransaction,
    safeTxHash: storedHash,
    note: z.string(),
  }),
})

export const keptMessageSignatures = defineRecords({
  kind: 'messageSignature',
  schema: z.object({
    ...keptFields,
    content: storedMessage,
    messageHash: storedHash,
  }),
})

/** What an earlier release kept joins the local queue. */
export async function adoptKept(): Promise<void> {
  for (const { name, value } of await keptSignatures.list()) {
    const { signer, signature, isLate, ...fields } = value
    await saveLocal(localTransactions, {
      name: nameLocal(fields, fields.safeTxHash),
      value: { ...fields, signatures: [toSignature(value)] },
    })
    await keptSignatures.remove(name)
  }
  for (const { name, value } of await keptMessageSignatures.list()) {
    const { signer, signature, isLate, ...fields } = value
    await saveLocal(localMessages, {
      name: nameLocal(fields, fields.messageHash),
      value: { ...fields, signatures: [toSignature(value)] },
    })
    await keptMessageSignatures.remove(name)
  }
}

function toSignature({
  signer,
  signature,
  at,
  isLate,
}: {
  signer: z.output<typeof storedAddress>
  signature: z.output<typeof storedBytes>
  at: number
  isLate?: boolean | undefined
}) {
  return { signer, signature, at, ...(isLate && { isLate }) }
}
