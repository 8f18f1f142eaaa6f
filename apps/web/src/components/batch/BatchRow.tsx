import {
  IconArrowDown,
  IconArrowUp,
  IconCopyPlus,
  IconGripVertical,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import { memo } from 'react'
import { openFlow } from '../../lib/flowSearch.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import type { RowChange, RowDrag } from '../../understand/batch/changeCalls.js'
import classes from './BatchList.module.css'

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** One call of a batch. It is drawn again only when it has changed itself. */
export const BatchRow = memo(function BatchRow({
  id,
  place,
  count,
  words,
  method,
  source,
  isEditable,
  isEdited,
  onChange,
  onDrag,
}: {
  id: number
  /** From 0. */
  place: number
  count: number
  /** Undefined until it is known. */
  words: string | undefined
  method: string | undefined
  source: string
  isEditable: boolean
  /** It is the one in the form. */
  isEdited: boolean
  onChange: (change: RowChange) => void
  onDrag: (drag: RowDrag) => void
}) {
  const number = place + 1
  const move = (by: number) => onChange({ kind: 'move', id, by })
  return (
    <li
      className={classes.row}
      data-call={id}
      aria-current={isEdited || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        onDrag({ kind: 'over', id })
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <Grip
        id={id}
        number={number}
        count={count}
        onMove={move}
        onDrag={onDrag}
      />
      <div className={classes.what}>
        <p className={classes.words}>
          {method && <b>{method} </b>}
          {words ?? <SkeletonBar width={260} />}
        </p>
        <p className={classes.source}>From {source}</p>
      </div>
      <div className={classes.actions}>
        <ActionButton
          label={`Move call ${number} up`}
          disabled={place === 0}
          onClick={() => move(-1)}
        >
          <IconArrowUp {...look} />
        </ActionButton>
        <ActionButton
          label={`Move call ${number} down`}
          disabled={number === count}
          onClick={() => move(1)}
        >
          <IconArrowDown {...look} />
        </ActionButton>
        {isEditable && (
          <ActionLink
            to="."
            search={openFlow('builder', { id: String(id) })}
            label={`Edit call ${number}`}
          >
            <IconPencil {...look} />
          </ActionLink>
        )}
        <ActionButton
          label={`Duplicate call ${number}`}
          onClick={() => onChange({ kind: 'duplicate', id })}
        >
          <IconCopyPlus {...look} />
        </ActionButton>
        <ActionButton
          label={`Remove call ${number}`}
          onClick={() => onChange({ kind: 'remove', id })}
        >
          <IconX {...look} />
        </ActionButton>
      </div>
    </li>
  )
})

/** Drags the row; the arrow keys move it too. */
function Grip({
  id,
  number,
  count,
  onMove,
  onDrag,
}: {
  id: number
  /** As people count. */
  number: number
  count: number
  onMove: (by: number) => void
  onDrag: (drag: RowDrag) => void
}) {
  return (
    <button
      type="button"
      className={classes.grip}
      draggable
      data-grip
      aria-label={`Move call ${number} of ${count} with the arrow keys`}
      title="Drag, or press the arrow keys"
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(number))
        onDrag({ kind: 'start', id })
      }}
      onDragEnd={() => onDrag({ kind: 'end', id })}
      onKeyDown={(event) => {
        const by = steps[event.key]
        if (by === undefined) return
        event.preventDefault()
        onMove(by)
      }}
    >
      <IconGripVertical {...look} />
      <span>{number}</span>
    </button>
  )
}
