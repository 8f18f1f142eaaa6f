import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import classes from '../machine/CallFlowRun.module.css'
import type { NextProps } from '../machine/flow.js'

/** Where the new safe is found once it exists. */
export function ToNestedSafes({ place }: NextProps<unknown>) {
  return (
    <p className={classes.next}>
      Once the transaction is executed, the new safe appears under this safe’s{' '}
      <Link
        className={classes.link}
        to={paths.setup}
        search={toSafeSearch(place)}
        hash="nested"
      >
        nested safes
      </Link>
      .
    </p>
  )
}
