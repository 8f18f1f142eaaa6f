import { BaseError } from '../errors.js'
import { mostCharacters, TooLargeError } from './jsonText.js'

/** `deflate-raw` of RFC 1951, in every browser since 2023 and in Node. */
const compression = 'deflate-raw'

export async function packText(text: string): Promise<Uint8Array> {
  return pump(
    new CompressionStream(compression),
    new TextEncoder().encode(text),
    Number.POSITIVE_INFINITY,
  )
}

/** Stops where the text would grow past the limit, however small it came. */
export async function unpackText(packed: Uint8Array): Promise<string> {
  return decodeText(
    await pump(new DecompressionStream(compression), packed, mostCharacters),
  )
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DamagedPayloadError()
  }
}

type Stream = Pick<CompressionStream, 'readable' | 'writable'>

async function pump(
  { readable, writable }: Stream,
  bytes: Uint8Array,
  most: number,
): Promise<Uint8Array> {
  const writer = writable.getWriter()
  // Whatever fails here fails the reading below as well.
  const ignore = () => {}
  writer.closed.catch(ignore)
  writer.write(Uint8Array.from(bytes)).catch(ignore)
  writer.close().catch(ignore)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = readable.getReader()
  for (;;) {
    const chunk = await readChunk(reader)
    if (chunk === undefined) return concatenate(chunks)
    size += chunk.length
    if (size > most) {
      reader.cancel().catch(ignore)
      throw new TooLargeError({ size })
    }
    chunks.push(chunk)
  }
}

async function readChunk(reader: {
  read(): Promise<{ value?: Uint8Array | undefined }>
}): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new DamagedPayloadError()
  }
}

export function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

export class DamagedPayloadError extends BaseError {
  override name = 'DamagedPayloadError'

  constructor() {
    super('The content is damaged or incomplete. Ask the sender for it again.')
  }
}
