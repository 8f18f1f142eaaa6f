import { BaseError, type Call } from '@covault/protocol'
import {
  type BatchPlace,
  draftBatches,
  nameBatch,
} from '../../preferences/draftBatches.js'

/** What the batch holds at this moment, whatever tab put it there. */
export async function readBatchedCalls(
  place: BatchPlace,
): Promise<readonly Call[]> {
  const batch = await draftBatches.read(nameBatch(place))
  if (!batch || batch.calls.length === 0) throw new NothingBatchedError()
  return batch.calls.map(({ to, value, data }) => ({
    to,
    value,
    data,
    operation: 0,
  }))
}

export class NothingBatchedError extends BaseError {
  override name = 'NothingBatchedError'

  constructor() {
    super('There is no call in the batch any more. Add one, then review it.')
  }
}
