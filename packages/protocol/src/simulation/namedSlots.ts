import { type Address, type Hex, keccak256 } from 'viem'
import type { ContractLog } from '../events/logReader.js'
import { decodeLog } from '../events.js'
import { safeSlots } from '../safeSlots.js'
import { addressWord, bytes32Word, uintWord } from '../word.js'
import {
  type CriticalStorage,
  criticalQuestions,
  sentinel,
} from './criticalStorage.js'

/**
 * Slots of a safe that a run has written and that none of its settings, owner
 * or module lists, or signed messages account for. An owner that is in the
 * mapping and not in the list can sign like any other.
 */
export function listUnnamedSlots({
  safe,
  written,
  pretended,
  before,
  after,
  logs,
}: {
  safe: Address
  /** In any spelling of the 32 bytes. */
  written: readonly Hex[]
  /** What the simulation itself had to write. */
  pretended: readonly Hex[]
  before: CriticalStorage
  after: CriticalStorage
  logs: readonly ContractLog[]
}): Hex[] {
  const entries = (slot: bigint, ...lists: (readonly Address[])[]) =>
    [sentinel, ...lists.flat()].map((key) =>
      mappingSlot(addressWord(key), slot),
    )
  const named = new Set<bigint>([
    ...criticalQuestions.flatMap((question) =>
      question.kind === 'slot' ? [question.slot] : [],
    ),
    ...entries(safeSlots.owners, before.owners, after.owners),
    ...entries(safeSlots.modules, before.modules, after.modules),
    ...pretended.map(BigInt),
    ...logs.flatMap((log) => {
      const event = decodeLog(log)
      return event?.type === 'signMessage' && event.address === safe
        ? [
            mappingSlot(
              bytes32Word(event.messageHash),
              safeSlots.signedMessages,
            ),
          ]
        : []
    }),
  ])
  return written.filter((slot) => !named.has(BigInt(slot)))
}

function mappingSlot(key: string, slot: bigint): bigint {
  return BigInt(keccak256(`0x${key}${uintWord(slot)}`))
}
