import type { Address, Hex } from 'viem'
import type { LogReader } from './logReader.js'

/** How one event is told from others and read. */
export type EventDefinition<event = unknown> = {
  /** The canonical signature, of which topic0 is the keccak256. */
  readonly signature: string
  readonly topic0: Hex
  /**
   * How many topics its logs have. Two numbers where a later version indexed
   * more parameters, which leaves topic0 as it was.
   */
  readonly topicCounts: readonly number[]
  /** `address` is the log's emitter. */
  readonly decode: (reader: LogReader, address: Address) => event
}
