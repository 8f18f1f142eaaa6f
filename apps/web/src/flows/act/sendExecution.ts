import type { Address, Hex } from 'viem'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import { readSentCount } from '../../trust/accountState.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { toFeeFields } from '../../trust/fees.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { Execution } from './execute.js'
import type { FeeChoice } from './feeChoice.js'
import { assertPlace } from './sign.js'

/** Hands the exact call to the wallet, and remembers what it was for. */
export async function sendExecution({
  wallet,
  account,
  chain,
  safe,
  execution,
  fees,
  executed,
}: {
  wallet: WalletLayer
  account: Address
  chain: ChainConfig
  safe: Address
  execution: Execution
  fees: FeeChoice | undefined
  /** What the safe runs by it, in this order. */
  executed: readonly { safeTxHash: Hex; nonce: bigint }[]
}): Promise<SentExecution[]> {
  const { chainId } = chain
  await assertPlace(wallet, { account, chainId })
  // What is pending comes before it.
  const senderNonce = await readSentCount(createChainClient(chain), {
    sender: account,
    block: 'pending',
  })
  const transactionHash = await wallet.sendTransaction({
    chainId,
    ...execution,
    ...(fees && toRequest(fees)),
  })
  const sent = executed.map(({ safeTxHash, nonce }) => ({
    chainId,
    safe,
    safeTxHash,
    nonce,
    transactionHash,
    from: account,
    senderNonce,
    ...execution,
    description: `Execute nonce ${nonce}`,
    at: Date.now(),
  }))
  await remember(sent)
  const nonces = executed.map(({ nonce }) => nonce).join(', ')
  wallet.track({
    hash: transactionHash,
    description: `Execute nonce ${nonces}`,
  })
  return sent
}

/** What was sent for the same before may still be mined in its place. */
async function remember(sent: readonly SentExecution[]): Promise<void> {
  const before = new Map(
    (await sentExecutions.list()).map(({ name, value }) => [name, value]),
  )
  await sentExecutions.writeAll(
    sent.map((one) => {
      const last = before.get(one.safeTxHash)
      const earlier = last && [...(last.earlier ?? []), last.transactionHash]
      const value = earlier ? { ...one, earlier } : one
      return { name: one.safeTxHash, value }
    }),
  )
}

export function toRequest({ gas, fees }: FeeChoice) {
  return { gas, ...toFeeFields(fees) }
}
