import { type ContractLog, decodeLog } from '@covault/protocol'
import { type Address, checksumAddress } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import classes from './SimulationReport.module.css'

/** Where a run writes down native currency; no contract logs there. */
const nativeLog = /^0xe{40}$/i

const mostEvents = 100

/** What the contracts log; an event is what its emitter says, no more. */
export function SimulatedEvents({
  logs,
  nameOf,
}: {
  logs: readonly ContractLog[]
  nameOf: NameOf
}) {
  const events = logs.filter(({ address }) => !nativeLog.test(address))
  if (events.length === 0) return null
  return (
    <details>
      <summary>{formatCount(events.length, 'event')} emitted</summary>
      <ol className={classes.events}>
        {toNumbered(events.slice(0, mostEvents)).map(({ item, at }) => (
          <li key={at}>
            {nameEvent(item)}
            <span className={classes.code}>{nameEmitter(item, nameOf)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function nameEvent(log: ContractLog): string {
  const event = decodeLog(log)
  if (!event || event.type === 'undecodable')
    return `Event ${log.topics[0]?.slice(0, 10) ?? 'without a name'}`
  const words = event.type.replace(/[A-Z]/g, (capital) => ` ${capital}`)
  return `${words[0]?.toUpperCase()}${words.slice(1).toLowerCase()}`
}

function nameEmitter({ address }: ContractLog, nameOf: NameOf): string {
  const emitter = checksumAddress(address as Address)
  const name = nameOf(emitter)
  return name ? `${name}, ${emitter}` : emitter
}
