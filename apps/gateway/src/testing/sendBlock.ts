import type { Devnet } from '@covault/devnet'
import {
  type Address,
  type Hex,
  type LocalAccount,
  parseGwei,
  type TransactionReceipt,
} from 'viem'

export type BlockTransaction = {
  account: LocalAccount
  to: Address
  data?: Hex
  value?: bigint
  gas?: bigint
}

/**
 * Mines one block with these transactions, those of one account in their
 * order. Gas and fees are given, not asked for: estimating takes a node
 * longer than all the rest.
 */
export async function sendBlock(
  { client }: Pick<Devnet, 'client'>,
  transactions: readonly BlockTransaction[],
): Promise<TransactionReceipt[]> {
  const nonces = new Map<Address, number>()
  const hashes: Hex[] = []
  for (const { account, gas = 1_000_000n, ...transaction } of transactions) {
    const { address } = account
    const nonce =
      nonces.get(address) ?? (await client.getTransactionCount({ address }))
    nonces.set(address, nonce + 1)
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      gas,
      nonce,
      chainId: client.chain.id,
      maxFeePerGas: parseGwei('100'),
      maxPriorityFeePerGas: parseGwei('1'),
    })
    hashes.push(await client.sendRawTransaction({ serializedTransaction }))
  }
  await client.mine({ blocks: 1 })
  const receipts: TransactionReceipt[] = []
  for (const hash of hashes) {
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success')
      throw new Error(`The transaction ${hash} was reverted.`)
    receipts.push(receipt)
  }
  return receipts
}
