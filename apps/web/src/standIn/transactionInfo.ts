import type { AddressInfo, TransactionInfo, TransferInfo } from '@covault/api'
import {
  type Call,
  type CallTree,
  decodeCall,
  getIntent,
  type KnownContract,
} from '@covault/protocol'
import { type Address, size } from 'viem'
import type { ContractFacts } from '../trust/contracts.js'

/** By address: what the chain says of the tokens that are named. */
export type TokenBook = {
  find: (token: Address) => Pick<ContractFacts, 'token'> | undefined
  /** On the list of the release, of the folder, or of this browser. */
  isListed: (token: Address) => boolean
  nameOf: (token: Address) => string | null
  /** What the targets of calls are, for the decoder. */
  contracts: ReadonlyMap<Address, KnownContract>
}

export function toInfo(value: Address): AddressInfo {
  return { value, name: null, logoUri: null }
}

/** What a call of the safe is about, as lists need it; its bytes say the rest. */
export function toTransactionInfo(
  call: Call | undefined,
  { safe, book }: { safe: Address; book: TokenBook },
): TransactionInfo {
  if (!call) return toUnknown(safe)
  const tree = decodeCall(call, { safe, contracts: book.contracts })
  const intent = getIntent(tree)
  const isPlain = call.operation === 0
  if (isPlain && call.data === '0x' && call.value > 0n)
    return toTransfer({
      safe,
      from: safe,
      to: call.to,
      info: { type: 'NATIVE_COIN', value: call.value },
    })
  if (isPlain && intent.kind === 'sendToken' && book.find(call.to)?.token)
    return toTransfer({
      safe,
      from: safe,
      to: intent.to,
      info: toTokenInfo({
        token: call.to,
        number: intent.amount.value,
        isCollectible: false,
        book,
      }),
    })
  return toCustom(call, tree, safe)
}

function toCustom(
  call: Call,
  { root }: CallTree,
  safe: Address,
): TransactionInfo {
  const methodName = root.method?.name ?? null
  const isEmpty = call.data === '0x' && call.value === 0n
  return {
    type: 'Custom',
    humanDescription: null,
    to: toInfo(call.to),
    dataSize: size(call.data),
    value: call.value,
    isCancellation: isEmpty && call.to === safe && call.operation === 0,
    methodName,
    ...(methodName === 'multiSend' && { actionCount: root.children.length }),
  }
}

/** Of an execution of which the logs tell only its hash. */
function toUnknown(safe: Address): TransactionInfo {
  return {
    type: 'Custom',
    humanDescription: null,
    to: toInfo(safe),
    dataSize: 0,
    value: null,
    isCancellation: false,
    methodName: null,
  }
}

export function toTransfer({
  safe,
  from,
  to,
  info,
}: {
  safe: Address
  from: Address
  to: Address
  info: TransferInfo
}): TransactionInfo {
  return {
    type: 'Transfer',
    humanDescription: null,
    sender: toInfo(from),
    recipient: toInfo(to),
    direction: from === safe ? 'OUTGOING' : 'INCOMING',
    transferInfo: info,
  }
}

export function toTokenInfo({
  token,
  number,
  isCollectible,
  book,
}: {
  token: Address
  number: bigint
  isCollectible: boolean
  book: TokenBook
}): TransferInfo {
  const facts = book.find(token)?.token
  const fields = {
    tokenAddress: token,
    tokenName: book.nameOf(token),
    tokenSymbol: facts?.symbol ?? null,
    logoUri: null,
    trusted: book.isListed(token),
  }
  if (isCollectible) return { type: 'ERC721', ...fields, tokenId: number }
  return {
    type: 'ERC20',
    ...fields,
    value: number,
    decimals: facts?.decimals ?? null,
    imitation: false,
  }
}
