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
          Can’t check this address on {chain.name}. {describeError(error)}
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
            This address is not a safe on {chain.name}. There is no contract at
            this address. Check the network.
          </Remark>
        </div>
      )
    case 'notSafe':
      return (
        <div className={classes.found} role="alert">
          <Remark kind="danger">
            This address is a contract, but not a safe.
          </Remark>
        </div>
      )
    case 'safe':
      return (
        <div className={classes.found} role="status">
          <span className={classes.line}>
            <Remark kind="ok">
              Safe with {formatCount(data.safe.owners.length, 'owner')}, version{' '}
              {data.safe.version}
            </Remark>
            <Tally count={data.safe.threshold} of={data.safe.owners.length} />
            <ProvenanceMark of={data.provenance} />
          </span>
          {!data.safe.known && (
            <Remark kind="danger">
              This contract answers like a safe, but its code is unknown and can
              do anything, whatever it reports about its owners. Load it only if
              you know who created it.
            </Remark>
          )}
        </div>
      )
  }
}
