import { concatenate } from '../payload.js'
import { toFourBytes } from './bytewords.js'
import { createRandom } from './xoshiro256.js'

type Chosen = { sequence: number; count: number; checksum: number }

/**
 * Which fragments a frame is the sum of: the first `count` frames have one
 * each, every later one a mix that both sides derive from its number.
 */
export function chooseFragments({
  sequence,
  count,
  checksum,
}: Chosen): number[] {
  if (sequence <= count) return [sequence - 1]
  const random = createRandom(
    concatenate([toFourBytes(sequence), toFourBytes(checksum)]),
  )
  const degree = chooseDegree(count, random)
  const left = Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: degree }, () => {
    const [index = 0] = left.splice(Math.floor(random() * left.length), 1)
    return index
  })
}

/** The degree d comes with a weight of 1/d. */
function chooseDegree(count: number, random: () => number): number {
  const { chances, aliases } = prepareSampling(
    Array.from({ length: count }, (_, index) => 1 / (index + 1)),
  )
  const place = random()
  const coin = random()
  const index = Math.floor(count * place)
  return 1 + (coin < (chances[index] ?? 0) ? index : (aliases[index] ?? 0))
}

/** Vose's alias method; the order of its two stacks is part of the standard. */
function prepareSampling(weights: readonly number[]): {
  chances: number[]
  aliases: number[]
} {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const scaled = weights.map((weight) => (weight * weights.length) / sum)
  const chances = weights.map(() => 1)
  const aliases = weights.map(() => 0)
  const small: number[] = []
  const large: number[] = []
  const place = (index: number) =>
    ((scaled[index] ?? 0) < 1 ? small : large).push(index)
  for (let index = weights.length - 1; index >= 0; index--) place(index)
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop() ?? 0
    const rich = large.pop() ?? 0
    chances[poor] = scaled[poor] ?? 0
    aliases[poor] = rich
    scaled[rich] = (scaled[rich] ?? 0) + (scaled[poor] ?? 0) - 1
    place(rich)
  }
  return { chances, aliases }
}
