import {
  arrangeTelling,
  type Moved,
  type Telling,
  type Word,
} from '@covault/protocol'
import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { groupDigits } from '../../lib/formatAmount.js'
import { settingsKinds } from '../decode/listSettingsChanges.js'
import type { NameOf } from './describeIntent.js'

/** A transaction as a sentence, and what it moves in a column of its own. */
export type Row = {
  icon: 'in' | 'out' | 'settings' | 'call' | 'creation' | 'rejection'
  /** What stands in semibold is a party of the sentence. */
  words: readonly { text: string; isObject?: boolean }[]
  amount: TransferredAmount | undefined
}

export type TransferredAmount = {
  /** Empty for what goes in no direction. */
  sign: '+' | '−' | ''
  value: bigint
  /** Unknown for tokens that do not say. */
  decimals: number | null
  symbol: string
  /** Whose decimals the chain can tell. */
  token?: Address
  collection?: Address
}

export function toRow(telling: Telling, nameOf: NameOf): Row {
  const column = findColumn(telling)
  const words = arrangeTelling(telling, {
    isShort: true,
    omit: column?.part,
    omitCandidates: true,
  })
  return {
    icon: findIcon(telling),
    words: words.map((word) => toText(word, nameOf)),
    amount:
      column &&
      toAmount(column.moved, {
        sign: findIcon(telling) === 'in' ? '+' : '−',
        nameOf,
      }),
  }
}

/** Bytes that are not explained take the whole sentence. */
function findColumn({
  amount,
  along,
  flaw,
}: Telling): { part: 'amount' | 'along'; moved: Moved } | undefined {
  if (flaw) return undefined
  if (!amount) return along && { part: 'along', moved: along.moved }
  const { moved, isOwn } = amount
  const isOne = !('items' in moved) || moved.items.length === 1
  return isOwn && isOne && !along ? { part: 'amount', moved } : undefined
}

function findIcon({ kind, verb, amount, flaw, inside }: Telling): Row['icon'] {
  if (settingsKinds.some((one) => one === kind) || kind === 'changeSomething')
    return 'settings'
  if (flaw) return 'call'
  switch (kind) {
    case 'receive':
      return 'in'
    case 'moved':
      return verb === '' ? 'in' : 'out'
    case 'sendNative':
    case 'sendToken':
    case 'sendCollectibles':
      return amount?.isOwn ? 'out' : 'call'
    case 'batch': {
      const [gravest] = inside?.tellings ?? []
      if (gravest) return findIcon(gravest)
      return amount?.isOwn ? 'out' : 'call'
    }
    case 'sendSomething':
      return 'out'
    case 'reject':
      return 'rejection'
    case 'createdBy':
      return 'creation'
    default:
      return 'call'
  }
}

function toText(word: Word, nameOf: NameOf): Row['words'][number] {
  if (typeof word === 'string') return { text: word }
  if ('digits' in word) return { text: groupDigits(word.digits) }
  if ('short' in word) return { text: toForeignText(word.short) }
  const { party } = word
  return { text: writeParty(party, nameOf), isObject: true }
}

function writeParty(address: Address, nameOf: NameOf): string {
  return nameOf(address) ?? formatAddress(address, { digits: 4 })
}

function toAmount(
  moved: Moved,
  { sign, nameOf }: Pick<TransferredAmount, 'sign'> & { nameOf: NameOf },
): TransferredAmount | undefined {
  if ('items' in moved) {
    const { collection, symbol } = moved
    const [item] = moved.items
    if (!item) return undefined
    const name =
      toForeignText(symbol ?? '', 20) || writeParty(collection, nameOf)
    return {
      sign,
      value: item.quantity,
      decimals: 0,
      symbol: `${name} #${item.tokenId}`,
      collection,
    }
  }
  const { value, token, facts } = moved
  const symbol = toForeignText(facts?.symbol ?? moved.symbol ?? '', 20)
  return {
    sign,
    value,
    decimals: facts?.decimals ?? null,
    symbol: symbol || (token ? formatAddress(token, { digits: 4 }) : ''),
    ...(token && { token }),
  }
}
