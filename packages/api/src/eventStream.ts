/** One message of a server-sent event stream. */
export type StreamMessage = { event: string; data: string; id: string }

/** A message longer than this is not ours, and would only fill the memory. */
const longestMessage = 64 * 1024

/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces
 * are cut. https://html.spec.whatwg.org/multipage/server-sent-events.html
 * A message that is too long is dropped whole, never cut.
 */
export function createStreamReader(): (text: string) => StreamMessage[] {
  let rest = ''
  let id = ''
  let message = emptyMessage()

  function readLine(line: string): StreamMessage[] {
    if (line === '') return dispatch()
    message.length += line.length
    if (message.length > longestMessage) {
      message.data = []
      return []
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') message.event = value
    if (field === 'data') message.data.push(value)
    // It goes back in a header, which takes nothing else.
    if (field === 'id' && /^[\x20-\x7e]*$/.test(value)) id = value
    return []
  }

  function dispatch(): StreamMessage[] {
    const { event, data, length } = message
    message = emptyMessage()
    if (data.length === 0 || length > longestMessage) return []
    return [{ event: event || 'message', data: data.join('\n'), id }]
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const messages = lines.flatMap(readLine)
    if (rest.length > longestMessage) {
      // Its end is still to come; until then the message counts as too long.
      message.length += rest.length
      message.data = []
      rest = rest.slice(0, 1)
    }
    return messages
  }
}

function emptyMessage() {
  return { event: '', data: [] as string[], length: 0 }
}
