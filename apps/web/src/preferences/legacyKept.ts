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
import { defineRecords, type Records } from './records.js'

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

/**
 * What an earlier release kept joins the local queue. What has no room there
 * stays where it is for the next time; fails then, once the others have joined.
 */
export async function adoptKept(): Promise<void> {
  const failures = [
    ...(await adoptAll(keptSignatures, async (value) => {
      const { signer, signature, isLate, ...fields } = value
      await saveLocal(localTransactions, {
        name: nameLocal(fields, fields.safeTxHash),
        value: { ...fields, signatures: [toSignature(value)] },
      })
    })),
    ...(await adoptAll(keptMessageSignatures, async (value) => {
      const { signer, signature, isLate, ...fields } = value
      await saveLocal(localMessages, {
        name: nameLocal(fields, fields.messageHash),
        value: { ...fields, signatures: [toSignature(value)] },
      })
    })),
  ]
  if (failures.length > 0) throw failures[0]
}

/** Why some could not be adopted. */
async function adoptAll<Value>(
  kept: Records<Value>,
  adopt: (value: Value) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { name, value } of await kept.list())
    try {
      await adopt(value)
      await kept.remove(name)
    } catch (error) {
      failures.push(error)
    }
  return failures
}

function toSignature({
  signer,
  signature,
  at,
  isLate,
}: LocalSignature): LocalSignature {
  return { signer, signature, at, ...(isLate && { isLate }) }
}
