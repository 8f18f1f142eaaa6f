import type { FlowName } from '../../lib/flowSearch.js'
import { defineCallFlow } from '../machine/flow.js'
import { listName, writeAddress } from '../machine/pinnedAddress.js'
import { buildModuleCalls } from './buildModuleCalls.js'
import { buildSlotCall, type SlotInput, slotSchema } from './buildSlotCall.js'
import { ModulesForm } from './ModulesForm.js'
import { createModulesInput, modulesSchema } from './modulesInput.js'
import { createSlotForm } from './SlotForm.js'
import { guardSlot, handlerSlot, moduleGuardSlot, type Slot } from './slots.js'

/** Enables and disables modules, all at once. */
export const modules = defineCallFlow({
  id: 'modules',
  schema: modulesSchema,
  initial: (_, search) => createModulesInput(search),
  Form: ModulesForm,
  build: buildModuleCalls,
  names: ({ enabled }) => listName(enabled),
})

export const guard = defineSlotFlow('guard', guardSlot)
export const moduleGuard = defineSlotFlow('module-guard', moduleGuardSlot)
export const fallbackHandler = defineSlotFlow('fallback-handler', handlerSlot)

function defineSlotFlow(id: FlowName, slot: Slot) {
  return defineCallFlow({
    id,
    schema: slotSchema,
    initial: (_, { id: choice, recipient }): SlotInput => ({
      choice: choice === 'clear' ? 'clear' : 'set',
      contract: writeAddress(recipient ?? ''),
    }),
    Form: createSlotForm(slot),
    build: (input, snapshot) => buildSlotCall(slot, input, snapshot),
    names: ({ choice, contract }) =>
      choice === 'set' ? listName(contract) : [],
  })
}
