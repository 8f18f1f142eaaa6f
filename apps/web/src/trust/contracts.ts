import { isDecimals, type OwnerSet, type TokenFacts } from '@covault/protocol'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Address, decodeAbiParameters, type Hex, keccak256 } from 'viem'
import { getBlockNumber, getCode } from 'viem/actions'
import type { ChainBalances } from './assets/balances.js'
import { type Answer, callMany } from './callMany.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { readSharedHead } from './head.js'
import { isRefusal } from './isRefusal.js'
import { type Provenance, readAt } from './provenance.js'
import { readSafes } from './readSafes.js'

/** What the chain itself says an address is. */
export type ContractFacts = {
  address: Address
  /** Null: there is no code. */
  codeHash: Hex | null
  kind: 'safe' | 'erc20' | 'erc721' | 'erc1155' | undefined
  /** A token's words about itself. Its symbol is not its identity. */
  token: TokenFacts | undefined
  ownerSet: OwnerSet | undefined
  provenance: Provenance
}

/** What contracts are does not change while somebody looks at a page. */
const longLife = { staleTime: 10 * 60_000, gcTime: 10 * 60_000 }

/** What these addresses are, read from the chain by this browser. */
export function contractsQuery(
  chain: ChainConfig,
  addresses: readonly Address[],
) {
  return queryOptions({
    queryKey: ['contracts', chain.chainId, [...addresses].sort()],
    queryFn: async ({ client: cache }) => {
      const { number } = await readSharedHead(cache, chain)
      return readContracts(createChainClient(chain), addresses, number)
    },
    ...longLife,
  })
}

/** Decimals of a token, for rows that must not take the gateway's word. */
export function decimalsQuery(chain: ChainConfig, token: Address | undefined) {
  return queryOptions({
    queryKey: ['decimals', chain.chainId, token],
    queryFn: async ({ client: cache }) => {
      if (!token) return null
      const known = await findDecimals(cache, chain, token)
      return known ?? readDecimals(createChainClient(chain), token)
    },
    enabled: token !== undefined,
    ...longLife,
  })
}

// Selectors of symbol(), decimals(), totalSupply() and, with the EIP-165
// identifiers of EIP-721, EIP-1155 and the one that nobody may claim,
// supportsInterface(bytes4).
const decimalsCall = '0x313ce567'
const questions: readonly Hex[] = [
  '0x95d89b41',
  decimalsCall,
  '0x18160ddd',
  `0x01ffc9a780ac58cd${'0'.repeat(56)}`,
  `0x01ffc9a7d9b67a26${'0'.repeat(56)}`,
  `0x01ffc9a7ffffffff${'0'.repeat(56)}`,
]

export async function readContracts(
  client: ChainClient,
  addresses: readonly Address[],
  /** Absent: the newest. */
  block?: bigint,
): Promise<ContractFacts[]> {
  if (addresses.length === 0) return []
  const blockNumber = block ?? (await getBlockNumber(client))
  const [codes, answers, safes] = await Promise.all([
    Promise.all(
      addresses.map((address) => getCode(client, { address, blockNumber })),
    ),
    callMany(client, {
      questions: addresses.flatMap((target) =>
        questions.map((callData) => ({ target, callData })),
      ),
      blockNumber,
    }),
    readSafes(client, { addresses, blockNumber }),
  ])
  const provenance = readAt(client, blockNumber)
  return addresses.map((address, index) => {
    const code = codes[index] ?? '0x'
    const safe = safes.find((one) => one.address === address && one.known)
    const start = index * questions.length
    const claims = readClaims(answers.slice(start, start + questions.length))
    return {
      address,
      codeHash: code === '0x' ? null : keccak256(code),
      kind: safe ? 'safe' : claims.kind,
      token: claims.token,
      ownerSet: safe && { owners: safe.owners, threshold: safe.threshold },
      provenance,
    }
  })
}

/** A token that leaves one of the questions open is none we can read. */
function readClaims(
  answers: readonly Answer[],
): Pick<ContractFacts, 'kind' | 'token'> {
  const [symbol, decimals, supply, erc721, erc1155, anything] = answers
  const claims = (answer: Answer | undefined) =>
    decode('bool', answer) && !decode('bool', anything)
  if (claims(erc721)) return { kind: 'erc721', token: undefined }
  if (claims(erc1155)) return { kind: 'erc1155', token: undefined }
  const token = {
    symbol: decode('string', symbol),
    decimals: decodeDecimals(decimals),
  }
  const hasSupply = decode('uint256', supply) !== undefined
  if (token.symbol === undefined || token.decimals === undefined || !hasSupply)
    return { kind: undefined, token: undefined }
  return {
    kind: 'erc20',
    token: { symbol: token.symbol, decimals: token.decimals },
  }
}

/** From what was counted or is being counted: they are the same for all holders. */
async function findDecimals(
  cache: QueryClient,
  { chainId }: ChainConfig,
  token: Address,
): Promise<number | undefined> {
  // Rows ask in the same turn as the page that counts what the safe has.
  await Promise.resolve()
  const queryKey = ['chainBalances', chainId]
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const [, , , tokens] = query.queryKey
    if (!Array.isArray(tokens) || !tokens.includes(token)) continue
    await query.promise?.catch(() => undefined)
    const counted = query.state.data as ChainBalances | undefined
    const decimals = counted?.tokens.get(token)?.decimals
    if (decimals !== undefined) return decimals
  }
  return undefined
}

/** Null: there is no contract, or it does not answer like a token. */
async function readDecimals(
  client: ChainClient,
  token: Address,
): Promise<number | null> {
  try {
    const returnData = await client.request({
      method: 'eth_call',
      params: [{ to: token, data: decimalsCall }, 'latest'],
    })
    return decodeDecimals({ success: true, returnData }) ?? null
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** The library takes a whole word for a uint8. */
function decodeDecimals(answer: Answer | undefined): number | undefined {
  const value = decode('uint8', answer)
  return value !== undefined && isDecimals(value) ? value : undefined
}

type Values = { bool: boolean; string: string; uint8: number; uint256: bigint }

function decode<type extends keyof Values>(
  type: type,
  answer: Answer | undefined,
): Values[type] | undefined {
  if (!answer?.success) return undefined
  try {
    const [value] = decodeAbiParameters([{ type }], answer.returnData)
    // viem's types cannot follow a type that is a parameter itself.
    return value as Values[type]
  } catch {
    return undefined
  }
}
