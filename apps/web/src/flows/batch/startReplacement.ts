import type { Call } from '@covault/protocol'
import {
  appendCalls,
  type BatchPlace,
  changeBatch,
  type DraftBatch,
  draftBatches,
  mostBatched,
  nameBatch,
  savedBatches,
} from '../../preferences/draftBatches.js'
import { showToast } from '../../ui/toasts.js'

/**
 * Puts the calls of the transaction that is replaced into the draft batch.
 * Another draft is saved under a name before; a draft that was begun with this
 * transaction goes on after a reload.
 */
export async function startReplacement(
  place: BatchPlace,
  { calls, nonce }: { calls: readonly Call[]; nonce: string },
): Promise<void> {
  const source = `Replacement of nonce ${nonce}`
  const draft = await draftBatches.read(nameBatch(place))
  if (draft?.origin?.name === source || calls.length > mostBatched) return
  if (draft) await saveAside(draft, nonce)
  const added = calls.map(({ to, value, data }) => ({
    ...{ to, value, data },
    source,
  }))
  await changeBatch(place, (batch) => ({
    ...batch,
    calls: appendCalls([], added),
    origin: { name: source },
  }))
}

async function saveAside(draft: DraftBatch, nonce: string): Promise<void> {
  const at = Date.now()
  const toKey = (name: string) => `${draft.chainId}:${name}`
  const first = `Draft before replacing nonce ${nonce}`
  let name = first
  for (let count = 2; await savedBatches.read(toKey(name)); count++)
    name = `${first} (${count})`
  await savedBatches.write(toKey(name), { ...draft, name, at })
  showToast({ kind: 'done', text: `Your draft batch was saved as “${name}”.` })
}
