import type { Decimal } from '@covault/api/decimal'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from 'viem'
import { callMany, type Returned } from './callMany.js'
import { readWord } from './returnedValues.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { decodeText } from './tokenText.js'

/** A contract that tells a price in US dollars as Chainlink's do. */
export type PriceFeed = {
  address: Address
  /** `ETH / USD`: a feed that says otherwise is not believed. */
  description: string
  maximumAgeSeconds: number
  /** Of a rollup: a contract that tells whether its sequencer runs. */
  sequencer?: Address | undefined
}

export type FeedPrice = {
  usd: Decimal
  /** Seconds since 1970. */
  updatedAt: number
}

export type FeedFlaw =
  | 'silent'
  | 'other-description'
  | 'bad-decimals'
  | 'not-positive'
  | 'unfinished'
  | 'stale'
  | 'from-the-future'
  | 'sequencer-down'

export type FeedReading = FeedPrice | { flaw: FeedFlaw }

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Clocks of blocks and of feeds may differ by this. */
const clockSkewSeconds = 900

/** After an outage prices lag until everybody has caught up. */
const sequencerGraceSeconds = 3_600

/** Reads feeds at one block and says why a price is not to be believed. */
export async function readFeeds(
  rpc: RpcEndpoint,
  parameters: {
    feeds: readonly PriceFeed[]
    block: { hash: Hex; time: number }
    multicall: Address
  },
): Promise<FeedReading[]> {
  const { feeds, block, multicall } = parameters
  const questions = feeds.map(({ address }) =>
    (['latestRoundData', 'decimals', 'description'] as const).map(
      (functionName) => ({
        to: address,
        data: encodeFunctionData({ abi, functionName }),
      }),
    ),
  )
  const sequencers = [...new Set(feeds.flatMap((feed) => feed.sequencer ?? []))]
  const answers = await callMany(rpc, {
    multicall,
    blockHash: block.hash,
    calls: [
      ...questions.flat(),
      ...sequencers.map((to) => ({
        to,
        data: encodeFunctionData({ abi, functionName: 'latestRoundData' }),
      })),
    ],
  })
  const running = sequencers.filter((_, index) =>
    isRunning(answers[3 * feeds.length + index], { now: block.time }),
  )
  return feeds.map((feed, index) =>
    feed.sequencer && !running.includes(feed.sequencer)
      ? { flaw: 'sequencer-down' }
      : readFeed(feed, {
          answers: answers.slice(3 * index, 3 * index + 3),
          now: block.time,
        }),
  )
}

/** 0 means up; `startedAt` is since when. */
function isRunning(returned: Returned, { now }: { now: number }): boolean {
  const round = decodeRound(returned)
  if (round?.answer !== 0n || round.startedAt === 0n) return false
  return BigInt(now) - round.startedAt > BigInt(sequencerGraceSeconds)
}

function readFeed(
  feed: PriceFeed,
  { answers, now }: { answers: readonly Returned[]; now: number },
): FeedReading {
  const [round, decimals, description] = answers
  const latest = decodeRound(round)
  if (!latest) return { flaw: 'silent' }
  const text = description && decodeText(description, { maximumBytes: 100 })
  if (text !== feed.description) return { flaw: 'other-description' }
  const scale = readWord(decimals)
  if (scale === undefined || scale > 36n) return { flaw: 'bad-decimals' }
  if (latest.answer <= 0n) return { flaw: 'not-positive' }
  if (latest.updatedAt === 0n) return { flaw: 'unfinished' }
  if (latest.updatedAt > BigInt(now + clockSkewSeconds))
    return { flaw: 'from-the-future' }
  const updatedAt = Number(latest.updatedAt)
  if (now - updatedAt > feed.maximumAgeSeconds) return { flaw: 'stale' }
  return { usd: { digits: latest.answer, scale: Number(scale) }, updatedAt }
}

function decodeRound(
  returned: Returned,
): { answer: bigint; startedAt: bigint; updatedAt: bigint } | undefined {
  if (returned === undefined) return undefined
  try {
    const [, answer, startedAt, updatedAt] = decodeFunctionResult({
      abi,
      functionName: 'latestRoundData',
      data: returned,
    })
    return { answer, startedAt, updatedAt }
  } catch {
    return undefined
  }
}
