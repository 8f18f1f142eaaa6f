import type { EndpointWire, getTransaction } from '@covault/api'
import type { CallNode, CallTree } from '@covault/protocol'
import { type Address, isAddress, zeroAddress } from 'viem'
import type { RegisteredToken } from '../context.js'
import { toContractInfo, toNamedInfo, toPlainInfo } from './addressInfo.js'
import type { ChainBook, WireCall } from './chainBook.js'
import { toDataDecoded } from './dataDecoded.js'
import {
  describeCall,
  describeTransfer,
  type ToldTransfer,
  type TransferInfoWire,
} from './humanDescription.js'

export type TransactionInfoWire = EndpointWire<typeof getTransaction>['txInfo']
type Settings = Extract<TransactionInfoWire, { type: 'SettingsChange' }>
/** What a transaction of a safe is about, chosen as the wire describes it. */
export function toTransactionInfo(
  book: ChainBook,
  parameters: {
    safe: Address
    call: WireCall
    tree: CallTree
    nonce?: bigint
    isCancellation: boolean
  },
): TransactionInfoWire {
  const { tree, nonce } = parameters
  const info = chooseInfo(book, { ...parameters, root: tree.root })
  return { ...info, humanDescription: describeCall(book, { tree, nonce }) }
}

function chooseInfo(
  book: ChainBook,
  parameters: {
    safe: Address
    call: WireCall
    root: CallNode
    isCancellation: boolean
  },
): TransactionInfoWire {
  const { safe, call, root } = parameters
  const size = (call.data.length - 2) / 2
  if ((call.value > 0n && size > 0) || call.operation !== 0)
    return toCustom(book, parameters)
  if (call.value > 0n)
    return toTransfer(book, {
      safe,
      from: safe,
      to: call.to,
      transferInfo: { type: 'NATIVE_COIN', value: String(call.value) },
    })
  if (size > 0 && call.to === safe) {
    const settings = toSettingsChange(root)
    if (settings) return settings
  }
  return toTokenTransfer(book, parameters) ?? toCustom(book, parameters)
}

/** Of an execution of which only its hash is known. */
export function toUnavailableInfo(safe: Address): TransactionInfoWire {
  return {
    type: 'Custom',
    humanDescription: 'The details of this transaction are not available.',
    to: toPlainInfo(safe),
    dataSize: '0',
    value: null,
    isCancellation: false,
    methodName: null,
  }
}

function toCustom(
  book: ChainBook,
  {
    call,
    root,
    isCancellation,
  }: { call: WireCall; root: CallNode; isCancellation: boolean },
): TransactionInfoWire {
  const methodName = root.method?.name ?? null
  return {
    type: 'Custom',
    humanDescription: null,
    to: toNamedInfo(book, call.to),
    dataSize: String((call.data.length - 2) / 2),
    value: String(call.value),
    isCancellation,
    methodName,
    ...(methodName === 'multiSend'
      ? { actionCount: root.children.length }
      : {}),
  }
}

export function toTransfer(
  book: ChainBook,
  parameters: ToldTransfer,
): TransactionInfoWire {
  const { safe, from, to, transferInfo } = parameters
  const direction =
    from === safe ? 'OUTGOING' : to === safe ? 'INCOMING' : 'UNKNOWN'
  return {
    type: 'Transfer',
    humanDescription: describeTransfer(book, parameters),
    sender: toNamedInfo(book, from),
    recipient: toNamedInfo(book, to),
    direction,
    transferInfo,
  }
}

/** A token that calls itself one; the registry says what it is called. */
export function toTransferInfo(parameters: {
  token: RegisteredToken | undefined
  address: Address
  kind: 'erc20' | 'erc721' | 'erc1155'
  amount: bigint
  /** Of a collectible. */
  tokenId: bigint | null
  trusted: boolean | null
  imitation: boolean
}): TransferInfoWire {
  const { token, address, kind, amount, trusted, imitation } = parameters
  const fields = {
    tokenAddress: address,
    tokenName: token?.name || null,
    tokenSymbol: token?.symbol || null,
    logoUri: token?.logoUri ?? null,
    trusted,
  }
  if (kind !== 'erc20')
    return {
      type: 'ERC721',
      ...fields,
      tokenId: String(parameters.tokenId ?? 0n),
      ...(kind === 'erc1155' && { quantity: String(amount) }),
    }
  return {
    type: 'ERC20',
    ...fields,
    value: String(amount),
    decimals: token?.decimals ?? null,
    imitation,
  }
}

function toTokenTransfer(
  book: ChainBook,
  { safe, call, root }: { safe: Address; call: WireCall; root: CallNode },
): TransactionInfoWire | undefined {
  const token = book.findToken(call.to)
  if (!token || token.kind === 'erc1155' || !root.method) return undefined
  const { name, parameters } = root.method
  const values = parameters.map(({ value }) => value)
  const [from, to, number] = name === 'transfer' ? [safe, ...values] : values
  const isTransfer = ['transfer', 'transferFrom', 'safeTransferFrom'].includes(
    name,
  )
  if (!isTransfer || !isAddressValue(from) || !isAddressValue(to))
    return undefined
  if (typeof number !== 'bigint') return undefined
  // Others' tokens, moved by an allowance: not a transfer of this safe.
  if (name !== 'transfer' && from !== safe && to !== safe) return undefined
  return toTransfer(book, {
    safe,
    from,
    to,
    transferInfo: toTransferInfo({
      token,
      address: call.to,
      kind: token.kind,
      amount: number,
      tokenId: number,
      trusted: null,
      imitation: false,
    }),
  })
}

function isAddressValue(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}

/** A call of the safe to itself that changes what it is. */
function toSettingsChange(root: CallNode): Settings | undefined {
  const dataDecoded = toDataDecoded(root)
  const name = root.method?.name
  if (!dataDecoded || !name || !(name in settingsMethods)) return undefined
  const values = root.method?.parameters.map(({ value }) => value) ?? []
  return {
    type: 'SettingsChange',
    humanDescription: null,
    dataDecoded,
    settingsInfo: settingsMethods[name]?.(values) ?? null,
  }
}

type SettingsReader = (
  values: readonly unknown[],
) => Settings['settingsInfo'] | undefined

const settingsMethods: Record<string, SettingsReader> = {
  setFallbackHandler: ([handler]) =>
    isAddressValue(handler)
      ? { type: 'SET_FALLBACK_HANDLER', handler: toContractInfo(handler) }
      : undefined,
  addOwnerWithThreshold: ([owner, threshold]) =>
    isAddressValue(owner)
      ? {
          type: 'ADD_OWNER',
          owner: toPlainInfo(owner),
          threshold: Number(threshold),
        }
      : undefined,
  removeOwner: ([, owner, threshold]) =>
    isAddressValue(owner)
      ? {
          type: 'REMOVE_OWNER',
          owner: toPlainInfo(owner),
          threshold: Number(threshold),
        }
      : undefined,
  swapOwner: ([, oldOwner, newOwner]) =>
    isAddressValue(oldOwner) && isAddressValue(newOwner)
      ? {
          type: 'SWAP_OWNER',
          oldOwner: toPlainInfo(oldOwner),
          newOwner: toPlainInfo(newOwner),
        }
      : undefined,
  changeThreshold: ([threshold]) => ({
    type: 'CHANGE_THRESHOLD',
    threshold: Number(threshold),
  }),
  changeMasterCopy: ([implementation]) =>
    isAddressValue(implementation)
      ? {
          type: 'CHANGE_MASTER_COPY',
          implementation: toContractInfo(implementation),
        }
      : undefined,
  enableModule: ([module]) =>
    isAddressValue(module)
      ? { type: 'ENABLE_MODULE', module: toContractInfo(module) }
      : undefined,
  disableModule: ([, module]) =>
    isAddressValue(module)
      ? { type: 'DISABLE_MODULE', module: toContractInfo(module) }
      : undefined,
  setGuard: ([guard]) => {
    if (!isAddressValue(guard)) return undefined
    return guard === zeroAddress
      ? { type: 'DELETE_GUARD' }
      : { type: 'SET_GUARD', guard: toContractInfo(guard) }
  },
  setModuleGuard: ([moduleGuard]) => {
    if (!isAddressValue(moduleGuard)) return undefined
    return moduleGuard === zeroAddress
      ? { type: 'DELETE_MODULE_GUARD' }
      : { type: 'SET_MODULE_GUARD', moduleGuard: toContractInfo(moduleGuard) }
  },
}
