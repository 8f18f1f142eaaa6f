import { writeCount } from '@covault/protocol'
import type { BridgeConfig } from '../bridgesConfig.js'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { readMovedSafe } from '../moveIn/movedSafe.js'
import type { Source } from '../moveIn/source.js'
import { forgetSettled } from '../store/bridgeItems.js'
import { type BridgePlace, noteRound, openBridge } from '../store/bridges.js'
import { bridgeMessages } from './messages.js'
import type { Outcome } from './round.js'
import { bridgeTransactions } from './transactions.js'

/**
 * Compares both sides once and brings each what it lacks. Nothing is
 * remembered of what was sent but how often, so a round that was interrupted
 * is gone through again and changes nothing twice.
 */
export async function runRound(parameters: {
  context: Context
  bridge: BridgeConfig
  source: Source
}): Promise<Outcome> {
  const { context, bridge } = parameters
  const { chainId, address } = bridge
  const { store } = context
  const place = toPlace(bridge)
  const marks = await openBridge(store, place)
  const safe = await readMovedSafe(context, { chainId, address })
  await readSafeState(context, { chainId, safe: address, interest: 'proven' })
  await forgetSettled(store, place, safe.nonce)
  const outcome: Outcome = {
    hasMoved: false,
    hasPostponed: false,
    unreadable: 0,
    isCut: false,
  }
  const round = { ...parameters, place, safe, marks, outcome }
  await bridgeTransactions(round)
  const reached = await bridgeMessages(round)
  await noteRound(store, place, {
    problem: describe(outcome),
    marks: outcome.hasPostponed ? marks : reached,
  })
  return outcome
}

export function toPlace({ chainId, address, url }: BridgeConfig): BridgePlace {
  return { chainId, safe: address, url }
}

function describe({ unreadable, isCut }: Outcome): string | null {
  if (isCut) return 'The other service lists more entries than can be compared.'
  if (unreadable === 0) return null
  const entries = writeCount(unreadable, { one: 'entry', other: 'entries' })
  return `The other service lists ${entries} in a form that cannot be read.`
}
