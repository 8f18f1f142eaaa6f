import type { Hex } from 'viem'
import { type ApprovalEvent, approvalEvents } from './events/approvalEvents.js'
import { type CreationEvent, creationEvents } from './events/creationEvents.js'
import type { EventDefinition } from './events/eventDefinition.js'
import {
  type ExecutionEvent,
  executionEvents,
} from './events/executionEvents.js'
import { type HandlerEvent, handlerEvents } from './events/handlerEvents.js'
import {
  type ContractLog,
  createLogReader,
  type LogFlaw,
  readEmitter,
} from './events/logReader.js'
import { type SettingsEvent, settingsEvents } from './events/settingsEvents.js'
import { type TransferEvent, transferEvents } from './events/transferEvents.js'

/**
 * What a log says, in the contracts' own words. `address` is always the log's
 * emitter. Any delegatecall can make a safe emit any of these, so an event is
 * a hint until the chain's state confirms it.
 */
export type SafeEvent =
  | CreationEvent
  | SettingsEvent
  | ExecutionEvent
  | ApprovalEvent
  | TransferEvent
  | HandlerEvent

export type SafeEventOf<type extends SafeEvent['type']> = Extract<
  SafeEvent,
  { type: type }
>

/** A log that has a known event's topic and not its content. */
export type UndecodableLog = {
  type: 'undecodable'
  signature: string
  reason: LogFlaw
}

const definitions: readonly EventDefinition<SafeEvent>[] = [
  ...creationEvents,
  ...settingsEvents,
  ...executionEvents,
  ...approvalEvents,
  ...transferEvents,
  ...handlerEvents,
]

/** topic0 of every event that `decodeLog` knows, for a filter of logs. */
export const eventTopics: readonly Hex[] = [
  ...new Set(definitions.map(({ topic0 }) => topic0)),
]

const definitionsByTopic: ReadonlyMap<
  string,
  readonly EventDefinition<SafeEvent>[]
> = new Map(
  eventTopics.map((topic) => [
    topic,
    definitions.filter(({ topic0 }) => topic0 === topic),
  ]),
)

/**
 * Reads a log of any contract version; `undefined` for an event of another
 * kind. Never throws, whatever the strings contain.
 */
export function decodeLog(
  log: ContractLog,
): SafeEvent | UndecodableLog | undefined {
  const candidates = findDefinitions(log)
  const definition = candidates.find(({ topicCounts }) =>
    topicCounts.includes(log.topics.length),
  )
  if (definition === undefined)
    return candidates[0] && toUndecodable(candidates[0], 'topicCount')
  const reader = createLogReader(log)
  const event = definition.decode(reader, readEmitter(reader, log.address))
  if (reader.flaw === undefined) return event
  return toUndecodable(definition, reader.flaw)
}

function findDefinitions({
  topics: [topic0 = ''],
}: ContractLog): readonly EventDefinition<SafeEvent>[] {
  return (
    definitionsByTopic.get(topic0) ??
    definitionsByTopic.get(topic0.toLowerCase()) ??
    []
  )
}

function toUndecodable(
  { signature }: EventDefinition<SafeEvent>,
  reason: LogFlaw,
): UndecodableLog {
  return { type: 'undecodable', signature, reason }
}
