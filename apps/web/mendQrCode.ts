import type { Plugin } from 'vite'

/**
 * cuer, which draws RainbowKit's codes, asks `qr` for a code without a border.
 * Since 0.7 `qr` refuses that, and every step with a code takes the wallet
 * layer down. The border is asked for and cut off again, as `qr` advises.
 * A cuer that does so itself makes this unnecessary; the test tells.
 */
export function mendQrCode(): Plugin {
  return {
    name: 'covault:mend-qr-code',
    transform(code, id) {
      return /\/cuer\/_dist\/QrCode\.js$/.test(id) ? mend(code) : undefined
    },
  }
}

export function mend(code: string): string {
  return code
    .replace('border: 0,', 'border: 1,')
    .replace('const grid = encodeQR(', 'const framed = encodeQR(')
    .replace(
      'const finderLength',
      'const grid = framed.slice(1, -1).map((row) => row.slice(1, -1));\n    const finderLength',
    )
}
