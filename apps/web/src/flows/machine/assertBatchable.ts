import { BaseError, findBatchContract } from '@covault/protocol'
import { keccak256 } from 'viem'
import { isOfRelease } from '../../trust/chainFacts.js'
import { readCode } from '../../trust/code.js'
import { toDomain } from '../../trust/domain.js'
import type { Snapshot } from './flow.js'

/**
 * Several calls go through a published contract. On a chain that the release
 * does not know nobody may have deployed it, and a delegatecall to nothing
 * succeeds without doing anything.
 */
export async function assertBatchable({
  chain,
  safe,
  client,
}: Pick<Snapshot, 'chain' | 'safe' | 'client'>): Promise<void> {
  if (isOfRelease(chain)) return
  const { address, codeHash, version } = findBatchContract(
    toDomain(chain, safe),
  )
  const code = await readCode(client, address)
  if (!code || keccak256(code) !== codeHash)
    throw new NoBatchContractError({ chain, version })
}

export class NoBatchContractError extends BaseError {
  constructor({
    chain,
    version,
  }: {
    chain: { name: string }
    version: string
  }) {
    super(
      `The official contract for batches (MultiSendCallOnly ${version}) isn’t deployed on ${chain.name}. Propose the calls one by one.`,
    )
  }
}
