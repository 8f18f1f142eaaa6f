import classes from './Tally.module.css'

/** A threshold as strokes: as many tall ones as it takes, the rest short. */
export function Tally({ count, of }: { count: number; of: number }) {
  return (
    <span className={classes.tally}>
      <TallyStrokes count={count} of={of} />
      <span className={classes.words}>
        {count} of {of}
      </span>
    </span>
  )
}

/** The strokes alone, where the words stand beside them already. */
export function TallyStrokes({ count, of }: { count: number; of: number }) {
  // Beyond this many, strokes are no longer counted but guessed.
  if (of > 10) return null
  return (
    <span className={classes.strokes} aria-hidden="true">
      {Array.from({ length: of }, (_, at) => at).map((at) => (
        <i key={at} className={at < count ? classes.tall : classes.short} />
      ))}
    </span>
  )
}
