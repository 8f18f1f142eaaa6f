import { decodeLog, type SafeEvent, type SafeEventOf } from '@covault/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import type { ChainLog } from '../chain/fetchLogs.js'
import type { Place } from '../store/chainRows.js'

/** Everything one transaction did to one safe, as the logs tell it. */
export type Activity = {
  safe: Address
  txHash: Hex
  txIndex: number
  blockNumber: bigint
  blockHash: Hex
  time: number
  events: { place: Place; event: SafeEvent }[]
}

export type DecodedLogs = {
  activities: Activity[]
  /** Why a log of a safe was not understood, by its place. */
  flaws: Map<ChainLog, string>
}

/**
 * Sorts logs by safe and transaction. A transfer between two of the safes
 * belongs to both.
 */
export function groupByActivity(parameters: {
  logs: readonly ChainLog[]
  safes: ReadonlySet<Address>
  times: ReadonlyMap<bigint, number>
}): DecodedLogs {
  const { logs, safes, times } = parameters
  const activities = new Map<string, Activity>()
  const flaws = new Map<ChainLog, string>()
  for (const log of logs) {
    const time = log.time ?? times.get(log.blockNumber) ?? 0
    const emitter = getAddress(log.address)
    const event = decodeLog(log)
    if (event === undefined) continue
    if (event.type === 'undecodable') {
      if (safes.has(emitter)) flaws.set(log, event.reason)
      continue
    }
    for (const safe of findSafes(event, emitter, safes)) {
      const key = `${safe}${log.transactionHash}`
      const activity = activities.get(key) ?? startActivity(safe, log, time)
      activities.set(key, activity)
      activity.events.push({ place: toPlace(log, time), event })
    }
  }
  return { activities: [...activities.values()], flaws }
}

function startActivity(safe: Address, log: ChainLog, time: number): Activity {
  return {
    safe,
    txHash: log.transactionHash,
    txIndex: log.transactionIndex,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    time,
    events: [],
  }
}

export function toPlace(log: ChainLog, time: number): Place {
  return {
    blockNumber: log.blockNumber,
    txIndex: log.transactionIndex,
    logIndex: log.logIndex,
    txHash: log.transactionHash,
    time,
  }
}

type TokenEvent = SafeEventOf<
  'erc20Transfer' | 'erc721Transfer' | 'erc1155Transfer'
>

export function isTokenEvent(event: SafeEvent): event is TokenEvent {
  return (
    event.type === 'erc20Transfer' ||
    event.type === 'erc721Transfer' ||
    event.type === 'erc1155Transfer'
  )
}

function findSafes(
  event: SafeEvent,
  emitter: Address,
  safes: ReadonlySet<Address>,
): Address[] {
  if (!isTokenEvent(event)) return safes.has(emitter) ? [emitter] : []
  // A safe is no token: what it logs as one is a forgery.
  if (safes.has(emitter)) return []
  return [...new Set([event.from, event.to])].filter((side) => safes.has(side))
}
