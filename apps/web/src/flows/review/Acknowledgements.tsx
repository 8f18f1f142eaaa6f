import { TextInput } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useState } from 'react'
import look from '../../ui/Note.module.css'
import { password, writeTyped } from '../../words/demands.js'
import type { Demand, Demands } from './demands.js'
import classes from './SealBlock.module.css'

/** What the reader must say; few transactions ask for it. */
export function Acknowledgements({
  demands,
  title,
}: {
  demands: Demands
  /** Where the danger has no note of its own above. */
  title?: string
}) {
  return (
    <fieldset
      className={
        title ? `${look.note} ${classes.titled}` : (classes.demands ?? '')
      }
      data-severity="danger"
      aria-label="Open dangers"
    >
      {title && (
        <p className={look.title}>
          <IconAlertOctagon size={16} stroke={1.75} aria-hidden="true" />
          Danger: {title}
        </p>
      )}
      {demands.list.map((demand) =>
        demand.kind === 'tick' ? (
          <label key={demand.id} className={classes.demand}>
            <input
              type="checkbox"
              checked={demands.isMet(demand)}
              onChange={(event) => demands.onMet(demand, event.target.checked)}
            />
            <span>{demand.words}</span>
          </label>
        ) : (
          <Typed key={demand.id} demand={demand} demands={demands} />
        ),
      )}
    </fieldset>
  )
}

function Typed({ demand, demands }: { demand: Demand; demands: Demands }) {
  const [text, setText] = useState('')
  const isMet = demands.isMet(demand)
  return (
    <div className={classes.demand}>
      <TextInput
        label={writeTyped(demand.words)}
        autoComplete="off"
        // What was typed for other bytes does not count.
        value={isMet || text !== password ? text : ''}
        onChange={(event) => {
          setText(event.target.value)
          demands.onMet(demand, event.target.value === password)
        }}
      />
    </div>
  )
}
