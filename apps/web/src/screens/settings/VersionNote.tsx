import { openFlow } from '../../lib/flowSearch.js'
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
      <Remark kind="warn">{words}</Remark>
      {canUpdate && (
        <ChangeButton reason={reason} search={openFlow('update-version')}>
          Update to {state.target}
        </ChangeButton>
      )}
    </div>
  )
}

/** Undefined: there is nothing to say. */
function describe(state: VersionState): string | undefined {
  switch (state.status) {
    case 'unknown':
      return 'The contract code of this safe is unknown, so no update is available.'
    case 'tooOld':
      return `Version ${state.version} is too old to update. Create a new safe and move everything there.`
    case 'outdated':
      return `Version ${state.version} is outdated; ${state.target} is recommended on this network.`
    case 'unlogged':
      return 'This contract variant (L1) doesn’t emit events for what it executes. Services that rely on events may miss some of it.'
    case 'current':
      return undefined
  }
}
