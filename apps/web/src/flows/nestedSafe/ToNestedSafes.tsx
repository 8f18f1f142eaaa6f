import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { NextProps } from '../flow.js'

/** Where the new safe is found once it exists. */
export function ToNestedSafes({ place }: NextProps<unknown>) {
  return (
    <p>
      Once it is executed, the new safe stands among the{' '}
      <Link to={paths.setup} search={toSafeSearch(place)} hash="nested">
        nested safes
      </Link>{' '}
      of this one.
    </p>
  )
}
