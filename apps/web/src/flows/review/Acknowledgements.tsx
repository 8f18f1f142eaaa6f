import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { password, writeTyped } from '../../words/demands.js'
import type { Demand, Demands } from './demands.js'
import classes from './SealBlock.module.css'

/** What the reader must say; few transactions ask for it. */
export function Acknowledgements({ demands }: { demands: Demands }) {
  return (
    <fieldset className={classes.demands} aria-label="Open dangers">
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
