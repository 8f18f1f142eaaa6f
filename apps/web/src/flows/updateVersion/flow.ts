import { findChain } from '@covault/protocol'
import { defineCallFlow } from '../machine/flow.js'
import { buildUpdate, type UpdateInput, updateSchema } from './buildUpdate.js'
import { UpdateForm } from './UpdateForm.js'

/** Changes the code of the safe to the recommended version. */
export const updateVersion = defineCallFlow({
  id: 'update-version',
  title: 'Update the version',
  schema: updateSchema,
  initial: ({ chain }): UpdateInput => ({
    singleton: (findChain(chain.chainId)?.l2 ?? true) ? 'l2' : 'l1',
  }),
  Form: UpdateForm,
  build: buildUpdate,
})
