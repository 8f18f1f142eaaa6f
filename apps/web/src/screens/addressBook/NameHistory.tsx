import { useFindName } from '../../hooks/useFindName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatDay, formatTime } from '../../lib/formatTime.js'
import { usePortion } from '../../ui/usePortion.js'
import type { CheckedNameSet } from '../../understand/safe/nameSets.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import {
  listNameHistory,
  type NameHistoryItem,
} from '../../understand/safe/sharedNames.js'
import { describeNameChange } from '../../words/names.js'
import own from './SharedNames.module.css'

/** A set of a file can have a thousand; the rest is counted. */
const mostShown = 20

/** Who changed what, newest first. */
export function NameHistory({
  scope,
  sets,
}: {
  scope: SafeScope
  sets: readonly CheckedNameSet[]
}) {
  const { shown, more } = usePortion(listNameHistory(sets))
  return (
    <>
      <ol className={own.list} aria-label="History of shared names">
        {shown.map((item) => (
          <Item key={item.sequence} scope={scope} item={item} />
        ))}
      </ol>
      {more}
    </>
  )
}

function Item({ scope, item }: { scope: SafeScope; item: NameHistoryItem }) {
  const { author, time, isByOwner, changes } = item
  const findName = useFindName()
  const by =
    findName({ chainId: scope.chain.chainId, address: author }) ??
    formatAddress(author, { digits: 4 })
  const rest = changes.length - mostShown
  return (
    <li className={own.change}>
      <span>
        {by}, {formatDay(time * 1000)} at {formatTime(time * 1000)}
        {!isByOwner && '. No longer an owner, so these names are not used'}
      </span>
      <ul className={own.changes}>
        {changes.slice(0, mostShown).map((change) => (
          <li key={`${change.chainId}:${change.address}`}>
            {describeNameChange(change)}{' '}
            <span className={own.note}>
              {formatAddress(change.address, { digits: 4 })}
            </span>
          </li>
        ))}
        {rest > 0 && <li>And {rest} more</li>}
      </ul>
    </li>
  )
}
