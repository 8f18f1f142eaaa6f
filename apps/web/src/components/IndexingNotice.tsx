import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { indexingQuery } from '../queries/safes.js'
import { ProgressBar } from '../ui/ProgressBar.js'
import classes from './IndexingNotice.module.css'

/** While the gateway still reads the past, lists are not whole. */
export function IndexingNotice({
  chain,
  address,
}: {
  chain: { chainId: number }
  address: Address
}) {
  const { data } = useQuery(indexingQuery({ chainId: chain.chainId, address }))
  if (!data || data.synced) return null
  const percent = Math.max(0, Math.min(100, Math.floor(data.percent)))
  return (
    <div className={classes.notice}>
      <p role="status">
        <b>The gateway is still indexing this safe: {percent}%.</b> The list
        isn’t complete yet and updates automatically.
      </p>
      <ProgressBar label="Indexed" value={percent} max={100} />
    </div>
  )
}
