import {
  type BatchPlace,
  type DraftBatch,
  draftBatches,
  nameBatch,
} from '../preferences/draftBatches.js'
import { useRecords } from '../preferences/records.js'

/** Null: there is no call in it. Undefined until it is read. */
export function useDraftBatch(
  place: BatchPlace | undefined,
): DraftBatch | null | undefined {
  const records = useRecords(draftBatches)
  if (!records || !place) return undefined
  const name = nameBatch(place)
  return records.find((record) => record.name === name)?.value ?? null
}
