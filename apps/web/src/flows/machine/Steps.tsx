import classes from './Steps.module.css'

const steps = [
  { id: 'compose', title: 'Compose' },
  { id: 'review', title: 'Review' },
  { id: 'progress', title: 'Progress' },
] as const

/** Where in the flow one is. */
export function Steps({
  at,
  from = 'compose',
}: {
  at: (typeof steps)[number]['id']
  /** Flows about something that exists begin with its review. */
  from?: 'compose' | 'review'
}) {
  const shown = from === 'compose' ? steps : steps.slice(1)
  return (
    <ol className={classes.steps} aria-label="Steps">
      {shown.map(({ id, title }, index) => (
        <li key={id} aria-current={id === at ? 'step' : undefined}>
          {index + 1} {title}
        </li>
      ))}
    </ol>
  )
}
