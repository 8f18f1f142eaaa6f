import { isDecimals } from '@covault/protocol'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  hexToString,
  size,
  zeroAddress,
} from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { pollInterval } from '../../lib/timing.js'
import { readNativeBalance } from '../accountState.js'
import { type Answer, callMany } from '../callMany.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../chainClient.js'
import { type Head, isReadAt, readOncePerBlock } from '../head.js'
import { type ReadProvenance, readAt } from '../provenance.js'
import { tokenAbi } from './tokenAbi.js'

/** What a safe has of some tokens, as the chain had it at one block. */
export type ChainBalances = {
  provenance: ReadProvenance
  /** A token that does not say both amount and possible decimals is not among them. */
  tokens: ReadonlyMap<
    Address,
    { amount: bigint; symbol: string; decimals: number }
  >
}

/** The zero address means the native currency. */
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
    queryFn: (context) =>
      readOncePerBlock(context, chain, async (head) => {
        const asked = tokens ?? []
        const wider = findWider(context.client, { chain, holder, asked, head })
        return (
          wider ??
          readBalances(createChainClient(chain), {
            nativeCurrency: chain.nativeCurrency,
            holder,
            tokens: asked,
            blockNumber: head.number,
          })
        )
      }),
    enabled: tokens !== undefined,
    refetchInterval: pollInterval,
  })
}

/**
 * What was read at this block of more tokens, for anyone who asks for some of
 * them.
 */
function findWider(
  cache: QueryClient,
  {
    chain,
    holder,
    asked,
    head,
  }: {
    chain: ChainConfig
    holder: Address
    asked: readonly Address[]
    head: Head
  },
): ChainBalances | undefined {
  const queryKey = ['chainBalances', chain.chainId, holder]
  const wider = cache
    .getQueriesData<ChainBalances>({ queryKey })
    .find(([[, , , tokens = []], reading]) => {
      if (!reading || !isReadAt(head, reading.provenance)) return false
      return asked.every((token) => (tokens as Address[]).includes(token))
    })?.[1]
  if (!wider) return undefined
  const tokens = [zeroAddress, ...asked].flatMap((token) => {
    const known = wider.tokens.get(token)
    return known ? [[token, known] as const] : []
  })
  return { ...wider, tokens: new Map(tokens) }
}

// One eth_call must stay below the gas limit nodes set for it.
const tokensPerCall = 100

export async function readBalances(
  client: ChainClient,
  {
    holder,
    tokens,
    nativeCurrency,
    blockNumber,
  }: {
    holder: Address
    tokens: readonly Address[]
    nativeCurrency: ChainConfig['nativeCurrency']
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
    encodeFunctionData({ abi: tokenAbi, functionName: 'symbol' }),
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
    readNativeBalance(client, { address: holder, blockNumber }),
    Promise.all(pages).then((parts) => parts.flat()),
  ])
  const known = contracts.flatMap((token, index) => {
    const start = index * asked.length
    const amount = readNumber(answers[start], 'balanceOf')
    const decimals = Number(readNumber(answers[start + 1], 'decimals'))
    if (amount === undefined || !isDecimals(decimals)) return []
    const symbol =
      readSymbol(answers[start + 2]) || formatAddress(token, { digits: 4 })
    return [[token, { amount, symbol, decimals }] as const]
  })
  return {
    provenance: readAt(client, blockNumber),
    tokens: new Map([
      [zeroAddress, { amount: native, ...nativeCurrency }],
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

/** Early tokens answer with 32 bytes instead of a text. */
function readSymbol(answer: Answer | undefined): string {
  if (!answer?.success) return ''
  const data = answer.returnData
  try {
    const text =
      size(data) === 32
        ? hexToString(data, { size: 32 })
        : decodeFunctionResult({ abi: tokenAbi, functionName: 'symbol', data })
    return toForeignText(text, 20)
  } catch {
    return ''
  }
}
