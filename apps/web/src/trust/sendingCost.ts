import type { Address, Hex } from 'viem'
import { estimateGas, getBalance, getGasPrice } from 'viem/actions'
import type { ChainClient } from './chainClient.js'

/** What a call costs whoever sends it, in the chain's currency. */
export type SendingCost = { fee: bigint; balance: bigint }

export async function readSendingCost(
  client: ChainClient,
  { account, to, data }: { account: Address; to: Address; data: Hex },
): Promise<SendingCost> {
  const [gas, price, balance] = await Promise.all([
    estimateGas(client, { account, to, data }),
    getGasPrice(client),
    getBalance(client, { address: account }),
  ])
  return { fee: gas * price, balance }
}
