import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import {
  type ExecutionCost,
  ExecutionWouldFailError,
  estimateExecution,
  readRevert,
} from '../act/execute.js'
import { type CheckedEntry, encodeBulk } from './planBulk.js'

/** What all of them cost; where they would fail, at which nonce. */
export async function estimateBulk({
  chain,
  entries,
  sender,
  hasDynamicFees,
}: {
  chain: ChainConfig
  entries: readonly CheckedEntry[]
  sender: Address
  hasDynamicFees: boolean
}): Promise<ExecutionCost> {
  const execution = encodeBulk(chain, entries)
  if (!execution) throw new TypeError('Nothing to execute')
  const client = createChainClient(chain)
  try {
    return await estimateExecution(client, {
      execution,
      sender,
      hasDynamicFees,
    })
  } catch (error) {
    if (!(error instanceof ExecutionWouldFailError)) throw error
    throw (await findFailing({ chain, entries, sender })) ?? error
  }
}

/** MultiSendCallOnly 1.3.0 hides the reason; the first alone does not. */
async function findFailing({
  chain,
  entries,
  sender,
}: {
  chain: ChainConfig
  entries: readonly CheckedEntry[]
  sender: Address
}): Promise<BulkWouldFailError | undefined> {
  const client = createChainClient(chain)
  for (const [at, { transaction, check }] of entries.entries()) {
    const execution = encodeBulk(chain, entries.slice(0, at + 1))
    if (!execution) return undefined
    const { block } = check.provenance
    const reason = await readRevert(client, {
      from: sender,
      ...execution,
      block,
    })
    if (reason) return new BulkWouldFailError({ ...transaction, reason })
  }
  return undefined
}

export class BulkWouldFailError extends BaseError {
  override name = 'BulkWouldFailError'

  constructor({ nonce, reason }: { nonce: bigint; reason: string }) {
    super(
      `The chain says that nonce ${nonce} would fail, and with it all of them: ${reason}`,
    )
  }
}
