// Keccak-256 as Ethereum uses it: rate 1088, the padding of the first draft.

const roundCount = 24
const rate = 136

/** Offsets of rotation in the order in which `turns` visits the lanes. */
const rotations = [
  1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39,
  61, 20, 44,
]
const turns = [
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22,
  9, 6, 1,
]
const roundConstants = makeRoundConstants()

export function keccak256(message: Uint8Array): Uint8Array {
  const state = new Uint32Array(50)
  const padded = pad(message)
  const words = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += rate) {
    for (let word = 0; word < rate / 4; word++)
      state[word] = at(state, word) ^ words.getUint32(block + 4 * word, true)
    permute(state)
  }
  const hash = new Uint8Array(32)
  const out = new DataView(hash.buffer)
  for (let word = 0; word < 8; word++)
    out.setUint32(4 * word, at(state, word), true)
  return hash
}

function pad(message: Uint8Array): Uint8Array {
  const length = (Math.floor(message.length / rate) + 1) * rate
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x01
  padded[length - 1] = (padded[length - 1] ?? 0) | 0x80
  return padded
}

/** A lane is two words: the lower half first. */
function permute(state: Uint32Array): void {
  const parity = new Uint32Array(10)
  for (let round = 0; round < roundCount; round++) {
    mixColumns(state, parity)
    turnLanes(state)
    mixRows(state, parity)
    const [low, high] = roundConstants[round] ?? [0, 0]
    state[0] = at(state, 0) ^ low
    state[1] = at(state, 1) ^ high
  }
}

function mixColumns(state: Uint32Array, parity: Uint32Array): void {
  for (let x = 0; x < 10; x++)
    parity[x] =
      at(state, x) ^
      at(state, x + 10) ^
      at(state, x + 20) ^
      at(state, x + 30) ^
      at(state, x + 40)
  for (let x = 0; x < 5; x++) {
    const left = 2 * ((x + 4) % 5)
    const right = 2 * ((x + 1) % 5)
    const low = at(parity, right)
    const high = at(parity, right + 1)
    const mixLow = at(parity, left) ^ ((low << 1) | (high >>> 31))
    const mixHigh = at(parity, left + 1) ^ ((high << 1) | (low >>> 31))
    for (let y = 0; y < 50; y += 10) {
      state[y + 2 * x] = at(state, y + 2 * x) ^ mixLow
      state[y + 2 * x + 1] = at(state, y + 2 * x + 1) ^ mixHigh
    }
  }
}

function turnLanes(state: Uint32Array): void {
  let low = at(state, 2)
  let high = at(state, 3)
  for (const [step, lane] of turns.entries()) {
    const bits = rotations[step] ?? 0
    const [newLow, newHigh] = rotate(low, high, bits)
    low = at(state, 2 * lane)
    high = at(state, 2 * lane + 1)
    state[2 * lane] = newLow
    state[2 * lane + 1] = newHigh
  }
}

function rotate(low: number, high: number, bits: number): [number, number] {
  if (bits < 32)
    return [
      (low << bits) | (high >>> (32 - bits)),
      (high << bits) | (low >>> (32 - bits)),
    ]
  const more = bits - 32
  if (more === 0) return [high, low]
  return [
    (high << more) | (low >>> (32 - more)),
    (low << more) | (high >>> (32 - more)),
  ]
}

function mixRows(state: Uint32Array, row: Uint32Array): void {
  for (let y = 0; y < 50; y += 10) {
    for (let x = 0; x < 10; x++) row[x] = at(state, y + x)
    for (let x = 0; x < 10; x++)
      state[y + x] =
        at(row, x) ^ (~at(row, (x + 2) % 10) & at(row, (x + 4) % 10))
  }
}

/** The bits of a linear-feedback shift register, at places 2^j - 1. */
function makeRoundConstants(): [number, number][] {
  const constants: [number, number][] = []
  let register = 1
  for (let round = 0; round < roundCount; round++) {
    let low = 0
    let high = 0
    for (let j = 0; j < 7; j++) {
      const place = 2 ** j - 1
      if (register & 1) {
        if (place < 32) low |= 1 << place
        else high |= 1 << (place - 32)
      }
      register <<= 1
      if (register & 0x100) register ^= 0x171
    }
    constants.push([low >>> 0, high >>> 0])
  }
  return constants
}

function at(words: Uint32Array, place: number): number {
  return words[place] as number
}
