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

export type PastPrice = {
  usd: Decimal
  /** Seconds since 1970. */
  updatedAt: number
}

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRound() view returns (uint256)',
  'function getRoundData(uint80 id) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** About two and a half days of a feed that speaks every hour. */
const mostRounds = 60

/** What a feed said before, newest first, as far as it remembers. */
export async function readFeedHistory(
  rpc: RpcEndpoint,
  parameters: { feed: Address; blockHash: Hex; multicall: Address },
): Promise<PastPrice[]> {
  const { feed, blockHash, multicall } = parameters
  const ask = (data: Hex[]) =>
    callMany(rpc, {
      multicall,
      blockHash,
      calls: data.map((callData) => ({ to: feed, data: callData })),
    })
  const [decimals, latest] = (
    await ask([
      encodeFunctionData({ abi, functionName: 'decimals' }),
      encodeFunctionData({ abi, functionName: 'latestRound' }),
    ])
  ).map(readWord)
  if (decimals === undefined || decimals > 36n || latest === undefined)
    return []
  const rounds = await ask(
    listRounds(latest).map((round) =>
      encodeFunctionData({ abi, functionName: 'getRoundData', args: [round] }),
    ),
  )
  return rounds.flatMap((returned): PastPrice[] => {
    const round = decodeRound(returned)
    if (!round || round.answer <= 0n || round.updatedAt === 0n) return []
    return [
      {
        usd: { digits: round.answer, scale: Number(decimals) },
        updatedAt: Number(round.updatedAt),
      },
    ]
  })
}

/** The upper 16 bits name the contract behind a proxy; each counts from 1. */
function listRounds(latest: bigint): bigint[] {
  if (latest >= 1n << 80n) return []
  const count = latest & ((1n << 64n) - 1n)
  const length = count < mostRounds ? Number(count) : mostRounds
  return Array.from({ length }, (_, index) => latest - BigInt(index))
}

function decodeRound(
  returned: Returned,
): { answer: bigint; updatedAt: bigint } | undefined {
  if (returned === undefined) return undefined
  try {
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi,
      functionName: 'getRoundData',
      data: returned,
    })
    return { answer, updatedAt }
  } catch {
    return undefined
  }
}
