import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  slice,
} from 'viem'
import { type ContractCall, callEach, type Returned } from './callMany.js'
import { probe } from './probe.js'
import { readBoolean, readWord } from './returnedValues.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import {
  cleanText,
  decodeText,
  hidesCharacters,
  longestName,
} from './tokenText.js'

export type TokenKind = 'erc20' | 'erc721' | 'erc1155' | 'unknown'

/** What is wrong with what a token says about itself. */
export type TokenFlaw =
  | 'no-code'
  | 'no-name'
  | 'no-symbol'
  | 'bad-decimals'
  | 'hidden-characters'
  | 'false-interfaces'
  | 'balance-for-everybody'

export type TokenMetadata = {
  kind: TokenKind
  /** Cleaned: one line of visible characters, at most 60. */
  name: string | null
  symbol: string | null
  decimals: number | null
  flaws: TokenFlaw[]
}

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function balanceOf(address holder) view returns (uint256)',
])

const supports = (id: Hex) =>
  encodeFunctionData({ abi, functionName: 'supportsInterface', args: [id] })

/** Six times what is shown, for characters that are left out. */
const mostTextBytes = 24 * longestName

/** Asks tokens who they are. Each answers alone and none can harm another. */
export async function readTokenMetadata(
  rpc: RpcEndpoint,
  parameters: { tokens: readonly Address[]; blockHash: Hex },
): Promise<TokenMetadata[]> {
  const { tokens, blockHash } = parameters
  const [only, ...others] = tokens
  const alone =
    only && others.length === 0
      ? await probeToken(rpc, { token: only, blockHash })
      : undefined
  if (alone) return [alone]
  const questions = tokens.map(getQuestions)
  const size = questions[0]?.length ?? 0
  const answers = await callEach(rpc, { blockHash, calls: questions.flat() })
  return tokens.map((_, index) =>
    readMetadata(answers.slice(index * size, (index + 1) * size)),
  )
}

/** One that somebody asks for by its address takes one question. */
async function probeToken(
  rpc: RpcEndpoint,
  { token, blockHash }: { token: Address; blockHash: Hex },
): Promise<TokenMetadata | undefined> {
  const found = await probe(rpc, {
    target: token,
    calls: getQuestions(token).map(({ data }) => ({
      data,
      gas: 1_000_000,
      // A text comes with its place and its length.
      most: mostTextBytes + 96,
    })),
    block: { blockHash },
  })
  return found && !found.cut ? readMetadata(found.answers) : undefined
}

function getQuestions(token: Address): ContractCall[] {
  const data: Hex[] = [
    encodeFunctionData({ abi, functionName: 'name' }),
    encodeFunctionData({ abi, functionName: 'symbol' }),
    encodeFunctionData({ abi, functionName: 'decimals' }),
    // ERC-165 and that it means it: the last id belongs to nobody.
    supports('0x01ffc9a7'),
    supports('0xffffffff'),
    supports('0x80ac58cd'),
    supports('0xd9b67a26'),
    encodeFunctionData({
      abi,
      functionName: 'balanceOf',
      args: [deriveStranger(token)],
    }),
  ]
  return data.map((callData) => ({ to: token, data: callData }))
}

/** An address that nobody can have a key for or have paid. */
function deriveStranger(token: Address): Address {
  return slice(keccak256(token), 12)
}

function readMetadata(answers: readonly Returned[]): TokenMetadata {
  const [name, symbol, decimals, erc165, nobody, erc721, erc1155, stranger] =
    answers
  const flaws: TokenFlaw[] = []
  if (answers.every((answer) => answer === '0x'))
    return { ...nothing, flaws: ['no-code'] }
  const rawName = readText(name)
  const rawSymbol = readText(symbol)
  const count = readDecimals(decimals)
  const honest = readBoolean(erc165) === true && readBoolean(nobody) === false
  const kind = chooseKind({
    erc721: honest && readBoolean(erc721) === true,
    erc1155: honest && readBoolean(erc1155) === true,
    decimals: count,
  })
  if (readBoolean(nobody)) flaws.push('false-interfaces')
  if (kind === 'erc20') {
    if (!rawName.clean) flaws.push('no-name')
    if (!rawSymbol.clean) flaws.push('no-symbol')
    if ((readWord(stranger) ?? 0n) > 0n) flaws.push('balance-for-everybody')
  }
  if (count === undefined && readWord(decimals) !== undefined)
    flaws.push('bad-decimals')
  if (rawName.hides || rawSymbol.hides) flaws.push('hidden-characters')
  return {
    kind,
    name: rawName.clean,
    symbol: rawSymbol.clean,
    decimals: kind === 'erc20' ? (count ?? null) : null,
    flaws,
  }
}

const nothing = {
  kind: 'unknown',
  name: null,
  symbol: null,
  decimals: null,
} as const

function chooseKind(claims: {
  erc721: boolean
  erc1155: boolean
  decimals: number | undefined
}): TokenKind {
  if (claims.erc721 && claims.erc1155) return 'unknown'
  if (claims.erc721) return 'erc721'
  if (claims.erc1155) return 'erc1155'
  return claims.decimals === undefined ? 'unknown' : 'erc20'
}

function readText(returned: Returned): {
  clean: string | null
  hides: boolean
} {
  const raw = returned && decodeText(returned, { maximumBytes: mostTextBytes })
  if (raw === undefined) return { clean: null, hides: false }
  return {
    clean: cleanText(raw, longestName) || null,
    hides: hidesCharacters(raw),
  }
}

/** A uint8, as EIP-20 says. */
function readDecimals(returned: Returned): number | undefined {
  const word = readWord(returned)
  return word === undefined || word > 255n ? undefined : Number(word)
}
