import { BaseError, type Call } from '@covault/protocol'
import type { Address } from 'viem'
import { readContract } from '../../trust/contract.js'
import type { Snapshot } from '../machine/flow.js'
import {
  type PinnedAddress,
  readPinnedAddress,
} from '../machine/pinnedAddress.js'
import { checkContract, type Part } from './checkContract.js'
import type { ModulesInput } from './modulesInput.js'
import { planModules } from './planModules.js'

/** Switches modules on and off, as the chain's own list has them now. */
export async function buildModuleCalls(
  { disabled, enabled }: ModulesInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { address, safe } = snapshot
  for (const module of disabled)
    if (!safe.modules.includes(module)) throw new NotAModuleError({ module })
  const added = enabled.text.trim()
    ? await readChosen('module', enabled, {
        snapshot,
        present: safe.modules,
        interfaceId: undefined,
      })
    : undefined
  if (!added && disabled.length === 0) throw new NoModuleChangeError()
  return planModules({
    safe: address,
    present: safe.modules,
    disabled,
    enabled: added ? [added] : [],
  })
}

/** What the form named, after the chain was asked about it again. */
export async function readChosen(
  part: Part,
  chosen: PinnedAddress,
  {
    snapshot,
    present,
    interfaceId,
  }: {
    snapshot: Snapshot
    present: readonly Address[]
    interfaceId: `0x${string}` | undefined
  },
): Promise<Address> {
  const { address: safe, client, block } = snapshot
  const address = await readPinnedAddress(chosen, snapshot)
  const contract = await readContract(client, {
    address,
    interfaceId,
    blockNumber: block,
  })
  const reason = checkContract(part, address, { safe, present, contract })
  if (reason) throw new ContractRefusedError({ address, reason })
  return address
}

export class ContractRefusedError extends BaseError {
  constructor({ address, reason }: { address: Address; reason: string }) {
    super(`${address}: ${reason} Go back and choose another.`)
  }
}

export class NotAModuleError extends BaseError {
  constructor({ module }: { module: Address }) {
    super(
      `${module} is no longer enabled. Go back and remove it from the changes.`,
    )
  }
}

export class NoModuleChangeError extends BaseError {
  constructor() {
    super('No changes yet. Enable or disable a module.')
  }
}
