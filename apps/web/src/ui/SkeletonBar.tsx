import classes from './SkeletonBar.module.css'

/** Stands where text will be, as wide as the text is expected to be. */
export function SkeletonBar({
  width,
  height = 14,
  round = false,
}: {
  width: number
  height?: number
  round?: boolean
}) {
  return (
    <span
      className={`${classes.bar} ${round ? classes.round : ''}`}
      style={{ width, height }}
    />
  )
}
