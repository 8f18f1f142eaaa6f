import { type MessageContent, messageRules } from '@covault/protocol'

export const messageRuleCount = Object.keys(messageRules).length

/** Of a message in which the rules find nothing: they know few kinds. */
export function writeUnknownMessage(content: MessageContent): string {
  return typeof content === 'string'
    ? 'This message is plain text. Covault recognizes no transaction, permit or transfer in it, but an app may treat your signature as agreement to this text.'
    : 'Covault recognizes no transaction, permit or transfer in this typed data. It can still move assets, as an exchange order does.'
}
