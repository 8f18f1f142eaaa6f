/**
 * One message of a server-sent event stream. Its data is null when it brought
 * nothing but an id, and empty when it was too long to be kept.
 */
export type StreamMessage = { event: string; data: string | null; id: string }

/** A message longer than this is not ours, and would only fill the memory. */
const longestMessage = 64 * 1024

/** It goes back in a header, which takes nothing else. */
export const eventIdPattern = /^[\x21-\x7e]{1,256}$/

/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces
 * are cut. https://html.spec.whatwg.org/multipage/server-sent-events.html
 * A message that is too long is dropped whole, never cut.
 */
export function createStreamReader(): (text: string) => StreamMessage[] {
  let rest = ''
  let id = ''
  let message = emptyMessage()
  /** The line that is coming in is too long; its end is still to come. */
  let inLongLine = false

  function readLine(line: string): StreamMessage[] {
    if (inLongLine) {
      inLongLine = false
      return []
    }
    if (line === '') return dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') readId(value)
    // Comments keep a line open for days; they are no part of a message.
    if (field !== '') grow(line.length)
    if (message.tooLong) return []
    if (field === 'event') message.event = value
    if (field === 'data') message.data.push(value)
    return []
  }

  function readId(value: string): void {
    if (value !== '' && !eventIdPattern.test(value)) return
    id = value
    message.hasId = true
  }

  function grow(length: number): void {
    message.length += length
    if (message.length <= longestMessage) return
    message.tooLong = true
    message.data = []
  }

  function dispatch(): StreamMessage[] {
    const { event, data, hasId, tooLong } = message
    message = emptyMessage()
    if (data.length === 0 && !hasId && !tooLong) return []
    return [
      {
        event: event || 'message',
        data: data.length === 0 && !tooLong ? null : data.join('\n'),
        id,
      },
    ]
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const messages = lines.flatMap(readLine)
    if (inLongLine || rest.length > longestMessage) {
      grow(longestMessage + 1)
      inLongLine = true
      // Half of a line end may be all that is left to wait for.
      rest = rest.endsWith('\r') ? '\r' : ''
    }
    return messages
  }
}

function emptyMessage() {
  return {
    event: '',
    data: [] as string[],
    hasId: false,
    length: 0,
    tooLong: false,
  }
}
