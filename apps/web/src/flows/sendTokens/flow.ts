import { isAddress } from 'viem'
import { defineCallFlow } from '../machine/flow.js'
import { buildPayments } from './buildPayments.js'
import { createInput, sendTokensInput } from './input.js'
import { readPayments } from './readPayments.js'
import { SendTokensForm } from './SendTokensForm.js'

export const sendTokens = defineCallFlow({
  id: 'send-tokens',
  schema: sendTokensInput,
  initial: (_, search) => createInput(search),
  Form: SendTokensForm,
  build: buildPayments,
  readCalls: readPayments,
  names: ({ payments }) =>
    payments.flatMap(({ recipient, resolved }) =>
      resolved && isAddress(resolved)
        ? { name: recipient.trim(), address: resolved }
        : [],
    ),
})
