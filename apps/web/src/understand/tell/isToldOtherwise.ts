import type { Intent, Reported } from '@covault/protocol'
import { settingsKinds } from '../decode/listSettingsChanges.js'

/** Harmless words of a gateway for bytes that do something else. */
export function isToldOtherwise(
  said: Intent | Reported,
  read: Intent,
): boolean {
  switch (said.kind) {
    case 'reject':
      return read.kind !== 'reject' || hasMore(read)
    // What owners sign never only receives.
    case 'receive':
      return true
    case 'sendSomething':
    case 'sendNative':
    case 'sendToken':
    case 'sendCollectibles':
      return !isSending(read) || hasMore(read) || !isSameTransfer(said, read)
    default:
      return isSettings(said) && !isSettings(read)
  }
}

type Sending = Extract<
  Intent,
  { kind: 'sendNative' | 'sendToken' | 'sendCollectibles' }
>

function isSending(intent: Intent): intent is Sending {
  switch (intent.kind) {
    case 'sendNative':
      return true
    case 'sendToken':
    case 'sendCollectibles':
      return intent.owner === undefined
    default:
      return false
  }
}

/** Bytes without a meaning, or currency that goes along. */
function hasMore({ undecodedSize, sent }: Intent): boolean {
  return undecodedSize > 0 || sent !== undefined
}

function isSameTransfer(
  said: Sending | Extract<Reported, { kind: 'sendSomething' }>,
  read: Sending,
): boolean {
  if (said.to !== read.to) return false
  if (said.kind === 'sendSomething') return true
  if ('amount' in said)
    return (
      'amount' in read &&
      said.amount.token === read.amount.token &&
      said.amount.value === read.amount.value
    )
  const [item] = said.items
  return (
    'items' in read &&
    read.items.length === 1 &&
    read.collection === said.collection &&
    read.items[0]?.tokenId === item?.tokenId
  )
}

function isSettings({ kind }: Intent | Reported): boolean {
  return (
    kind === 'changeSomething' || settingsKinds.some((known) => known === kind)
  )
}
