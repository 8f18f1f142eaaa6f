import type { Address, Hex } from 'viem'
import { splitEvery } from '../splitEvery.js'
import { isRecord } from './answer.js'
import type { RpcEndpoint } from './rpcEndpoint.js'

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** More receivers in one transaction than anybody pays. */
const manyReceivers = 50

/** Receipts of airdrops are long: few in one body. */
const receiptsPerBody = 5

/** Which of the tokens were given to many at once in the transaction that brought them. */
export async function findAirdrops(
  rpc: RpcEndpoint,
  arrivals: readonly { token: Address; transaction: Hex }[],
): Promise<Set<Address>> {
  const found = new Set<Address>()
  for (const part of splitEvery(arrivals, receiptsPerBody)) {
    const outcomes = await rpc.batch(
      part.map(({ transaction }) => ({
        method: 'eth_getTransactionReceipt',
        params: [transaction],
      })),
    )
    for (const [index, { token }] of part.entries()) {
      const outcome = outcomes[index]
      if (!outcome || outcome.error) continue
      if (countReceivers(outcome.result, token) > manyReceivers)
        found.add(token)
    }
  }
  return found
}

function countReceivers(receipt: unknown, token: Address): number {
  if (!isRecord(receipt) || !Array.isArray(receipt.logs)) return 0
  const receivers = receipt.logs
    .filter(isRecord)
    .filter(
      ({ address }) => String(address).toLowerCase() === token.toLowerCase(),
    )
    .flatMap(({ topics }) =>
      Array.isArray(topics) && topics[0] === transferTopic ? [topics[2]] : [],
    )
  return new Set(receivers).size
}
