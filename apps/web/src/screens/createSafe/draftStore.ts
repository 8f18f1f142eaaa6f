import { openStore } from '../../preferences/openStore.js'

const key = 'current'
const drafts = openStore('covault.v1.createSafe', 'drafts')

/** One draft. Where it cannot be kept the page works all the same and forgets. */
export const draftStore = {
  read: (): Promise<unknown> => drafts.read((store) => store.get(key)),
  write: (draft: unknown) => drafts.change((store) => store.put(draft, key)),
  remove: () => drafts.change((store) => store.delete(key)),
}
