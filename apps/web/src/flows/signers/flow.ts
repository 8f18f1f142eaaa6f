import { defineCallFlow } from '../machine/flow.js'
import { listName } from '../machine/pinnedAddress.js'
import { buildOwnerCalls } from './buildOwnerCalls.js'
import { SignersForm } from './SignersForm.js'
import {
  createSignersInput,
  signersSchema,
  takesOwner,
} from './signersInput.js'

/** Adds, removes and replaces owners and sets the threshold, all at once. */
export const signers = defineCallFlow({
  id: 'signers',
  schema: signersSchema,
  initial: ({ safe }, search) => createSignersInput(safe, search),
  Form: SignersForm,
  build: buildOwnerCalls,
  names: ({ rows }) =>
    rows.flatMap((row) => (takesOwner(row) ? listName(row) : [])),
})
