import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readRevert } from '../act/execute.js'
import { type CheckedEntry, encodeBulk } from './planBulk.js'

/**
 * At which nonce they would fail. MultiSendCallOnly 1.3.0 hides the reason; the first alone does
 * not.
 */
export async function findFailing({
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
  constructor({ nonce, reason }: { nonce: bigint; reason: string }) {
    super(
      `The transaction at nonce ${nonce} would fail, and with it all others. ${reason}`,
    )
  }
}
