import type { Hex } from 'viem'
import { createGlyph, drawTile } from './createGlyph.js'

/** The four tiles of an address inside of a square, for Mark and Seal. */
export function Glyph({
  address,
  origin,
  tile,
  className,
}: {
  address: Hex
  /** Distance of the square from the corner of the drawing. */
  origin: number
  /** Edge of one tile. */
  tile: number
  className?: string | undefined
}) {
  return (
    <g className={className}>
      {createGlyph(address).map(({ shape, turn, column, row }) => (
        <path
          key={`${column}${row}`}
          d={drawTile(shape, tile)}
          transform={`translate(${origin + column * tile} ${origin + row * tile}) rotate(${turn} ${tile / 2} ${tile / 2})`}
        />
      ))}
    </g>
  )
}
