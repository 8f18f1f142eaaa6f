import { defineAction } from '../machine/flow.js'
import { AddProposer } from './AddProposer.js'
import { RemoveProposer } from './RemoveProposer.js'

/** Lets somebody propose who cannot sign. */
export const addProposer = defineAction({
  id: 'add-proposer',
  Action: AddProposer,
})

export const removeProposer = defineAction({
  id: 'remove-proposer',
  Action: RemoveProposer,
})
