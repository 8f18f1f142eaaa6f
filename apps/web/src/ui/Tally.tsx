import classes from './Tally.module.css'

/** A threshold as strokes: as many tall ones as it takes, the rest short. */
export function Tally({ count, of }: { count: number; of: number }) {
  // Beyond this many, strokes are no longer counted but guessed.
  const strokes = of <= 10 ? Array.from({ length: of }, (_, at) => at) : []
  return (
    <span className={classes.tally}>
      {strokes.length > 0 && (
        <span className={classes.strokes} aria-hidden="true">
          {strokes.map((at) => (
            <i key={at} className={at < count ? classes.tall : classes.short} />
          ))}
        </span>
      )}
      <span className={classes.words}>
        {count} of {of}
      </span>
    </span>
  )
}
