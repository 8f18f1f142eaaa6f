import { addressBook, mergeContacts } from '../../preferences/addressBook.js'
import { defineCallFlow } from '../machine/flow.js'
import { buildNestedSafe, findCreated } from './buildNestedSafe.js'
import { createInput, nestedSafeInput } from './input.js'
import { NestedSafeForm } from './NestedSafeForm.js'
import { ToNestedSafes } from './ToNestedSafes.js'

/** A new safe that this one owns, with something to begin with. */
export const nestedSafe = defineCallFlow({
  id: 'nested-safe',
  schema: nestedSafeInput,
  initial: createInput,
  Form: NestedSafeForm,
  build: buildNestedSafe,
  remember: ({ name }, { place, calls }) => {
    const address = findCreated(calls)
    if (!address || !name.trim()) return
    const { chainId } = place.chain
    const named = mergeContacts(addressBook.read(), [
      { chainId, address, name },
    ])
    addressBook.write(named)
  },
  Next: ToNestedSafes,
})
