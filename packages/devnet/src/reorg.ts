import { BaseError } from '@covault/protocol'
import { type Hex, padHex, toHex } from 'viem'
import type { DevnetClient } from './devnetClient.js'
import { settle } from './settle.js'

export type ReorgParameters = {
  /** How many of the latest blocks are dropped and mined again. */
  depth: number
  /**
   * Signed transactions for the new blocks, block 0 being the first new one.
   * Those of the dropped blocks are gone unless they are listed here.
   */
  transactions?: readonly { raw: Hex; block: number }[]
}

/** Replaces the latest blocks by as many others. */
export async function reorg(
  client: DevnetClient,
  { depth, transactions = [] }: ReorgParameters,
): Promise<void> {
  await settle(client)
  const automine = await client.getAutomine()
  await client.setAutomine(false)
  try {
    await mineLeftovers(client)
    await replaceBlocks(client, { depth, transactions })
  } finally {
    await client.setAutomine(automine)
    if (automine) await mineLeftovers(client)
  }
}

// Whatever arrived while mining was being switched off or on.
async function mineLeftovers(client: DevnetClient): Promise<void> {
  const { pending } = await client.getTxpoolStatus()
  if (pending > 0) await client.mine({ blocks: 1 })
}

async function replaceBlocks(
  client: DevnetClient,
  { depth, transactions }: Required<ReorgParameters>,
): Promise<void> {
  const head = await client.getBlock()
  // Equal empty blocks would get equal hashes: another fee recipient makes
  // the new branch a different one.
  const coinbase = head.miner
  await client.setCoinbase({
    address: padHex(toHex(BigInt(coinbase) + 1n), { size: 20 }),
  })
  await client.request({
    method: 'anvil_reorg',
    params: [depth, transactions.map(({ raw, block }) => [raw, block])],
  })
  await assertReplaced(client, { head, depth })
}

async function assertReplaced(
  client: DevnetClient,
  { head, depth }: { head: { number: bigint; hash: Hex }; depth: number },
): Promise<void> {
  const ancestor = head.number - BigInt(depth)
  const blocks = await Promise.all(
    Array.from({ length: depth + 1 }, (_, index) =>
      client.getBlock({ blockNumber: ancestor + BigInt(index) }),
    ),
  )
  const linked = blocks.every(
    (block, index) =>
      index === 0 || block.parentHash === blocks[index - 1]?.hash,
  )
  if (!linked || blocks.at(-1)?.hash === head.hash)
    throw new ReorgFailedError({ depth, head: head.number })
}

export class ReorgFailedError extends BaseError {
  override name = 'ReorgFailedError'

  constructor({ depth, head }: { depth: number; head: bigint }) {
    super(
      `The latest ${depth} blocks below ${head} were not replaced by a whole new branch.`,
    )
  }
}
