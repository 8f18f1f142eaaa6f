import type { Hex } from 'viem'
import { scallop } from './createGlyph.js'
import { Glyph } from './Glyph.js'
import classes from './Seal.module.css'

export type SealState =
  | 'open'
  | 'you'
  | 'signed'
  | 'unheard'
  | 'invalid'
  | 'unknown'

/** A signature, or the place where one is missing. */
export function Seal({
  address,
  state,
  size = 24,
  title,
}: {
  address: Hex
  state: SealState
  size?: number
  /** Whose it is and its state, in words; without one it is decoration. */
  title?: string
}) {
  return (
    <svg
      className={classes[state]}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      {title && <title>{title}</title>}
      {state === 'signed' || state === 'unheard' ? (
        <path className={classes.rim} d={scallop} />
      ) : (
        <circle className={classes.rim} cx="12" cy="12" r="10.8" />
      )}
      {state === 'invalid' ? (
        <path className={classes.cross} d="M7 7l10 10M17 7 7 17" />
      ) : (
        <Glyph
          address={address}
          origin={6}
          tile={6}
          className={classes.glyph}
        />
      )}
    </svg>
  )
}
