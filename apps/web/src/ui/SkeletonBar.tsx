import classes from './SkeletonBar.module.css'

/** Stands where text will be, as wide as the text is expected to be. */
export function SkeletonBar({
  width,
  height = 14,
}: {
  width: number
  height?: number
}) {
  return (
    <span
      className={classes.bar}
      style={{ width, height, borderRadius: height / 2 }}
    />
  )
}
