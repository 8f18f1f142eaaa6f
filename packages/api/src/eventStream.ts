/** One message of a server-sent event stream. */
export type StreamMessage = { event: string; data: string; id: string }

/** A line longer than this is not ours, and would only fill the memory. */
const longestLine = 64 * 1024

/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces
 * are cut. https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createStreamReader(): (text: string) => StreamMessage[] {
  let rest = ''
  let id = ''
  let message = { event: '', data: [] as string[] }

  function readLine(line: string): StreamMessage[] {
    if (line === '') return dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') message.event = value
    if (field === 'data') message.data.push(value)
    if (field === 'id' && !value.includes('\0')) id = value
    return []
  }

  function dispatch(): StreamMessage[] {
    const { event, data } = message
    message = { event: '', data: [] }
    if (data.length === 0) return []
    return [{ event: event || 'message', data: data.join('\n'), id }]
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = (lines.pop() ?? '').slice(0, longestLine)
    return lines.flatMap(readLine)
  }
}
