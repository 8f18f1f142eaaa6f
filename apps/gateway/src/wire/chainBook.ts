import {
  type CallTree,
  decodeCall,
  type KnownContract,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { RegisteredToken } from '../context.js'
import type { VerifiedContract } from '../contractsConfig.js'

/** What is known of a chain's contracts, for naming and for reading calls. */
export type ChainBook = {
  chainId: number
  findToken(address: Address): RegisteredToken | undefined
  findVerified(address: Address): VerifiedContract | undefined
  /** One of Safe's own contracts, by address and by code. */
  isPinned(address: Address): boolean
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
  tokens: ReadonlyMap<Address, RegisteredToken>
  verified: ReadonlyMap<Address, VerifiedContract>
  pinned: ReadonlyMap<Address, KnownContract>
}): ChainBook {
  const { chainId, tokens, verified, pinned } = parameters
  const contracts = new Map<Address, KnownContract>(verified)
  for (const [address, { kind }] of tokens)
    contracts.set(address, { ...contracts.get(address), kind })
  for (const [address, contract] of pinned) contracts.set(address, contract)
  return {
    chainId,
    findToken: (address) => tokens.get(address),
    findVerified: (address) => verified.get(address),
    isPinned: (address) => pinned.has(address),
    decode: ({ operation, ...call }, safe) =>
      decodeCall(
        { ...call, operation: operation === 1 ? 1 : 0 },
        { contracts, safe, ...limits },
      ),
  }
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
