import type { Address } from 'viem'
import * as z from 'zod/mini'
import { toForeignText } from '../lib/foreignText.js'
import { definePreference } from './preference.js'
import { storedAddress, storedPlace } from './schemas.js'

export const longestCategory = 40
export const longestNote = 200

const label = z
  .extend(storedPlace, {
    /** As the gateway calls the movement; from the bytes of the chain. */
    id: z
      .string()
      .check(z.regex(/^transfer_\w+_[ei][\da-f]{64}\d{1,9}(,\d{1,9})?$/)),
    /** When it moved, in milliseconds. */
    time: z.int(),
    counterparty: storedAddress,
    category: text(longestCategory),
    note: text(longestNote),
  })
  // One that the gateway cannot read would keep it from finding the others.
  .check(z.refine(({ id, address }) => id.startsWith(`transfer_${address}_`)))
/** What a movement of a safe is to the reader, in words of the reader. */
export type MovementLabel = z.output<typeof label>

/** What was typed here may have been copied from somewhere. */
function text(longest: number) {
  return z.pipe(
    z.string().check(z.maxLength(longest)),
    z.transform((text) => toForeignText(text, longest)),
  )
}

type Place = z.output<typeof storedPlace>

/** What a browser keeps for us has room for no more than these. */
const mostLabels = 5_000

export const movementLabels = definePreference({
  name: 'movementLabels',
  schema: z.readonly(z.array(label)),
  fallback: [],
})

/** A label without words is none. */
export function saveLabel(saved: MovementLabel): void {
  movementLabels.write(mergeLabels(movementLabels.read(), [saved]))
}

/** Later ones win; the newest movements stand first. */
export function mergeLabels(
  labels: readonly MovementLabel[],
  added: readonly MovementLabel[],
): MovementLabel[] {
  const byMovement = new Map(
    [...labels, ...added].map((one) => [`${one.chainId} ${one.id}`, one]),
  )
  return [...byMovement.values()]
    .filter(({ category, note }) => category || note)
    .sort((one, other) => other.time - one.time)
    .slice(0, mostLabels)
}

export function findLabel(
  labels: readonly MovementLabel[],
  { chainId, id }: { chainId: number; id: string },
): MovementLabel | undefined {
  return labels.find((one) => one.chainId === chainId && one.id === id)
}

/** Whose category or note has this text, however it is written. */
export function searchLabels(
  labels: readonly MovementLabel[],
  { chainId, address }: Place,
  text: string,
): MovementLabel[] {
  const part = text.toLowerCase()
  return labels.filter(
    (one) =>
      one.chainId === chainId &&
      one.address === address &&
      [one.category, one.note].some((words) =>
        words.toLowerCase().includes(part),
      ),
  )
}

/** All categories in use, the most used first. */
export function listCategories(labels: readonly MovementLabel[]): string[] {
  const counts = new Map<string, number>()
  for (const { category } of labels)
    if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts.entries()]
    .sort(([, one], [, other]) => other - one)
    .map(([category]) => category)
}

/** What movements with somebody were called the last time. */
export function suggestCategory(
  labels: readonly MovementLabel[],
  { chainId, counterparty }: { chainId: number; counterparty: Address },
): string | undefined {
  return labels.find(
    (one) =>
      one.chainId === chainId &&
      one.counterparty === counterparty &&
      one.category,
  )?.category
}
