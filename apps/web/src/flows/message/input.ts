import * as z from 'zod/mini'
import { type Configured, hasFeature } from '../../trust/chainFacts.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'

/** More than anybody reads; the gateway takes a megabyte. */
export const longestMessage = 100_000

const text = z.string().check(z.maxLength(2 * longestMessage))

/** The form as it was left. Both texts stay when one changes one's mind. */
export const messageInput = z.object({
  kind: z.enum(['text', 'typedData']),
  text,
  typedData: text,
  way: z.enum(['offChain', 'onChain']),
})
export type MessageInput = z.output<typeof messageInput>

export function createInput({ chain }: Pick<SafePlace, 'chain'>): MessageInput {
  return {
    kind: 'text',
    text: '',
    typedData: '',
    way: canSignOffChain(chain) ? 'offChain' : 'onChain',
  }
}

/** Networks say whether their safes are asked by EIP-1271. */
export function canSignOffChain(chain: Configured): boolean {
  return hasFeature(chain, 'EIP1271')
}
