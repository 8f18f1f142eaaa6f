import { defineCallFlow } from '../machine/flow.js'
import { BuilderForm } from './BuilderForm.js'
import { buildCall } from './buildCall.js'
import { builderInput, createInput, fromCall } from './input.js'

export const builder = defineCallFlow({
  id: 'builder',
  schema: builderInput,
  initial: (_, search) => createInput(search),
  Form: BuilderForm,
  build: buildCall,
  readCalls: async ([call, second], { chain }) =>
    call && !second ? fromCall(call, chain.nativeCurrency) : undefined,
})
