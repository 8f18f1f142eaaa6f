import type { Hex } from 'viem'
import { Glyph } from './drawn/Glyph.js'
import classes from './Mark.module.css'

/** The face of an address, beside its name. Decoration: the text says it. */
export function Mark({
  address,
  size = 32,
  title,
}: {
  address: Hex
  size?: number
  /** Only where no text stands beside it. */
  title?: string
}) {
  return (
    <svg
      className={classes.mark}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      {title && <title>{title}</title>}
      <circle className={classes.ground} cx="16" cy="16" r="16" />
      <Glyph address={address} origin={8} tile={8} className={classes.glyph} />
    </svg>
  )
}
