import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { GatewayReports } from '../../components/ProvenanceMark.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { masterCopiesQuery } from '../../queries/masterCopies.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  findVersionState,
  type VersionState,
} from '../../understand/safe/versionState.js'
import { ChangeButton } from './ChangeButton.js'
import classes from './VersionNote.module.css'

/** Whether the code of the safe is the newest, and the way to change it. */
export function VersionNote({
  place: { chain, safe },
  reason,
}: {
  place: Pick<SafePlace, 'chain' | 'safe'>
  /** Why nothing can be changed. */
  reason: string | undefined
}) {
  const state = findVersionState(safe, chain)
  const words = describe(state)
  if (!words) return null
  const canUpdate = state.status === 'outdated' || state.status === 'unlogged'
  return (
    <div className={classes.note}>
      <Remark kind="warn">
        {words}
        {state.status === 'unknown' && (
          <ListedVersion chain={chain} singleton={safe.singleton} />
        )}
      </Remark>
      {canUpdate && (
        <ChangeButton
          reason={reason}
          isRepeated
          search={openFlow('update-version')}
        >
          Upgrade to {state.target}
        </ChangeButton>
      )}
    </div>
  )
}

/** The name that the gateway has for code which this browser does not know. */
function ListedVersion({
  chain: { chainId },
  singleton,
}: {
  chain: Pick<ChainConfig, 'chainId'>
  singleton: Address
}) {
  const { data } = useQuery(masterCopiesQuery(chainId))
  const listed = data?.find(({ address }) => address === singleton)
  if (!listed) return null
  return (
    <>
      {' '}
      The gateway lists the address of this code as version{' '}
      {toForeignText(listed.version)}. <GatewayReports />
    </>
  )
}

/** Undefined: there is nothing to say. */
function describe(state: VersionState): string | undefined {
  switch (state.status) {
    case 'unknown':
      return 'The contract code of this safe is unknown, so no upgrade is available.'
    case 'tooOld':
      return `Version ${state.version} is too old to upgrade. Create a new safe and move everything there.`
    case 'outdated':
      return `Version ${state.version} is outdated; ${state.target} is recommended on this network.`
    case 'unlogged':
      return 'This contract variant (L1) doesn’t emit events for what it executes. Services that rely on events may miss some transactions.'
    case 'current':
      return undefined
  }
}
