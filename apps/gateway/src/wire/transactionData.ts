import type { EndpointWire, getTransaction } from '@covault/api'
import type { CallNode, CallTree } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig } from '../chainsConfig.js'
import type { RegisteredToken } from '../context.js'
import { toNamedInfo } from './addressInfo.js'
import { type ChainBook, listMentioned, type WireCall } from './chainBook.js'
import { toDataDecoded } from './dataDecoded.js'

type Details = EndpointWire<typeof getTransaction>
export type TransactionDataWire = NonNullable<Details['txData']>
export type RegisteredTokenWire = NonNullable<
  TransactionDataWire['tokenInfoIndex']
>[Address]
type AddressIndex = NonNullable<TransactionDataWire['addressInfoIndex']>

/** An index must not grow with what somebody put into a batch. */
const mostTokens = 100

export function toTransactionData(
  book: ChainBook,
  parameters: { chain: ChainConfig; call: WireCall; tree: CallTree },
): TransactionDataWire {
  const { chain, call, tree } = parameters
  const { root } = tree
  return {
    hexData: call.data === '0x' ? null : call.data,
    dataDecoded: toDataDecoded(root),
    to: toNamedInfo(book, call.to),
    value: String(call.value),
    operation: call.operation === 1 ? 1 : 0,
    trustedDelegateCallTarget: isTrustedTarget(book, root),
    addressInfoIndex: toAddressIndex(book, tree),
    tokenInfoIndex: toTokenIndex(book, chain, root),
  }
}

/** Null for a plain call. A batch that delegates further is not trusted. */
function isTrustedTarget(book: ChainBook, root: CallNode): boolean | null {
  if (root.operation === 0) return null
  return (
    book.isPinned(root.to) &&
    root.children.every(({ operation }) => operation === 0)
  )
}

/** Names of those whom a call reaches within, and whom arguments mention. */
function toAddressIndex(
  book: ChainBook,
  { root, calls }: CallTree,
): AddressIndex | null {
  const within = calls.filter((call) => call !== root).map(({ to }) => to)
  const index: AddressIndex = {}
  for (const address of [...within, ...listMentioned(calls)]) {
    if (address === zeroAddress) continue
    const info = toNamedInfo(book, address)
    if (info.name !== null) index[address] = info
  }
  return Object.keys(index).length > 0 ? index : null
}

/** The tokens that the calls of a batch move. */
function toTokenIndex(
  book: ChainBook,
  chain: ChainConfig,
  root: CallNode,
): TransactionDataWire['tokenInfoIndex'] {
  if (!isBatch(root)) return null
  const index: NonNullable<TransactionDataWire['tokenInfoIndex']> = {}
  for (const child of root.children.slice(0, mostTokens)) {
    if (child.value > 0n) index[zeroAddress] = toNativeToken(chain)
    const token = book.findToken(child.to)
    if (token) index[child.to] = toRegisteredToken(token)
  }
  return Object.keys(index).length > 0 ? index : null
}

function isBatch({ method }: CallNode): boolean {
  return method?.name === 'multiSend'
}

export function toRegisteredToken(token: RegisteredToken): RegisteredTokenWire {
  return {
    type: token.kind === 'erc20' ? 'ERC20' : 'ERC721',
    address: token.address,
    decimals: token.decimals ?? 0,
    symbol: token.symbol,
    name: token.name,
    logoUri: token.logoUri ?? '',
    trusted: token.trusted,
  }
}

export function toNativeToken({
  nativeCurrency,
}: ChainConfig): RegisteredTokenWire {
  return {
    type: 'NATIVE_TOKEN',
    address: zeroAddress,
    ...nativeCurrency,
    logoUri: '',
    trusted: true,
  }
}
