import classes from './Figure.module.css'

/**
 * A number whose decimal point stands on the axis of its column: the column
 * says how wide the fraction is with `--fraction`.
 */
export function Figure({
  integer,
  fraction,
  title,
}: {
  integer: string
  fraction: string
  title?: string | undefined
}) {
  return (
    <span className={classes.figure} title={title}>
      <span className={classes.integer}>{integer}</span>
      <span className={classes.fraction}>{fraction && `.${fraction}`}</span>
    </span>
  )
}
