import {
  encodeAbiParameters,
  getAddress,
  type Hex,
  numberToHex,
  pad,
} from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient } from '../chainClient.js'
import { readPast } from './past.js'

const safe = getAddress('0x056872b23d43b6a69f1dad82e2e9f0a18fd1b4d6')
const payer = getAddress('0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc')
const token = getAddress('0xdd57de34e20553b67b890f6958a38ccb409e4f1d')
const topics = {
  received:
    '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d',
  transfer:
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const
const word = (value: bigint) =>
  encodeAbiParameters([{ type: 'uint256' }], [value])
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`

const received = {
  address: safe,
  topics: [topics.received, pad(payer).toLowerCase()],
  data: word(5n),
  transactionHash: hash('a'),
  blockNumber: numberToHex(99_990),
  logIndex: '0x0',
}
const paid = {
  address: token,
  topics: [topics.transfer, pad(payer).toLowerCase(), pad(safe).toLowerCase()],
  data: word(7n),
  transactionHash: hash('b'),
  blockNumber: numberToHex(99_995),
  logIndex: '0x1',
}
// A rejection, as the safe logs it.
const nothing = {
  ...received,
  topics: [topics.received, pad(safe).toLowerCase()],
  data: word(0n),
  transactionHash: hash('c'),
}

type Filter = { fromBlock: Hex; topics?: unknown[] }

/** A node that looks through so many blocks at once. */
function createClient(mostBlocks: number) {
  const asked: number[] = []
  const request = async ({
    method,
    params,
  }: {
    method: string
    params: unknown[]
  }) => {
    if (method === 'eth_getLogs') {
      const filter = params[0] as Filter
      const blocks = 100_000 - Number(filter.fromBlock)
      asked.push(blocks)
      if (blocks > mostBlocks) throw new Error('too many blocks')
      if (!filter.topics) return [received, nothing]
      return filter.topics.length === 3 ? [paid] : []
    }
    if (method === 'eth_getBlockByNumber')
      return { number: params[0], hash: '0xaa', timestamp: '0x64' }
    return { hash: params[0], from: payer, to: token, input: '0x', type: '0x2' }
  }
  const client = {
    request,
    getEndpoint: () => ({ source: 'own', host: 'node.example' }),
  } as unknown as ChainClient
  return { client, asked }
}

const place = {
  chainId: 1,
  address: safe,
  head: 100_000n,
  safe: undefined,
} as const

test('lists payments of the last blocks, newest first, and says which blocks', async () => {
  const { client } = createClient(1_000_000)
  const past = await readPast(client, place)
  expect(past).toMatchObject({ fromBlock: 50_000n, toBlock: 100_000n })
  expect(past.entries).toMatchObject([
    { kind: 'transfer', token, number: 7n, from: payer, at: 100_000 },
    { kind: 'transfer', token: null, number: 5n, from: payer },
  ])
})

test('asks a node that refuses so many blocks for fewer, and then no more', async () => {
  const { client, asked } = createClient(10_000)
  expect((await readPast(client, place)).fromBlock).toBe(91_000n)
  expect(new Set(asked)).toEqual(new Set([50_000, 9_000]))
  const { client: strict } = createClient(10)
  await expect(readPast(strict, place)).rejects.toThrow('too many blocks')
})
