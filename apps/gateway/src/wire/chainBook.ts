import {
  type CallNode,
  type CallTree,
  decodeCall,
  type KnownContract,
  type TokenFacts,
} from '@covault/protocol'
import { type Address, type Hex, isAddress } from 'viem'
import type { RegisteredToken } from '../context.js'
import type { VerifiedContract } from '../contractsConfig.js'

/** What is known of a chain's contracts, for naming and for reading calls. */
export type ChainBook = {
  chainId: number
  nativeCurrency: TokenFacts
  /** Of the tokens whose decimals are known. */
  tokenFacts: ReadonlyMap<Address, TokenFacts>
  findToken(address: Address): RegisteredToken | undefined
  findVerified(address: Address): VerifiedContract | undefined
  /** One of Safe's own contracts, by address and by code. */
  isPinned(address: Address): boolean
  /** Whether no source is still being looked for. */
  settled: boolean
  decode(call: WireCall, safe?: Address): CallTree
}

export type WireCall = {
  to: Address
  value: bigint
  data: Hex
  operation: number
}

/** Enough for any batch people make; what is cut off says so. */
const limits = { maxDepth: 16, maxCalls: 2_000 }

/** What was read for it; of tokens and sources only the pages one opened. */
export function createBook(parameters: {
  chainId: number
  nativeCurrency: TokenFacts
  tokens: ReadonlyMap<Address, RegisteredToken>
  verified: ReadonlyMap<Address, VerifiedContract>
  pinned: ReadonlyMap<Address, KnownContract>
  settled: boolean
}): ChainBook {
  const { chainId, nativeCurrency, tokens, verified, pinned, settled } =
    parameters
  const contracts = new Map<Address, KnownContract>(verified)
  for (const [address, { kind }] of tokens)
    contracts.set(address, { ...contracts.get(address), kind })
  for (const [address, contract] of pinned) contracts.set(address, contract)
  return {
    chainId,
    nativeCurrency,
    tokenFacts: listFacts(tokens),
    findToken: (address) => tokens.get(address),
    findVerified: (address) => verified.get(address),
    isPinned: (address) => pinned.has(address),
    settled,
    decode: ({ operation, ...call }, safe) =>
      decodeCall(
        { ...call, operation: operation === 1 ? 1 : 0 },
        { contracts, safe, ...limits },
      ),
  }
}

function listFacts(
  tokens: ReadonlyMap<Address, RegisteredToken>,
): Map<Address, TokenFacts> {
  const facts = new Map<Address, TokenFacts>()
  for (const [address, { kind, symbol, decimals }] of tokens)
    if (kind === 'erc20' && decimals !== null)
      facts.set(address, { symbol, decimals })
  return facts
}

/** Whom a call reaches, through batches: the pages to open. */
export function listTargets(call: WireCall): Address[] {
  if (call.data.length <= 2) return [call.to]
  const { calls } = decodeCall(
    { ...call, operation: call.operation === 1 ? 1 : 0 },
    limits,
  )
  return calls.map(({ to }) => to)
}

/** An index must not grow with what somebody put into a call. */
const mostMentioned = 200

/** Addresses that the arguments mention, however deep they are. */
export function listMentioned(calls: readonly CallNode[]): Address[] {
  const found = new Set<Address>()
  const look = (value: unknown): void => {
    if (found.size >= mostMentioned) return
    if (typeof value === 'string' && isAddress(value)) found.add(value)
    else if (typeof value === 'object' && value !== null)
      Object.values(value).forEach(look)
  }
  for (const { method } of calls)
    for (const { type, value } of method?.parameters ?? [])
      if (/address|\(|tuple/.test(type)) look(value)
  return [...found]
}
