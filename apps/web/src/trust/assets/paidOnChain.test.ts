import type { Address, Hex } from 'viem'
import { keccak256, pad, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient } from '../chainClient.js'
import { readPaidOnChain } from './paidOnChain.js'

const safe = '0x1111111111111111111111111111111111111111'
const dave = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const erin = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const bait = '0x90f79bf61111111111111111111111111e93b906'

test('counts what the safe itself has paid, newest first, and no bait', async () => {
  const client = createNode({
    runs: ['0x01', '0x02'],
    transfers: [
      ['0x01', dave, 5n],
      ['0x02', erin, 6n],
      // Somebody else's transaction, made to be found.
      ['0x03', bait, 7n],
      ['0x02', bait, 0n],
    ],
  })
  expect(await readPaidOnChain(client, { address: safe, head: 9n })).toEqual([
    erin,
    dave,
  ])
})

test('asks for fewer blocks where a node does not look through all', async () => {
  const asked: string[] = []
  const client = createNode({
    runs: ['0x01'],
    transfers: [['0x01', dave, 5n]],
    isTooMany: (fromBlock) => {
      asked.push(fromBlock)
      return fromBlock === '0x0'
    },
  })
  const head = 20_000n
  expect(await readPaidOnChain(client, { address: safe, head })).toEqual([dave])
  expect(asked).toContain('0x2af8')
})

/** Answers as a node does for these logs. */
function createNode({
  runs,
  transfers,
  isTooMany = () => false,
}: {
  runs: Hex[]
  transfers: [Hex, Address, bigint][]
  isTooMany?: (fromBlock: string) => boolean
}): ChainClient {
  const executed = keccak256(stringToHex('ExecutionSuccess(bytes32,uint256)'))
  const request = async ({
    params: [{ fromBlock, topics }],
  }: {
    params: [{ fromBlock: string; topics: Hex[] }]
  }) => {
    if (isTooMany(fromBlock)) throw new Error('too many blocks')
    if (topics[0] === executed)
      return runs.map((transactionHash) => ({ transactionHash, topics }))
    return transfers.map(([transactionHash, to, value]) => ({
      transactionHash,
      topics: [...topics, pad(to)],
      data: `0x${value.toString(16).padStart(64, '0')}`,
    }))
  }
  return { request } as unknown as ChainClient
}
