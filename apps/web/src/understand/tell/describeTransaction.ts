import type {
  AddressInfo,
  SettingsInfo,
  TransactionInfo,
  TransferInfo,
} from '@covault/api'
import { type Address, zeroAddress } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'

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
  /** Whose decimals the chain can tell. */
  token?: Address
  collection?: Address
}

export type NameOf = (address: Address) => string | undefined

/** Not yet, already, or in vain. */
export type Tense = 'planned' | 'done' | 'failed'

/** The gateway's summary in words. What it really does, the details decode. */
export function describeTransaction(
  info: TransactionInfo,
  {
    nameOf,
    nativeSymbol,
    tense,
    nonce,
  }: {
    nameOf: NameOf
    nativeSymbol: string
    tense: Tense
    nonce: bigint | undefined
  },
): Description {
  const name = (who: AddressInfo) => nameParty(who, nameOf)
  switch (info.type) {
    case 'Transfer': {
      const isIn = info.direction === 'INCOMING'
      return {
        icon: isIn ? 'in' : 'out',
        words:
          isIn && info.sender.value === zeroAddress
            ? [{ text: 'Newly minted for this safe' }]
            : [
                { text: isIn ? 'Received from ' : sendingWords[tense] },
                {
                  text: name(isIn ? info.sender : info.recipient),
                  isObject: true,
                },
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
          words: [
            {
              text:
                tense === 'done'
                  ? `Rejected ${nonceWords(nonce)}, nothing moved`
                  : `Reject ${nonceWords(nonce)}, nothing moves`,
            },
          ],
          amount: undefined,
        }
      if (info.methodName === 'approveHash')
        return {
          icon: 'call',
          words: [
            {
              text: `${tense === 'done' ? 'Approved' : 'Approve'} a transaction of `,
            },
            { text: name(info.to), isObject: true },
          ],
          amount: undefined,
        }
      const count = info.actionCount
      return {
        icon: 'call',
        words: count
          ? [
              { text: tense === 'done' ? 'Ran ' : 'Run ' },
              { text: `${count} calls`, isObject: true },
            ]
          : [
              {
                text: `${tense === 'done' ? 'Called' : 'Call'} ${info.methodName ? toForeignText(info.methodName) : 'a contract'} of `,
              },
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
        words: [
          { text: toForeignText(info.humanDescription ?? 'Something else') },
        ],
        amount: undefined,
      }
  }
}

const sendingWords: Record<Tense, string> = {
  planned: 'Send to ',
  done: 'Sent to ',
  failed: 'Tried to send to ',
}

function nonceWords(nonce: bigint | undefined): string {
  return nonce === undefined ? 'this nonce' : `nonce ${nonce}`
}

/** A name that others chose never stands in place of the address. */
function nameParty({ value, name }: AddressInfo, nameOf: NameOf): string {
  const own = nameOf(value)
  if (own) return own
  const short = formatAddress(value, { digits: 4 })
  return name ? `${short} “${toForeignText(name)}”` : short
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
        symbol: info.tokenSymbol
          ? toForeignText(info.tokenSymbol, 20)
          : formatAddress(info.tokenAddress, { digits: 4 }),
        token: info.tokenAddress,
      }
    case 'ERC721':
      return {
        sign,
        value: 1n,
        decimals: 0,
        symbol: `${toForeignText(info.tokenSymbol || 'token', 20)} #${info.tokenId}`,
        collection: info.tokenAddress,
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
    case 'SET_MODULE_GUARD':
      return [
        { text: 'Set module guard ' },
        { text: name(info.moduleGuard), isObject: true },
      ]
    case 'DELETE_MODULE_GUARD':
      return [{ text: 'Remove the module guard' }]
    default:
      return [{ text: 'Change a setting of the safe' }]
  }
}
