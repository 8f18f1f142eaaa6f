import { queryOptions } from '@tanstack/react-query'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  zeroAddress,
} from 'viem'
import { getBalance } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import { tokenAbi } from './abis.js'
import { type Answer, callMany } from './callMany.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { headQuery } from './head.js'
import { type ReadProvenance, readAt } from './provenance.js'

/** What a safe has of some tokens, as the chain had it at one block. */
export type ChainBalances = {
  provenance: ReadProvenance
  /** A token that does not answer both questions is not among them. */
  tokens: ReadonlyMap<Address, { amount: bigint; decimals: number }>
}

/** The zero address stands for the native currency. */
export function chainBalancesQuery({
  chain,
  holder,
  tokens,
}: {
  chain: ChainConfig
  holder: Address
  tokens: readonly Address[] | undefined
}) {
  return queryOptions({
    queryKey: ['chainBalances', chain.chainId, holder, tokens],
    queryFn: async ({ client: cache }) => {
      const { number } = await cache.fetchQuery({
        ...headQuery(chain),
        staleTime: pollInterval / 2,
      })
      return readBalances(createChainClient(chain), {
        nativeDecimals: chain.nativeCurrency.decimals,
        holder,
        tokens: tokens ?? [],
        blockNumber: number,
      })
    },
    enabled: tokens !== undefined,
    refetchInterval: pollInterval,
  })
}

// One eth_call must stay below the gas limit nodes set for it.
const tokensPerCall = 100

export async function readBalances(
  client: ChainClient,
  {
    holder,
    tokens,
    nativeDecimals,
    blockNumber,
  }: {
    holder: Address
    tokens: readonly Address[]
    nativeDecimals: number
    blockNumber: bigint
  },
): Promise<ChainBalances> {
  const contracts = tokens.filter((token) => token !== zeroAddress)
  const asked = [
    encodeFunctionData({
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [holder],
    }),
    encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' }),
  ]
  const pages = Array.from(
    { length: Math.ceil(contracts.length / tokensPerCall) },
    (_, page) =>
      callMany(client, {
        questions: contracts
          .slice(page * tokensPerCall, (page + 1) * tokensPerCall)
          .flatMap((target) => asked.map((callData) => ({ target, callData }))),
        blockNumber,
      }),
  )
  const [native, answers] = await Promise.all([
    getBalance(client, { address: holder, blockNumber }),
    Promise.all(pages).then((parts) => parts.flat()),
  ])
  const known = contracts.flatMap((token, index) => {
    const amount = readNumber(answers[index * 2], 'balanceOf')
    const decimals = readNumber(answers[index * 2 + 1], 'decimals')
    if (amount === undefined || decimals === undefined) return []
    return [[token, { amount, decimals: Number(decimals) }] as const]
  })
  return {
    provenance: readAt(client, blockNumber),
    tokens: new Map([
      [zeroAddress, { amount: native, decimals: nativeDecimals }],
      ...known,
    ]),
  }
}

function readNumber(
  answer: Answer | undefined,
  functionName: 'balanceOf' | 'decimals',
): bigint | undefined {
  if (!answer?.success) return undefined
  try {
    const data = answer.returnData
    return BigInt(decodeFunctionResult({ abi: tokenAbi, functionName, data }))
  } catch {
    return undefined
  }
}
