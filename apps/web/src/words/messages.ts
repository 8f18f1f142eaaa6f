import { messageRules } from '@covault/protocol'

export const messageRuleCount = Object.keys(messageRules).length

/** Of a message in which the rules find nothing: they know few kinds. */
export const unknownMessageWords =
  'This message is not a transaction, permit or transfer that Covault knows. Other messages, such as exchange orders, can still move assets.'
