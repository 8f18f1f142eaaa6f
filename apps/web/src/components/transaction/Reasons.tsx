import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.js'
import { Status } from '../../ui/Status.js'
import type { Reason, ReasonGroups } from '../../understand/reasons/reasons.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import classes from './Reasons.module.css'

/** Every fact with where it comes from and how it was checked. */
export function Reasons({
  groups: { computed, chain, said, sources },
  note,
}: {
  groups: ReasonGroups
  /** What holds for all that was read from the chain. */
  note?: string
}) {
  return (
    <div className={classes.reasons}>
      <Group title="Computed in this browser" reasons={computed} />
      <Group title={nameReadings(chain)} note={note} reasons={chain} />
      <Group
        title="Reported by others"
        note={said.length === 0 ? 'nothing here depends on it' : undefined}
        reasons={said}
      />
      <Group title="Sources" reasons={sources} />
      <p className={classes.more}>
        <Link
          to={paths.rules}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.link}
        >
          All checks explained
        </Link>
        . To repeat the checks by hand, follow <code>docs/trust.md</code>.
      </p>
    </div>
  )
}

function nameReadings(reasons: readonly Reason[]): string {
  const isWord = reasons.some(
    ({ provenance }) => provenance?.kind === 'gateway',
  )
  return isWord ? 'Reported by the gateway' : 'Read from the chain'
}

function Group({
  title,
  note,
  reasons,
}: {
  title: string
  note?: string | undefined
  reasons: readonly Reason[]
}) {
  if (reasons.length === 0 && !note) return null
  return (
    <section>
      <h3 className={classes.title}>
        {title} {note && <small>{note}</small>}
      </h3>
      <dl className={classes.list}>
        {reasons.map((reason) => (
          <Row key={reason.fact} reason={reason} />
        ))}
      </dl>
    </section>
  )
}

function Row({
  reason: { fact, value, status, provenance, how },
}: {
  reason: Reason
}) {
  return (
    <div className={classes.row} data-reason={fact} data-status={status}>
      <dt>{fact}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        <span className={classes.how}>{how}</span>
      </dd>
      <dd className={classes.marks}>
        {provenance && <ProvenanceMark of={provenance} />}
        {status && verdicts[status]}
      </dd>
    </div>
  )
}

const verdicts = {
  ok: <Status kind="ok">agrees</Status>,
  differs: <Status kind="danger">differs</Status>,
  unknown: <Status kind="waiting">could not be checked</Status>,
}
