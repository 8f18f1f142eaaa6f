/** SHA-256 of FIPS 180-4: frames of moving codes are mixed by it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(firstBits(8, 1 / 2))
  const padded = pad(bytes)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    const view = new DataView(padded.buffer, at, 64)
    for (let index = 0; index < 16; index++)
      words[index] = view.getUint32(index * 4)
    for (let index = 16; index < 64; index++)
      words[index] =
        word(words, index - 16) +
        mix(word(words, index - 15), 7, 18, -3) +
        word(words, index - 7) +
        mix(word(words, index - 2), 17, 19, -10)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((value, index) => {
    digest.setUint32(index * 4, value)
  })
  return new Uint8Array(digest.buffer)
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const first =
      h +
      mix(e, 6, 11, 25) +
      ((e & f) ^ (~e & g)) +
      word(constants, index) +
      word(words, index)
    const second = mix(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [
      (first + second) | 0,
      a,
      b,
      c,
      (d + first) | 0,
      e,
      f,
      g,
    ]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state[index] = word(state, index) + value
}

/** Two turns and a third, or a shift where it is negative. */
function mix(value: number, one: number, two: number, three: number): number {
  const turn = (bits: number) => (value >>> bits) | (value << (32 - bits))
  return turn(one) ^ turn(two) ^ (three < 0 ? value >>> -three : turn(three))
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8)
  return padded
}

/** The first 32 bits of the fractions of roots of the first primes. */
function firstBits(count: number, power: number): number[] {
  const found: number[] = []
  for (let prime = 2; found.length < count; prime++)
    if (isPrime(prime)) {
      const root = prime ** power
      found.push(((root - Math.floor(root)) * 2 ** 32) >>> 0)
    }
  return found
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor++)
    if (value % divisor === 0) return false
  return true
}

const constants = Uint32Array.from(firstBits(64, 1 / 3))
