import { toDomain } from '../../trust/domain.js'
import { defineCallFlow } from '../machine/flow.js'
import { buildOnChainSignature } from './buildOnChainSignature.js'
import { createInput, messageInput } from './input.js'
import { MessageForm } from './MessageForm.js'
import { readContent } from './readContent.js'
import { WrittenReview } from './WrittenReview.js'

/** A text or typed data that the owners sign together. */
export const message = defineCallFlow({
  id: 'message',
  schema: messageInput,
  initial: createInput,
  Form: MessageForm,
  // Off chain nothing is called, and nothing has to be read for it.
  buildAtOnce: ({ way }) => (way === 'offChain' ? [] : undefined),
  build: async (input, { client, chain, safe }) => {
    const content = readContent(input, { chain })
    const domain = toDomain(chain, safe)
    return [await buildOnChainSignature(client, { domain, content })]
  },
  Review: WrittenReview,
})
