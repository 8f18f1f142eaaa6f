import { IconPlaylistAdd } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSafeScope } from '../hooks/scope.js'
import { useDraftBatch } from '../hooks/useDraftBatch.js'
import { openFlow } from '../lib/flowSearch.js'
import { formatCount } from '../lib/formatCount.js'
import classes from './NoticeButton.module.css'

/** The calls that wait for this safe; nothing on pages about none. */
export function BatchButton() {
  const scope = useSafeScope()
  const batch = useDraftBatch(
    scope && { chainId: scope.chain.chainId, address: scope.address },
  )
  if (!scope) return null
  const count = batch?.calls.length ?? 0
  const words =
    count > 0 ? `Draft batch, ${formatCount(count, 'call')}` : 'Draft batch'
  return (
    <Link
      to="."
      search={openFlow('batch')}
      className={`${classes.button} ${count === 0 ? classes.spare : ''}`}
      aria-label={words}
      title={words}
    >
      <IconPlaylistAdd size={20} stroke={1.75} aria-hidden="true" />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}
