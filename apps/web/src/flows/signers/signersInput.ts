import type { OwnerSet } from '@covault/protocol'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { longestName } from '../../preferences/addressBook.js'
import { storedAddress } from '../../preferences/schemas.js'

const newOwner = {
  /** As it was typed. */
  text: z.string(),
  /** What the text stood for when the review was asked for. */
  address: z.nullable(storedAddress),
  /** The name that the chain resolved to it, if it was one. */
  resolvedName: z.nullable(z.string()),
  /** For the address book of this browser; the chain never hears of it. */
  name: z.optional(z.string().check(z.maxLength(longestName))),
}

/** One row of the form: a present owner, or one that is to come. */
const row = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('present'),
    /** Stays with its row when rows before it go. */
    id: z.int(),
    owner: storedAddress,
    fate: z.enum(['stays', 'leaves', 'replaced']),
    ...newOwner,
  }),
  z.object({ kind: z.literal('added'), id: z.int(), ...newOwner }),
])

export const signersSchema = z.object({
  /** Present owners in the order of the chain, then the new ones. */
  rows: z.array(row),
  threshold: z.string(),
  /** The one the safe had when the draft was begun. */
  presentThreshold: z.int(),
})

export type SignersInput = z.output<typeof signersSchema>
export type SignerRow = SignersInput['rows'][number]

const nobody = { text: '', address: null, resolvedName: null }

/** Everything as it is, but for what a link asks about. */
export function createSignersInput(
  { owners, threshold }: OwnerSet,
  { recipient, id: subject }: { recipient?: string; id?: string } = {},
): SignersInput {
  const [, fate, subjectOwner] =
    /^(remove|replace):(0x[0-9a-fA-F]{40})$/.exec(subject ?? '') ?? []
  const rows = owners.map((owner, id): SignerRow => {
    const isSubject = owner.toLowerCase() === subjectOwner?.toLowerCase()
    const asked = fate === 'remove' ? 'leaves' : 'replaced'
    return {
      kind: 'present',
      id,
      owner,
      fate: isSubject ? asked : 'stays',
      ...nobody,
    }
  })
  const input = {
    rows,
    threshold: String(threshold),
    presentThreshold: threshold,
  }
  return recipient ? addRow(input, recipient) : input
}

export function addRow(input: SignersInput, text = ''): SignersInput {
  const id = 1 + Math.max(-1, ...input.rows.map((row) => row.id))
  return {
    ...input,
    rows: [...input.rows, { kind: 'added', id, ...nobody, text }],
  }
}

/** What another text stood for does not count for this one. */
export function writeText(row: SignerRow, text: string): SignerRow {
  return { ...row, ...nobody, text }
}

/** What the draft was begun from. */
export function getPresent({ rows, presentThreshold }: SignersInput): OwnerSet {
  const owners = rows.flatMap((row) =>
    row.kind === 'present' ? row.owner : [],
  )
  return { owners, threshold: presentThreshold }
}

/** Whether the row has a field for the address of a new owner. */
export function takesOwner(row: SignerRow): boolean {
  return row.kind === 'added' || row.fate === 'replaced'
}

export function isUntouched({
  rows,
  threshold,
  presentThreshold,
}: SignersInput): boolean {
  return Number(threshold) === presentThreshold && rows.every(stays)
}

export function stays(row: SignerRow): boolean {
  return row.kind === 'present' && row.fate === 'stays'
}

/**
 * Who would be an owner, in the order of the rows. `addresses` has what their
 * texts mean; who is not known yet is left out.
 */
export function getWanted(
  { rows, threshold }: SignersInput,
  addresses: readonly (Address | null | undefined)[],
): OwnerSet {
  const owners = rows.flatMap((row, index) => {
    if (takesOwner(row)) return addresses[index] ?? []
    return row.kind === 'present' && row.fate === 'stays' ? row.owner : []
  })
  return { owners, threshold: Number(threshold) }
}

/** The same wishes, on top of what the chain has by now. */
export function rebase(input: SignersInput, present: OwnerSet): SignersInput {
  const fresh = createSignersInput(present)
  const rows = fresh.rows.map((row) => {
    const before = input.rows.find(
      (other) =>
        other.kind === 'present' &&
        row.kind === 'present' &&
        other.owner === row.owner,
    )
    return before ? { ...before, id: row.id } : row
  })
  const added = input.rows.filter(
    ({ kind, address }) =>
      kind === 'added' && !(address && present.owners.includes(address)),
  )
  const isThresholdTouched = input.threshold !== String(input.presentThreshold)
  return {
    ...fresh,
    rows: [
      ...rows,
      ...added.map((row, index) => ({ ...row, id: rows.length + index })),
    ],
    threshold: isThresholdTouched ? input.threshold : fresh.threshold,
  }
}
