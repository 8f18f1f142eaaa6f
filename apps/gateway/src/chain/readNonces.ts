import type { Address, Hex } from 'viem'
import { isHex } from './answer.js'
import { toQuantity } from './blocks.js'
import { callMany } from './callMany.js'
import type { RpcCall, RpcEndpoint } from './rpcEndpoint.js'

const nonceSelector = '0xaffed0e0'

/**
 * The next nonce of safes at a block, in one question where there is a
 * Multicall3; `undefined` where nothing answers.
 */
export async function readNonces(
  rpc: RpcEndpoint,
  parameters: { safes: readonly Address[]; blockHash: Hex },
): Promise<(bigint | undefined)[]> {
  const { safes, blockHash } = parameters
  const returned = await callMany(rpc, {
    multicall,
    blockHash,
    calls: safes.map((to) => ({ to, data: nonceSelector })),
  })
  return returned.map((answer) =>
    answer === undefined || answer === '0x' ? undefined : BigInt(answer),
  )
}

/** At the same address on every chain that has one. */
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * How many nonces safes used in blocks: the difference between a block and
 * the one before. `undefined` where the node no longer knows.
 */
export async function readNoncesUsed(
  rpc: RpcEndpoint,
  places: readonly { safe: Address; blockNumber: bigint; blockHash: Hex }[],
): Promise<(bigint | undefined)[]> {
  if (places.length === 0) return []
  const outcomes = await rpc.batch(
    places.flatMap(({ safe, blockNumber, blockHash }): RpcCall[] =>
      [{ blockHash }, toQuantity(blockNumber - 1n)].map((block) => ({
        method: 'eth_call',
        params: [{ to: safe, data: nonceSelector }, block],
      })),
    ),
  )
  const read = (index: number) => {
    const outcome = outcomes[index]
    if (outcome === undefined || outcome.error) return undefined
    // Before its creation there is nothing that answers.
    return isHex(outcome.result) ? BigInt(outcome.result.padEnd(3, '0')) : 0n
  }
  return places.map((_, index) => {
    const [after, before] = [read(2 * index), read(2 * index + 1)]
    return after === undefined || before === undefined
      ? undefined
      : after - before
  })
}
