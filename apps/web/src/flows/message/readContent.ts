import type { MessageContent } from '@covault/api'
import { BaseError } from '@covault/protocol'
import { checkMessageInput } from './checkMessageInput.js'

/** What the form means. Fails where it still has a mistake. */
export function readContent(
  ...written: Parameters<typeof checkMessageInput>
): MessageContent {
  const { content, mistakes } = checkMessageInput(...written)
  if (content === undefined) throw new UnfinishedMessageError(mistakes)
  return content
}

class UnfinishedMessageError extends BaseError {
  constructor({ text, way }: { text?: string; way?: string }) {
    super(text ?? way ?? 'The message is incomplete.')
  }
}
