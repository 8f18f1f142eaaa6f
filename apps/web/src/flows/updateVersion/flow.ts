import { isL2 } from '../../trust/chainFacts.js'
import { defineCallFlow } from '../machine/flow.js'
import { buildUpdate, type UpdateInput, updateSchema } from './buildUpdate.js'
import { UpdateForm } from './UpdateForm.js'

/** Changes the code of the safe to the recommended version. */
export const updateVersion = defineCallFlow({
  id: 'update-version',
  schema: updateSchema,
  initial: ({ chain }): UpdateInput => ({
    singleton: isL2(chain) ? 'l2' : 'l1',
  }),
  Form: UpdateForm,
  build: buildUpdate,
})
