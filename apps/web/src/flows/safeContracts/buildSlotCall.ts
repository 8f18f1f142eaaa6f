import {
  BaseError,
  type Call,
  isVersionAtLeast,
  parseSafeVersion,
} from '@covault/protocol'
import * as z from 'zod/mini'
import type { Snapshot } from '../machine/flow.js'
import { pinnedAddress } from '../machine/pinnedAddress.js'
import { readChosen } from './buildModuleCalls.js'
import { nothing, type Slot } from './slots.js'

export const slotSchema = z.object({
  choice: z.enum(['set', 'clear']),
  contract: pinnedAddress,
})
export type SlotInput = z.output<typeof slotSchema>

/** Puts a contract into its place in the safe, or takes it away. */
export async function buildSlotCall(
  slot: Slot,
  { choice, contract }: SlotInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { address: to, safe } = snapshot
  const { part } = slot
  if (!hasSlot(slot, safe.version))
    throw new NoSuchSlotError({ part, version: safe.version })
  const present = slot.read(safe)
  if (choice === 'clear' && present === null)
    throw new NothingToClearError({ part })
  const next =
    choice === 'clear'
      ? nothing
      : await readChosen(part, contract, {
          snapshot,
          present: present === null ? [] : [present],
          interfaceId: slot.interfaceId,
        })
  return [{ to, value: 0n, data: slot.encode(next), operation: 0 }]
}

/** Guards came with 1.3.0, those of modules with 1.5.0. */
export function hasSlot({ part }: Slot, version: string): boolean {
  const since = { guard: '1.3.0', 'module guard': '1.5.0' } as const
  const known = parseSafeVersion(version)?.version
  if (known === undefined) return false
  return part === 'fallback handler'
    ? isVersionAtLeast(known, '1.1.1')
    : isVersionAtLeast(known, since[part])
}

class NoSuchSlotError extends BaseError {
  constructor({ part, version }: { part: string; version: string }) {
    super(`A safe of version ${version} has no ${part}.`)
  }
}

export class NothingToClearError extends BaseError {
  constructor({ part }: { part: string }) {
    super(`The safe has no ${part} to remove.`)
  }
}
