import { BaseError, type Call } from '@covault/protocol'
import {
  type BatchPlace,
  type DraftBatch,
  draftBatches,
  nameBatch,
} from '../../preferences/draftBatches.js'
import { rememberMethod } from '../../preferences/usedMethods.js'
import { findEntryMethod } from '../../understand/batch/batchEntry.js'

/** What the batch holds at this moment, whatever tab put it there. */
export async function readBatchedCalls(
  place: BatchPlace,
): Promise<readonly Call[]> {
  const batch = await draftBatches.read(nameBatch(place))
  if (!batch || batch.calls.length === 0) throw new NothingBatchedError()
  await rememberMethods(batch)
  return batch.calls.map(({ to, value, data }) => ({
    to,
    value,
    data,
    operation: 0,
  }))
}

/** The review reads the calls as they were built. */
async function rememberMethods({ chainId, calls }: DraftBatch): Promise<void> {
  const written = new Set<string>()
  for (const { to, entry } of calls) {
    const method = findEntryMethod(entry)
    const name = `${to} ${method?.selector}`
    if (!method || written.has(name)) continue
    written.add(name)
    await rememberMethod({ chainId, address: to }, method)
  }
}

export class NothingBatchedError extends BaseError {
  constructor() {
    super('The batch is empty. Add a call, then review.')
  }
}
