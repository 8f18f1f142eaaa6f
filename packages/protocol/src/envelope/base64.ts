import { BaseError } from '../errors.js'

/** RFC 4648's alphabet for addresses, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Either alphabet, with or without padding. */
export function fromBase64(text: string): Uint8Array {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(standard)) throw new NotBase64Error()
  try {
    return Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0))
  } catch {
    throw new NotBase64Error()
  }
}

export class NotBase64Error extends BaseError {
  override name = 'NotBase64Error'

  constructor() {
    super('The link is damaged or incomplete: copy all of it again.')
  }
}
