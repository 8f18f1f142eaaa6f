/**
 * WalletConnect's library checks what is said of a dapp's origin with Node's
 * `Buffer`, which browsers have not; without it no origin is ever verified.
 * This is as much of it as the library uses. It can go when the library does
 * without.
 */
export function provideBuffer(scope: object = globalThis): void {
  if ('Buffer' in scope) return
  // Nothing here is one: the library compares arrays by what they hold.
  Object.assign(scope, { Buffer: { from, isBuffer: () => false } })
}

type Encoding = 'base64' | 'hex' | 'utf8' | 'utf-8'

/** Of bytes in a larger store it is told where they begin, and how many. */
function from(
  value: string | ArrayBuffer | ArrayLike<number>,
  second?: Encoding | number,
  length?: number,
) {
  const bytes = (() => {
    if (typeof value === 'string')
      return encode(value, typeof second === 'string' ? second : undefined)
    if (!('length' in value))
      return new Uint8Array(value, Number(second ?? 0), length)
    return Uint8Array.from(value)
  })()
  return Object.assign(bytes, {
    toString: (asked?: Encoding) => decode(bytes, asked),
  })
}

/** Of base64 both alphabets are read, as Node does. */
function encode(text: string, encoding: Encoding = 'utf8'): Uint8Array {
  if (encoding !== 'base64') return new TextEncoder().encode(text)
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atob(plain.replace(/=+$/, ''))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function decode(bytes: Uint8Array, encoding: Encoding = 'utf8'): string {
  if (encoding === 'hex')
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
  if (encoding === 'base64')
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return new TextDecoder().decode(bytes)
}
