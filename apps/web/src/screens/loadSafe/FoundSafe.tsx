import type { Address as AddressValue } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { formatCount } from '../../lib/formatCount.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Tally } from '../../ui/Tally.js'
import { describeError } from '../../words/errors.js'
import classes from './FoundSafe.module.css'
import type { SafeReadingState } from './useSafeReading.js'

/** What the chain says about the address that was entered. */
export function FoundSafe({
  chain,
  address,
  reading: { data, error, refetch },
}: {
  chain: ChainConfig
  address: AddressValue | undefined
  reading: SafeReadingState
}) {
  if (!address) return null
  if (!data && error)
    return (
      <div className={classes.found} role="alert">
        <Remark kind="danger">
          {chain.name} does not answer: {describeError(error)} Without it nobody
          can say whether this is a safe.
        </Remark>
        <RetryButton size="xs" variant="default" onRetry={refetch} />
      </div>
    )
  if (!data) return <SkeletonBar width={320} />
  switch (data.status) {
    case 'empty':
      return (
        <div className={classes.found} role="alert">
          <Remark kind="danger">
            There is nothing at this address on {chain.name}. It is no safe, or
            one on another network.
          </Remark>
        </div>
      )
    case 'notSafe':
      return (
        <div className={classes.found} role="alert">
          <Remark kind="danger">
            There is a contract at this address, but it is not a safe.
          </Remark>
        </div>
      )
    case 'safe':
      return (
        <div className={classes.found} role="status">
          <span className={classes.line}>
            <Remark kind="ok">
              A safe of {formatCount(data.safe.owners.length, 'owner')}, version{' '}
              {data.safe.version}
            </Remark>
            <Tally count={data.safe.threshold} of={data.safe.owners.length} />
            <ProvenanceMark of={data.provenance} />
          </span>
          {!data.safe.known && (
            <Remark kind="danger">
              It answers like a safe, but the code behind it is none of the
              published ones. It can do anything, whatever it says about its
              owners. Load it only if you know who made it.
            </Remark>
          )}
        </div>
      )
  }
}
