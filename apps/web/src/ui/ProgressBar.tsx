import classes from './ProgressBar.module.css'

/** How much of a longer work is done; without `max` nobody knows yet. */
export function ProgressBar({
  label,
  value,
  max,
}: {
  label: string
  value: number
  max: number | undefined
}) {
  return (
    <progress
      className={classes.bar}
      aria-label={label}
      max={max || undefined}
      value={max ? value : undefined}
    />
  )
}
