import { Remark } from '../../../ui/Remark.js'
import { Status } from '../../../ui/Status.js'
import { hasMoved, type NameState } from '../pinned.js'
import classes from '../Review.module.css'

/** What each name stood for, and whether it still does. */
export function PinnedNames({ names }: { names: readonly NameState[] }) {
  if (names.length === 0) return null
  const moved = names.filter(hasMoved)
  return (
    <section aria-labelledby="review-names" className={classes.section}>
      <h2 id="review-names" className={classes.heading}>
        Names
      </h2>
      {moved.map(({ name, address, now }) => (
        <Remark key={name} kind="danger" role="alert">
          {writeMoved({ name, address, now })}
        </Remark>
      ))}
      <ul className={classes.checks}>
        {names.map((one) => (
          <li key={one.name} className={classes.check}>
            <span>{one.name}</span>
            <span className={classes.value}>{one.address}</span>
            <NameStatus name={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function writeMoved({ name, address, now }: NameState): string {
  return `The name ${name} resolved to ${address} when you entered it, and resolves to ${now ?? 'nothing'} now. This transaction uses the first address. Ask the recipient for the right one, then go back and enter it.`
}

function NameStatus({ name }: { name: NameState }) {
  if (hasMoved(name)) return <Status kind="danger">changed</Status>
  if (name.now === undefined) return <Status kind="waiting">checking</Status>
  return <Status kind="ok">as entered</Status>
}
