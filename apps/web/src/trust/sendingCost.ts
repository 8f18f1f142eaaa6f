import type { Address, Hex } from 'viem'
import { estimateGas, getGasPrice } from 'viem/actions'
import { readNativeBalance } from './accountState.js'
import type { ChainClient, ChainConfig } from './chainClient.js'
import { readSetFees } from './fees.js'

/** What a call costs anyone who sends it, in the chain's currency. */
export type SendingCost = { fee: bigint; balance: bigint }

export async function readSendingCost(
  client: ChainClient,
  {
    chain,
    account,
    to,
    data,
  }: { chain: ChainConfig; account: Address; to: Address; data: Hex },
): Promise<SendingCost> {
  const [gas, price, balance] = await Promise.all([
    estimateGas(client, { account, to, data }),
    readPrice(client, chain),
    readNativeBalance(client, { address: account }),
  ])
  return { fee: gas * price, balance }
}

/** What is paid now; at most what the chain's configuration allows. */
async function readPrice(
  client: ChainClient,
  chain: ChainConfig,
): Promise<bigint> {
  const fees = await readSetFees(chain)
  if (!fees) return getGasPrice(client)
  return fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}
