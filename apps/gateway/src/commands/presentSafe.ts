import { parseSafeVersion, type SafeVersion } from '@covault/protocol'
import type { Address } from 'viem'
import { readOwnersOfMany, readSafeCore } from '../chain/probeSafe.js'
import { NotASafeError } from '../chain/readSafe.js'
import { RpcAnswerError, RpcUnavailableError } from '../chain/rpcErrors.js'
import type { RpcPool } from '../chain/rpcPool.js'
import { NotFoundFailure } from '../failures.js'
import { areSatisfied, type OneOf } from './contractCalls.js'

/** A safe as the chain has it now, whatever the store knows. */
export type PresentSafe = {
  chainId: number
  address: Address
  owners: readonly Address[]
  threshold: bigint
  nonce: bigint
  /** Undefined: nobody knows how this singleton hashes. */
  version: SafeVersion | undefined
  /** Whether the chain agrees with one of each of these. */
  agrees(demands: readonly OneOf[]): Promise<boolean>
  /** The owners of those of these that are safes, of 32 owners at most. */
  readOwners(safes: readonly Address[]): Promise<Address[]>
}

/**
 * Decides with one node, by what its latest block holds. The decision is made
 * again with another node when the first one fails, so it must not write.
 */
export async function decideNow<decision>(
  pool: RpcPool,
  safe: Address,
  decide: (present: PresentSafe) => Promise<decision>,
): Promise<decision> {
  return pool.use(async (rpc) => {
    const { owners, threshold, nonce, version } = await readSafeCore(rpc, {
      safe,
      block: 'latest',
    }).catch((error) => {
      throw toFailure(error)
    })
    return decide({
      chainId: pool.chainId,
      address: safe,
      owners,
      threshold,
      nonce,
      version: parseSafeVersion(version ?? '')?.version,
      agrees: (demands) =>
        areSatisfied(rpc, { demands, from: safe, block: 'latest' }),
      readOwners: (safes) => readOwnersOfMany(rpc, safes),
    })
  })
}

function toFailure(error: unknown): unknown {
  if (error instanceof NotASafeError) return new NotFoundFailure()
  // What contracts revert on is read as an answer; this is the node's own.
  if (error instanceof RpcAnswerError)
    return new RpcUnavailableError(
      'The RPC endpoint does not know its latest block.',
      {
        cause: error,
      },
    )
  return error
}
