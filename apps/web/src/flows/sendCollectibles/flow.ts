import { isAddress } from 'viem'
import { defineCallFlow } from '../machine/flow.js'
import { buildTransfers } from './buildTransfers.js'
import { createInput, sendCollectiblesInput } from './input.js'
import { SendCollectiblesForm } from './SendCollectiblesForm.js'

export const sendCollectibles = defineCallFlow({
  id: 'send-collectibles',
  schema: sendCollectiblesInput,
  initial: (_, search) => createInput(search),
  Form: SendCollectiblesForm,
  build: buildTransfers,
  names: ({ recipient, resolved }) =>
    resolved && isAddress(resolved)
      ? [{ name: recipient.trim(), address: resolved }]
      : [],
})
