import { type Amount, formatIntent, type Intent } from '@covault/protocol'
import { type Address, isAddress } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { groupDigits } from '../../lib/formatAmount.js'
import { settingsKinds } from '../decode/listSettingsChanges.js'
import type { TransferredAmount } from './describeTransaction.js'
import type { Telling } from './telling.js'

/** What the bytes mean, as the row of a list tells it. */
export function tellIntent(intent: Intent): Telling {
  const short = intent.undecodedSize > 0 ? undefined : tellShortly(intent)
  if (short) return short
  return {
    icon: settingsKinds.some((kind) => kind === intent.kind)
      ? 'settings'
      : 'call',
    words: toWords(intent),
    amount: undefined,
  }
}

/** Undefined: it takes the whole sentence to say it. */
function tellShortly(intent: Intent): Telling | undefined {
  const amount = intent.sent && toMoved(intent.sent)
  switch (intent.kind) {
    case 'sendNative':
    case 'sendToken':
      if ('owner' in intent && intent.owner) return undefined
      return tellSending(intent.to, toMoved(intent.amount))
    case 'sendCollectibles': {
      const { collection, owner, items, to } = intent
      const [item] = items
      if (owner || !item || items.length > 1 || amount) return undefined
      return tellSending(to, {
        sign: '−',
        value: item.quantity,
        decimals: 0,
        symbol: `#${item.tokenId}`,
        collection,
      })
    }
    case 'reject':
      return {
        icon: 'rejection',
        words: [{ text: `Reject nonce ${intent.nonce}, nothing moves` }],
        amount,
      }
    case 'approveHash':
      return {
        icon: 'call',
        words: [{ text: 'Approve a transaction of ' }, { party: intent.safe }],
        amount,
      }
    case 'batch':
      if (intent.actor) return undefined
      return {
        icon: 'call',
        words: [
          { text: 'Run ' },
          { text: `${intent.intents.length} calls`, isObject: true },
        ],
        amount,
      }
    case 'contractCall':
      return {
        icon: 'call',
        words: [
          { text: `Call ${toForeignText(intent.method)} of ` },
          { party: intent.to },
        ],
        amount,
      }
    default:
      return undefined
  }
}

function tellSending(to: Address, amount: TransferredAmount): Telling {
  return { icon: 'out', words: [{ text: 'Send to ' }, { party: to }], amount }
}

function toMoved({ value, token, facts }: Amount): TransferredAmount {
  return {
    sign: '−',
    value,
    decimals: facts?.decimals ?? null,
    symbol: facts
      ? toForeignText(facts.symbol, 20)
      : token
        ? formatAddress(token, { digits: 4 })
        : '',
    ...(token && { token }),
  }
}

/** A sign that no name and no symbol contains after it was made visible. */
const border = '\u0001'

function toWords(intent: Intent): Telling['words'] {
  const sentence = formatIntent(intent, {
    formatAddress: (address) => `${border}${address}${border}`,
    formatDigits: groupDigits,
    omitCandidates: true,
  })
  return sentence
    .split(border)
    .filter((part) => part !== '')
    .map((part) => (isAddress(part) ? { party: part } : { text: part }))
}
