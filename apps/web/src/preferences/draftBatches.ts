import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { oneAtATime } from './oneAtATime.js'
import { defineRecords } from './records.js'
import { storedAddress, storedBytes, storedChainId } from './schemas.js'

const batchedCall = z.object({
  /** Stays with the call while others come, go and move. */
  id: z.int(),
  to: storedAddress,
  value: z.bigint(),
  data: storedBytes,
  /** What it was made with: the title of a flow, the name of a file. */
  source: z.string(),
  /** As files of transaction builders hold it; undefined: bytes alone. */
  entry: z.optional(z.record(z.string(), z.unknown())),
})
export type BatchedCall = z.output<typeof batchedCall>

/** What is about to be put into a batch. */
export type NewBatchedCall = Omit<BatchedCall, 'id'>

const origin = z.object({
  name: z.string(),
  /** All of the file but its calls, as long as these are as they were. */
  document: z.optional(z.record(z.string(), z.unknown())),
  indent: z.optional(z.union([z.number(), z.string()])),
  end: z.optional(z.string()),
})
/** The file that a batch was read from. */
export type BatchOrigin = z.output<typeof origin>

const batch = z.object({
  chainId: storedChainId,
  safe: storedAddress,
  /** In the order in which they will run. */
  calls: z.array(batchedCall),
  origin: z.optional(origin),
})
export type DraftBatch = z.output<typeof batch>

/** Calls that wait in this browser to become one transaction. */
export const draftBatches = defineRecords({ kind: 'batch', schema: batch })

const savedBatch = z.object({
  ...batch.shape,
  name: z.string(),
  at: z.number(),
})
export type SavedBatch = z.output<typeof savedBatch>

/** Batches that were put aside under a name, by that name and the chain. */
export const savedBatches = defineRecords({
  kind: 'savedBatch',
  schema: savedBatch,
})

/** More do not fit into one transaction of most chains. */
export const mostBatched = 500

export type BatchPlace = { chainId: number; address: Address }

export function nameBatch({ chainId, address }: BatchPlace): string {
  return `${chainId}:${address}`
}

/** Gives the number of calls that are in the batch then. */
export async function addToBatch(
  place: BatchPlace,
  added: readonly NewBatchedCall[],
): Promise<number> {
  const { calls } = await changeBatch(place, (batch) => ({
    ...batch,
    calls: appendCalls(batch.calls, added),
  }))
  return calls.length
}

/** Those that were proposed or executed; each of them once. */
export async function takeFromBatch(
  place: BatchPlace,
  taken: readonly { to: Address; value: bigint; data: Hex }[],
): Promise<void> {
  await changeBatch(place, (batch) => ({
    ...batch,
    calls: subtractCalls(batch.calls, taken),
  }))
}

/**
 * The one way to change a batch: what is stored is read again, so that two
 * tabs do not undo each other's work. Whatever changes the calls parts them
 * from the file they came from.
 */
export async function changeBatch(
  place: BatchPlace,
  change: (batch: DraftBatch) => DraftBatch,
): Promise<DraftBatch> {
  const name = nameBatch(place)
  return oneAtATime(`covault.batch.${name}`, async () => {
    const before = (await draftBatches.read(name)) ?? {
      chainId: place.chainId,
      safe: place.address,
      calls: [],
    }
    const after = change(before)
    if (after.calls.length > mostBatched) throw new BatchFullError()
    const kept = after.origin === before.origin ? partOrigin(after) : after
    if (after.calls.length === 0) await draftBatches.remove(name)
    else await draftBatches.write(name, kept)
    return kept
  })
}

function partOrigin({ origin: from, ...rest }: DraftBatch): DraftBatch {
  return from ? { ...rest, origin: { name: from.name } } : rest
}

export function appendCalls(
  calls: readonly BatchedCall[],
  added: readonly NewBatchedCall[],
): BatchedCall[] {
  const first = 1 + Math.max(0, ...calls.map(({ id }) => id))
  return [
    ...calls,
    ...added.map((call, index) => ({ ...call, id: first + index })),
  ]
}

function subtractCalls(
  calls: readonly BatchedCall[],
  taken: readonly { to: Address; value: bigint; data: Hex }[],
): BatchedCall[] {
  const rest = [...calls]
  for (const { to, value, data } of taken) {
    const index = rest.findIndex(
      (call) =>
        call.to === to &&
        call.value === value &&
        call.data.toLowerCase() === data.toLowerCase(),
    )
    if (index !== -1) rest.splice(index, 1)
  }
  return rest
}

class BatchFullError extends BaseError {
  constructor() {
    super(
      `A batch holds up to ${mostBatched} calls. Propose this batch before you add more.`,
    )
  }
}
