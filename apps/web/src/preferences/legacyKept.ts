import * as z from 'zod/mini'
import {
  keptFields,
  keptMessage,
  keptTransaction,
  type LocalSignature,
  localMessages,
  localSignature,
  localTransactions,
  nameLocal,
  saveLocal,
} from './localQueue.js'
import { defineRecords } from './records.js'

const fields = {
  ...keptFields,
  ...z.pick(localSignature, { signer: true, signature: true, isLate: true })
    .shape,
}

/** Single signatures as earlier releases kept them, by `hash:signer`. */
export const keptSignatures = defineRecords({
  kind: 'signature',
  schema: z.object({ ...fields, ...keptTransaction }),
})

export const keptMessageSignatures = defineRecords({
  kind: 'messageSignature',
  schema: z.object({ ...fields, ...keptMessage }),
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
}: LocalSignature): LocalSignature {
  return { signer, signature, at, ...(isLate && { isLate }) }
}
