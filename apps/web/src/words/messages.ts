import { type MessageContent, messageRules } from '@covault/protocol'

export const messageRuleCount = Object.keys(messageRules).length

/** Of a message in which the rules find nothing: they know few kinds. */
export function writeUnknownMessage(content: MessageContent): string {
  return typeof content === 'string'
    ? 'This message is plain text. It is not a transaction, permit or transfer that Covault knows, but an app can take it as your agreement.'
    : 'This typed data is not a transaction, permit or transfer that Covault knows. It can still move assets, as an exchange order does.'
}
