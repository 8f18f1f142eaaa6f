import { BaseError, type Call, type Deployment } from '@covault/protocol'
import * as z from 'zod/mini'
import { readContract } from '../../trust/contract.js'
import { findVersionState } from '../../understand/safe/versionState.js'
import type { Snapshot } from '../machine/flow.js'
import { planUpdate } from './planUpdate.js'

export const updateSchema = z.object({
  /** The code that logs every execution, or the one that does not. */
  singleton: z.enum(['l1', 'l2']),
})
export type UpdateInput = z.output<typeof updateSchema>

/** The migration, after the code of all that takes part was read. */
export async function buildUpdate(
  { singleton }: UpdateInput,
  snapshot: Snapshot,
): Promise<readonly Call[]> {
  const { chain, safe, client, block: blockNumber } = snapshot
  const { fallbackHandler: address } = safe
  const handler =
    address === null
      ? null
      : { address, ...(await readContract(client, { address, blockNumber })) }
  const plan = planUpdate({
    chainId: chain.chainId,
    state: findVersionState(safe, chain),
    wantsL2: singleton === 'l2',
    handler,
  })
  const parts = [plan.migration, plan.singleton, plan.handler]
  for (const part of parts) if (part) await assertPublished(part, snapshot)
  return [plan.call]
}

async function assertPublished(
  { address, codeHash, contract, version }: Deployment,
  { chain, client, block: blockNumber }: Snapshot,
): Promise<void> {
  const found = await readContract(client, { address, blockNumber })
  if (found.codeHash === codeHash) return
  throw new NotPublishedError({
    name: `${contract} ${version}`,
    address,
    chain: chain.name,
  })
}

export class NotPublishedError extends BaseError {
  constructor({
    name,
    address,
    chain,
  }: {
    name: string
    address: string
    chain: string
  }) {
    super(
      `The contract at ${address} on ${chain} isn’t the official ${name}, so the safe can’t be upgraded.`,
    )
  }
}
