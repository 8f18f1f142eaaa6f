import type {
  AddressInfo,
  SettingsInfo,
  TransactionInfo,
  TransferInfo,
} from '@covault/api'
import type { Address } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'

/** A transaction as a sentence, and what it moves in a column of its own. */
export type Description = {
  icon: 'in' | 'out' | 'settings' | 'call' | 'creation' | 'rejection'
  /** What stands in semibold is the object of the sentence. */
  words: readonly { text: string; isObject?: boolean }[]
  amount: TransferredAmount | undefined
}

export type TransferredAmount = {
  sign: '+' | '−' | ''
  value: bigint
  /** Unknown for tokens that do not say. */
  decimals: number | null
  symbol: string
}

export type NameOf = (address: Address) => string | undefined

/** The gateway's summary in words. What it really does, the details decode. */
export function describeTransaction(
  info: TransactionInfo,
  { nameOf, nativeSymbol }: { nameOf: NameOf; nativeSymbol: string },
): Description {
  const name = (who: AddressInfo) => nameParty(who, nameOf)
  switch (info.type) {
    case 'Transfer': {
      const isIn = info.direction === 'INCOMING'
      return {
        icon: isIn ? 'in' : 'out',
        words: [
          { text: isIn ? 'From ' : 'To ' },
          { text: name(isIn ? info.sender : info.recipient), isObject: true },
        ],
        amount: toAmount(info.transferInfo, isIn ? '+' : '−', nativeSymbol),
      }
    }
    case 'SettingsChange':
      return {
        icon: 'settings',
        words: describeSettings(info.settingsInfo, name),
        amount: undefined,
      }
    case 'Custom': {
      if (info.isCancellation)
        return {
          icon: 'rejection',
          words: [{ text: 'Reject this nonce, nothing moves' }],
          amount: undefined,
        }
      const count = info.actionCount
      return {
        icon: 'call',
        words: count
          ? [{ text: 'Run ' }, { text: `${count} calls`, isObject: true }]
          : [
              { text: `Call ${info.methodName ?? 'a contract'} of ` },
              { text: name(info.to), isObject: true },
            ],
        amount: info.value
          ? { sign: '−', value: info.value, decimals: 18, symbol: nativeSymbol }
          : undefined,
      }
    }
    case 'Creation':
      return {
        icon: 'creation',
        words: [
          { text: 'Safe created by ' },
          { text: name(info.creator), isObject: true },
        ],
        amount: undefined,
      }
    case 'UNKNOWN':
      return {
        icon: 'call',
        words: [{ text: info.humanDescription ?? 'Something else' }],
        amount: undefined,
      }
  }
}

function nameParty({ value, name }: AddressInfo, nameOf: NameOf): string {
  return nameOf(value) ?? name ?? formatAddress(value, { digits: 4 })
}

function toAmount(
  info: TransferInfo,
  sign: TransferredAmount['sign'],
  nativeSymbol: string,
): TransferredAmount | undefined {
  switch (info.type) {
    case 'NATIVE_COIN':
      return {
        sign,
        value: info.value ?? 0n,
        decimals: 18,
        symbol: nativeSymbol,
      }
    case 'ERC20':
      return {
        sign,
        value: info.value,
        decimals: info.decimals,
        symbol:
          info.tokenSymbol ?? formatAddress(info.tokenAddress, { digits: 4 }),
      }
    case 'ERC721':
      return {
        sign,
        value: 1n,
        decimals: 0,
        symbol: `${info.tokenSymbol ?? 'token'} #${info.tokenId}`,
      }
    default:
      return undefined
  }
}

function describeSettings(
  info: SettingsInfo | null,
  name: (who: AddressInfo) => string,
): Description['words'] {
  switch (info?.type) {
    case 'ADD_OWNER':
      return [
        { text: 'Add owner ' },
        { text: name(info.owner), isObject: true },
        { text: `, threshold ${info.threshold}` },
      ]
    case 'REMOVE_OWNER':
      return [
        { text: 'Remove owner ' },
        { text: name(info.owner), isObject: true },
        { text: `, threshold ${info.threshold}` },
      ]
    case 'SWAP_OWNER':
      return [
        { text: 'Replace owner ' },
        { text: name(info.oldOwner), isObject: true },
        { text: ' by ' },
        { text: name(info.newOwner), isObject: true },
      ]
    case 'CHANGE_THRESHOLD':
      return [{ text: `Change the threshold to ${info.threshold}` }]
    case 'CHANGE_MASTER_COPY':
      return [
        { text: 'Change the code to ' },
        { text: name(info.implementation), isObject: true },
      ]
    case 'ENABLE_MODULE':
      return [
        { text: 'Enable module ' },
        { text: name(info.module), isObject: true },
      ]
    case 'DISABLE_MODULE':
      return [
        { text: 'Disable module ' },
        { text: name(info.module), isObject: true },
      ]
    case 'SET_GUARD':
      return [
        { text: 'Set guard ' },
        { text: name(info.guard), isObject: true },
      ]
    case 'DELETE_GUARD':
      return [{ text: 'Remove the guard' }]
    case 'SET_FALLBACK_HANDLER':
      return [
        { text: 'Set fallback handler ' },
        { text: name(info.handler), isObject: true },
      ]
    default:
      return [{ text: 'Change a setting of the safe' }]
  }
}
