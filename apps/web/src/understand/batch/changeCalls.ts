import {
  appendCalls,
  type BatchedCall,
  type NewBatchedCall,
} from '../../preferences/draftBatches.js'

export type RowDrag = { kind: 'start' | 'over' | 'end'; id: number }

export type RowChange =
  /** So many places down, or up; as far as there are any. */
  | { kind: 'move'; id: number; by: number }
  | { kind: 'duplicate'; id: number }
  | { kind: 'remove'; id: number }

/** Puts a call at another place; beyond the ends is at the end. */
export function moveCall(
  calls: readonly BatchedCall[],
  id: number,
  place: number,
): BatchedCall[] {
  const moved = calls.find((call) => call.id === id)
  if (!moved) return [...calls]
  const others = calls.filter((call) => call.id !== id)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** The copy stands right behind. */
export function duplicateCall(
  calls: readonly BatchedCall[],
  id: number,
): BatchedCall[] {
  const index = calls.findIndex((call) => call.id === id)
  const copied = calls[index]
  if (!copied) return [...calls]
  const grown = appendCalls(calls, [copied])
  const copy = grown.at(-1)
  return copy ? moveCall(grown, copy.id, index + 1) : grown
}

export function replaceCall(
  calls: readonly BatchedCall[],
  id: number,
  call: NewBatchedCall,
): BatchedCall[] {
  return calls.map((one) => (one.id === id ? { ...call, id } : one))
}
