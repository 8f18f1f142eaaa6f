import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useScopeSearch } from '../hooks/scope.js'
import type { Measured } from '../hooks/useRowsInView.js'
import type { Path } from '../lib/paths.js'
import type { AppSearch } from '../lib/searchText.js'
import classes from './ListRow.module.css'

/** What the columns of the rows below are, where they are columns. */
export function ListHeads({
  lead,
  sentence,
  end,
  hasActions = false,
}: {
  lead: ReactNode
  sentence: string
  end: ReactNode
  /** The rows have something to press at their end. */
  hasActions?: boolean
}) {
  return (
    // Every row says it by itself to those who hear it.
    <div className={classes.headRow} aria-hidden="true">
      <div className={`${classes.row} ${classes.heads}`}>
        <span>{lead}</span>
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.amount}>
          <span>
            <span className={classes.integer}>Amount</span>
            <span className={classes.fraction} />
            <span className={classes.unit} />
          </span>
        </span>
        <span className={classes.end}>{end}</span>
        {hasActions && <span className={classes.action} />}
      </div>
    </div>
  )
}

/** A row that opens in place: whether it is, and what is inside. */
export type Opening = {
  isOpen: boolean
  onToggle: () => void
  /** Made only while it is open. */
  renderInside: () => ReactNode
}

/** Where a row leads that does not open in place. */
type Page = { to: Path; search: AppSearch }

/** What a list says of a row, whatever the row is about. */
export type RowFrame = {
  /** What the list draws beside it. */
  className?: string | undefined
  /** The nonce of a queue, the time of a history. */
  lead: ReactNode
  /** Signatures, or how it ended. */
  end: ReactNode
  /** What the reader can do about it. */
  action?: ReactNode
  opening?: Opening
  /** For lists that show only what is in view. */
  measured?: Measured
}

/**
 * One transaction or message: when or which, what it is, what moves, how it
 * stands. It leads to its page, or opens in place where the list lets it.
 */
export function ListRow({
  className,
  name,
  page,
  lead,
  icon,
  words,
  notes,
  amount,
  end,
  action,
  opening,
  measured,
}: RowFrame & {
  /** By which it is found among the others. */
  name: string
  page: Page
  icon: ReactNode
  /** The sentence, which is what is pressed. */
  words: ReactNode
  /** Below the sentence. */
  notes?: ReactNode
  amount?: ReactNode
}) {
  const inside = useId()
  return (
    <li
      className={className ? `${classes.item} ${className}` : classes.item}
      data-open={opening?.isOpen || undefined}
      data-transaction={name}
      data-index={measured?.index}
      ref={measured?.ref}
    >
      <div className={classes.box}>
        <div className={classes.row} data-opens={opening && true}>
          <span className={classes.lead}>{lead}</span>
          <span className={classes.icon}>{icon}</span>
          <span className={classes.sentence}>
            <Handle page={page} inside={inside} opening={opening}>
              {words}
            </Handle>
          </span>
          <span className={classes.amount}>{amount}</span>
          <span className={classes.notes}>{notes}</span>
          <span className={classes.end}>{end}</span>
          {action && <span className={classes.action}>{action}</span>}
          <IconChevronRight
            className={classes.chevron}
            size={16}
            stroke={1.75}
            aria-hidden="true"
          />
        </div>
        {opening?.isOpen && (
          <div id={inside} className={classes.inside}>
            {opening.renderInside()}
          </div>
        )}
      </div>
    </li>
  )
}

/** The sentence is what is pressed; its area is the whole row. */
function Handle({
  page,
  inside,
  opening,
  children,
}: {
  page: Page
  inside: string
  opening: Opening | undefined
  children: ReactNode
}) {
  if (!opening) return <PageLink page={page}>{children}</PageLink>
  return (
    <button
      type="button"
      className={classes.handle}
      aria-expanded={opening.isOpen}
      aria-controls={inside}
      onClick={opening.onToggle}
    >
      {children}
    </button>
  )
}

function PageLink({
  page: { to, search },
  children,
}: {
  page: Page
  children: ReactNode
}) {
  const scope = useScopeSearch()
  return (
    <Link
      className={classes.handle}
      to={to}
      search={{ ...scope, ...search }}
      preload={false}
    >
      {children}
    </Link>
  )
}
