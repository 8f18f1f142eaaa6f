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
      return 'Nobody has published the code behind this safe. What it does cannot be foretold, and no update is offered.'
    case 'tooOld':
      return `Version ${state.version} is too old for the published migration contracts. Create a new safe and move everything there.`
    case 'outdated':
      return `Version ${state.version} is outdated; ${state.target} is recommended on this network.`
    case 'unlogged':
      return 'This kind of code (L1) does not log what it executes. Services that read logs alone do not see all of it.'
    case 'current':
      return undefined
  }
}
