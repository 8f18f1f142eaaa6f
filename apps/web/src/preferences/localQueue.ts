import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { useAllRecords } from './allRecords.js'
import { oneAtATime } from './oneAtATime.js'
import { defineRecords, type Records } from './records.js'
import {
  storedAddress,
  storedApp,
  storedBytes,
  storedChainId,
  storedHash,
  storedMessage,
  storedTransaction,
} from './schemas.js'

/** One owner's signature of something that is only in this browser. */
export const localSignature = z.object({
  signer: storedAddress,
  /** As the contract takes it. */
  signature: storedBytes,
  at: z.number(),
  /** It was made elsewhere: the time is when it was added here. */
  isBrought: z.optional(z.boolean()),
  /** Valid, but no network could say whether its signer is an owner. */
  isUnchecked: z.optional(z.boolean()),
  /** It came when nobody waited any more, and waits for its owner's word. */
  isLate: z.optional(z.boolean()),
  /** Of somebody who may propose and is no owner: it does not count. */
  isProposer: z.optional(z.boolean()),
})
export type LocalSignature = z.output<typeof localSignature>

/** More owners than any safe has. */
const mostSignatures = 200

/** What every release has kept of something that was signed here. */
export const keptFields = {
  chainId: storedChainId,
  safe: storedAddress,
  /** The app that asked for it. */
  app: z.optional(storedApp),
  /** The gateway had it when it was saved; the signatures are what is new. */
  isProposed: z.boolean(),
  /** When it was saved, or a signature joined it. */
  at: z.number(),
  /** When the gateway did not take it; until then it may be on its way. */
  failedAt: z.optional(z.number()),
}

export const keptTransaction = {
  transaction: storedTransaction,
  safeTxHash: storedHash,
  note: z.string(),
}

export const keptMessage = { content: storedMessage, messageHash: storedHash }

const localFields = {
  ...keptFields,
  /** What the gateway had against it, where it answered. */
  refusal: z.optional(z.string()),
  /** What may end the refusal; absent: it would be refused again. */
  passesWith: z.optional(z.enum(['signIn', 'time'])),
  signatures: z.array(localSignature).check(z.maxLength(mostSignatures)),
}

const localTransaction = z.object({ ...localFields, ...keptTransaction })
export type LocalTransaction = z.output<typeof localTransaction>

const localMessage = z.object({ ...localFields, ...keptMessage })
export type LocalMessage = z.output<typeof localMessage>

/**
 * What this browser has and the gateway has not, or not all signatures of: by
 * `chain:safe:hash`. It is signed, carried by link, file or code, and executed
 * from here; the gateway gets it when it answers.
 */
export const localTransactions = defineRecords({
  kind: 'localTransaction',
  schema: localTransaction,
})

/** The same for messages. */
export const localMessages = defineRecords({
  kind: 'localMessage',
  schema: localMessage,
})

/** What is kept, by the kind of what is signed. */
export type LocalKinds = {
  transaction: LocalTransaction
  message: LocalMessage
}
export type LocalKind = keyof LocalKinds

/** Where it is kept: whatever is meant for all kinds goes through these. */
export const localRecords: {
  readonly [Kind in LocalKind]: Records<LocalKinds[Kind]>
} = { transaction: localTransactions, message: localMessages }

export type LocalRecord<Kind extends LocalKind = LocalKind> = {
  [One in Kind]: { kind: One; name: string; value: LocalKinds[One] }
}[Kind]

/** All that is only here; undefined until it is read. */
export function useAllLocal(): LocalRecord[] | undefined {
  return useAllRecords<Local>(localRecords) as LocalRecord[] | undefined
}

/** Why the gateway did not take it. */
export type Refusal = { refusal: string } & Pick<LocalTransaction, 'passesWith'>

/** What is kept of anything signed, beside what it is. */
export type Local = Omit<LocalTransaction, keyof typeof keptTransaction>

/** More of one safe in one browser are not worked on by people. */
export const mostLocal = 200

export function nameLocal(
  { chainId, safe }: { chainId: number; safe: Address },
  hash: Hex,
): string {
  return `${chainId}:${safe}:${hash}`
}

/** Of one safe, the oldest first. */
export function listOfSafe<Value extends Local>(
  records: readonly { value: Value }[],
  { chainId, address }: { chainId: number; address: Address },
): Value[] {
  return records
    .map(({ value }) => value)
    .filter((one) => one.chainId === chainId && one.safe === address)
    .sort((a, b) => a.at - b.at)
}

/** Joins what is there: a signature is never lost, and never there twice. */
export async function saveLocal<Value extends Local>(
  records: Records<Value>,
  { name, value }: { name: string; value: Value },
): Promise<Value> {
  return changeLocal(records, name, async (before) => {
    if (!before) await assertRoom(records, value)
    return withinRoom(before ? mergeLocal(before, value) : value)
  })
}

/** Anyone can fill a file: what nobody has checked gives way. */
function withinRoom<Value extends Local>(value: Value): Value {
  const { signatures } = value
  const unchecked = signatures.filter((one) => one.isUnchecked)
  const left = mostSignatures - (signatures.length - unchecked.length)
  const dropped = new Set(unchecked.slice(Math.max(0, left)))
  return {
    ...value,
    signatures: signatures.filter((one) => !dropped.has(one)),
  }
}

export function mergeLocal<Value extends Local>(
  before: Value,
  added: Value,
): Value {
  const isMeant = (who: Address) =>
    before.signatures.some(({ signer, isLate }) => signer === who && !isLate)
  // What a wallet answers late, or nobody has checked, takes nothing back that
  // is meant to count.
  const fresh = added.signatures.filter(
    ({ signer, isLate, isUnchecked }) =>
      !(isLate || isUnchecked) || !isMeant(signer),
  )
  if (fresh.length === 0 && added.signatures.length > 0) return before
  const isFresh = (who: Address) => fresh.some(({ signer }) => signer === who)
  const kept = before.signatures.filter(({ signer }) => !isFresh(signer))
  return {
    ...withoutFailure(before),
    ...readFailure(before, added),
    ...('note' in before &&
      'note' in added && { note: before.note || added.note }),
    isProposed: before.isProposed || added.isProposed,
    at: added.at,
    signatures: [...kept, ...fresh],
  } as Value
}

function withoutFailure<Value extends Local>(value: Value) {
  const { failedAt: _, refusal: __, passesWith: ___, ...rest } = value
  return rest
}

/** What joins is handed over, unless it came late or nobody was there. */
function readFailure(before: Local, added: Local): Partial<Local> {
  const { failedAt, refusal, passesWith } = added.signatures.some(
    ({ isLate }) => isLate,
  )
    ? before
    : added
  return {
    ...(failedAt !== undefined && { failedAt }),
    ...(refusal !== undefined && { refusal }),
    ...(passesWith !== undefined && { passesWith }),
  }
}

/** The one way to change a record: undefined lets it go. */
export async function changeLocal<Value extends Local>(
  records: Records<Value>,
  name: string,
  change: (
    before: Value | undefined,
  ) => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  return oneAtATime(`covault.local.${name}`, async () => {
    const before = await records.read(name)
    const after = await change(before)
    if (after) await records.write(name, after)
    else if (before) await records.remove(name)
    return (after ?? before) as Value
  })
}

/** One signature is let go; the others and what they sign stay. */
export async function letGoOfSignature<Value extends Local>(
  records: Records<Value>,
  name: string,
  { signer, signature }: Pick<LocalSignature, 'signer' | 'signature'>,
): Promise<void> {
  await changeLocal(
    records,
    name,
    (before) =>
      before && {
        ...before,
        signatures: before.signatures.filter(
          (one) => one.signer !== signer || one.signature !== signature,
        ),
      },
  )
}

/**
 * Where an owner's signature was seen and verified elsewhere, a copy that has
 * none adds nothing to that. Signatures are never let go here.
 */
export async function letGoOfCopy<Value extends Local>(
  records: Records<Value>,
  name: string,
  confirmations: readonly { status: string; isKept?: boolean }[],
): Promise<void> {
  // What this browser remembers alone nobody else has.
  if (!confirmations.some((one) => one.status === 'verified' && !one.isKept))
    return
  const isEmpty = (one: Value | undefined) => one?.signatures.length === 0
  if (!isEmpty(await records.read(name))) return
  await changeLocal(records, name, (before) =>
    isEmpty(before) ? undefined : before,
  )
}

async function assertRoom<Value extends Local>(
  records: Records<Value>,
  { chainId, safe: address }: Value,
): Promise<void> {
  const others = listOfSafe(await records.list(), { chainId, address })
  if (others.length >= mostLocal) throw new LocalQueueFullError()
}

export class LocalQueueFullError extends BaseError {
  constructor() {
    super(
      `This browser keeps up to ${mostLocal} transactions and ${mostLocal} messages of a safe. Open those you don’t need and discard them before you add more.`,
    )
  }
}
