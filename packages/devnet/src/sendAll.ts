import {
  type Address,
  type Hex,
  type LocalAccount,
  parseGwei,
  type TransactionReceipt,
} from 'viem'
import type { DevnetClient } from './devnetClient.js'

export type PlannedTransaction = {
  to: Address
  data?: Hex
  value?: bigint
  gas: bigint
}

// anvil's default. A transaction that does not fit into the block any more
// makes anvil throw away the later ones of the same account, so a block is
// never offered more than it can hold.
const blockGasLimit = 30_000_000n

/**
 * Sends transactions of one account in order and as few blocks as they fit
 * in. Mining by itself is off meanwhile: one block for each of them would take
 * long, and many at once would leave some waiting for ever.
 */
export async function sendAll(
  client: DevnetClient,
  {
    account,
    transactions,
  }: { account: LocalAccount; transactions: readonly PlannedTransaction[] },
): Promise<TransactionReceipt[]> {
  const automine = await client.getAutomine()
  await client.setAutomine(false)
  try {
    const receipts: TransactionReceipt[] = []
    for (const batch of splitIntoBlocks(transactions))
      receipts.push(
        ...(await sendAsBlock(client, { account, transactions: batch })),
      )
    return receipts
  } finally {
    await client.setAutomine(automine)
  }
}

function splitIntoBlocks(
  transactions: readonly PlannedTransaction[],
): PlannedTransaction[][] {
  const blocks: PlannedTransaction[][] = []
  let gasLeft = 0n
  for (const transaction of transactions) {
    if (transaction.gas > gasLeft) {
      blocks.push([])
      gasLeft = blockGasLimit
    }
    blocks.at(-1)?.push(transaction)
    gasLeft -= transaction.gas
  }
  return blocks
}

/** Sends transactions of one account and mines the block they are in. */
export async function sendAsBlock(
  client: DevnetClient,
  {
    account,
    transactions,
  }: { account: LocalAccount; transactions: readonly PlannedTransaction[] },
): Promise<TransactionReceipt[]> {
  const firstNonce = await client.getTransactionCount({
    address: account.address,
    blockTag: 'pending',
  })
  const hashes: Hex[] = []
  for (const [index, transaction] of transactions.entries()) {
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      chainId: client.chain.id,
      nonce: firstNonce + index,
      maxFeePerGas: parseGwei('100'),
      maxPriorityFeePerGas: parseGwei('1'),
    })
    hashes.push(await client.sendRawTransaction({ serializedTransaction }))
  }
  await client.mine({ blocks: 1 })
  return Promise.all(
    hashes.map((hash) => client.waitForTransactionReceipt({ hash })),
  )
}
