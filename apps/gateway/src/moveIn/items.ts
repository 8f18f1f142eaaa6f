import { messageContent } from '@covault/api/transaction-service'
import { type Hex, zeroAddress } from 'viem'
import { z } from 'zod'
import { addressSchema } from '../accessConfig.js'
import { SourceAnswerError } from './source.js'

// What another service says, in the forms that it may have. Fields that are
// not needed are not looked at.

const whole = z
  .union([z.string().regex(/^\d{1,78}$/), z.int().min(0)])
  .transform(BigInt)

const bytes = z
  .string()
  .regex(/^0x(?:[0-9a-f]{2})*$/i, 'Not hexadecimal')
  .transform((text) => text.toLowerCase() as Hex)

const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, 'Not a hash')
  .transform((text) => text.toLowerCase() as Hex)

const orZero = addressSchema
  .nullish()
  .transform((address) => address ?? zeroAddress)

const confirmations = z
  .array(z.object({ owner: addressSchema, signature: bytes.nullish() }))
  .max(1_000)
  .nullish()
  .transform((list) =>
    (list ?? []).flatMap(({ owner, signature }) =>
      // An approval on the chain has none, and is read there.
      signature ? [{ owner, signature }] : [],
    ),
  )

/** A signature as the other service tells it, and whose it is said to be. */
export type ToldSignature = z.output<typeof confirmations>[number]

const transaction = z.object({
  safe: addressSchema,
  to: addressSchema,
  value: whole,
  data: bytes.nullish().transform((data) => data ?? '0x'),
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: whole,
  baseGas: whole,
  gasPrice: whole,
  gasToken: orZero,
  refundReceiver: orZero,
  nonce: whole,
  safeTxHash: hash,
  proposer: addressSchema.nullish(),
  origin: z.string().nullish(),
  confirmations,
})
export type ToldTransaction = z.output<typeof transaction>

const message = z.object({
  safe: addressSchema,
  messageHash: hash,
  modified: z.string().max(40).nullish(),
  message: messageContent,
  proposedBy: addressSchema.nullish(),
  origin: z.string().nullish(),
  confirmations,
})
export type ToldMessage = z.output<typeof message>

const proposer = z.object({
  safe: addressSchema.nullish(),
  delegate: addressSchema,
  delegator: addressSchema,
  label: z.string().max(1_000).default(''),
  expiryDate: z.iso.datetime({ offset: true }).nullish(),
})
export type ToldProposer = z.output<typeof proposer>

const page = z.object({
  next: z.unknown(),
  results: z.array(z.unknown()).max(1_000),
})

/** A list's part: what can be read of it, and what is wrong with the rest. */
export type Page<item> = {
  items: item[]
  /** One for each entry that cannot be read. */
  unreadable: string[]
  /** How many entries the answer had. */
  length: number
  goesOn: boolean
}

export const readTransactionPage = reader(transaction, 'safeTxHash')
export const readMessagePage = reader(message, 'messageHash')
export const readProposerPage = reader(proposer, 'delegate')

function reader<item>(schema: z.ZodType<item>, key: string) {
  return (answer: unknown): Page<item> => {
    const read = page.safeParse(answer)
    if (!read.success) throw new SourceAnswerError()
    const { results, next } = read.data
    const items: item[] = []
    const unreadable: string[] = []
    for (const [at, entry] of results.entries()) {
      const result = schema.safeParse(entry)
      if (result.success) items.push(result.data)
      else unreadable.push(describe(entry, key, { at, error: result.error }))
    }
    const goesOn = next !== null && next !== undefined && results.length > 0
    return { items, unreadable, length: results.length, goesOn }
  }
}

/** By its key if that is one, for nothing else of it may be printed. */
function describe(
  entry: unknown,
  key: string,
  { at, error }: { at: number; error: z.ZodError },
): string {
  const value =
    typeof entry === 'object' && entry !== null && key in entry
      ? String((entry as Record<string, unknown>)[key])
      : ''
  const name = /^0x[0-9a-f]{40,64}$/i.test(value) ? value : `Entry ${at + 1}`
  const field = error.issues[0]?.path.join('.') || 'its form'
  return `${name}: ${field.replace(/[^\w.]/g, '')} cannot be read`
}
