import { type Hex, hexToBytes, keccak256 } from 'viem'

export type Tile = {
  shape: (typeof shapes)[number]
  /** Degrees, clockwise. */
  turn: number
  column: 0 | 1
  row: 0 | 1
}

const shapes = [
  'square',
  'quarter',
  'leaf',
  'triangle',
  'half',
  'dome',
  'dot',
] as const

const places = [
  { column: 0, row: 0 },
  { column: 1, row: 0 },
  { column: 0, row: 1 },
  { column: 1, row: 1 },
] as const

/**
 * Four tiles for an address. They come from its hash, not from its digits, so
 * that two addresses made to look alike do not look alike here.
 */
export function createGlyph(address: Hex): Tile[] {
  const bytes = hexToBytes(keccak256(address))
  return places.map((place, index) => {
    const shape = shapes[(bytes[2 * index] ?? 0) % shapes.length] ?? 'square'
    const turn = ((bytes[2 * index + 1] ?? 0) % 4) * 90
    return { shape, turn, ...place }
  })
}

/** A tile drawn in a square of this size with its corner at the origin. */
export function drawTile(shape: Tile['shape'], size: number): string {
  const half = size / 2
  const radius = half * 0.84
  switch (shape) {
    case 'square':
      return `M0 0h${size}v${size}H0z`
    case 'quarter':
      return `M0 0h${size}A${size} ${size} 0 0 1 0 ${size}z`
    case 'leaf':
      return `M0 0h${size}v${size}A${size} ${size} 0 0 0 0 0z`
    case 'triangle':
      return `M0 0h${size}v${size}z`
    case 'half':
      return `M0 0h${size}v${half}H0z`
    case 'dome':
      return `M0 ${half}A${half} ${half} 0 0 1 ${size} ${half}z`
    case 'dot':
      return `M${half - radius} ${half}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
  }
}

/** The rim of a seal: a disc with 24 scallops, in a box of 24. */
export const scallop = (() => {
  const points = Array.from({ length: 24 }, (_, index) => {
    const angle = ((index + 1) * Math.PI) / 12
    return `${(12 + 11 * Math.cos(angle)).toFixed(2)} ${(12 + 11 * Math.sin(angle)).toFixed(2)}`
  })
  return `M23 12${points.map((point) => `A1.7 1.7 0 0 1 ${point}`).join('')}z`
})()
