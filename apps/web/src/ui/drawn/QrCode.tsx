import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** A text for a camera: dark on light whatever the theme is. */
export function QrCode({
  text,
  label,
  ecc = 'M',
}: {
  text: string
  label: string
  /** How much of it may be covered; large texts have no room for more. */
  ecc?: 'L' | 'M'
}) {
  const { size, data } = encode(text, { ecc, border: 2 })
  const path = data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    )
    .join('')
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
