import type { MessageContent } from '@covault/api'
import {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  getSafeMessageTypedData,
  hashMessageContent,
  type MessageFinding,
} from '@covault/protocol'
import { canValidate, readMessageHash } from '../validSignature.js'
import type { SignableDefinition } from './definition.js'

export type MessageKind = {
  content: { message: MessageContent }
  finding: MessageFinding
}

/** It has no nonce and is verified by EIP-1271. */
export const message: SignableDefinition<MessageKind['content']> = {
  content: ({ message }) => hashMessageContent(message),
  // 0x1901, then the domain, then the structure.
  message: ({ domain, message }, content = hashMessageContent(message)) =>
    `0x${encodeSafeMessageData(domain, content).slice(-64)}`,
  preimage: ({ domain, message }) => getSafeMessagePreimage(domain, message),
  typedData: ({ domain, message }) => getSafeMessageTypedData(domain, message),
  hashName: 'SafeMessage hash',
  readHash: (client, { domain, message }) =>
    readMessageHash(client, {
      address: domain.safe,
      contentHash: hashMessageContent(message),
    }),
  readValidity: async (client, { domain: { safe, version } }, contentHash) =>
    contentHash && canValidate(client, { address: safe, version, contentHash }),
  compare: () => [],
}
