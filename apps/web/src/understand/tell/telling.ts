import type { TransactionInfo } from '@covault/api'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import type { Description, NameOf } from './describeTransaction.js'

/** A row in words, with addresses that the reader may have names for. */
export type Telling = Omit<Description, 'words'> & {
  words: readonly (Description['words'][number] | { party: Address })[]
}

/** Names before addresses, as in every row. */
export function toDescription(
  { words, ...telling }: Telling,
  nameOf: NameOf,
): Description {
  return {
    ...telling,
    words: words.map((word) =>
      'party' in word
        ? {
            text:
              nameOf(word.party) ?? formatAddress(word.party, { digits: 4 }),
            isObject: true,
          }
        : word,
    ),
  }
}

/** Harmless words of a gateway for bytes that do something else. */
export function isToldOtherwise(info: TransactionInfo, told: Telling): boolean {
  if (info.type === 'Custom' && info.isCancellation)
    return told.icon !== 'rejection'
  if (info.type === 'SettingsChange') return told.icon !== 'settings'
  if (info.type !== 'Transfer') return false
  const [, to] = told.words
  const isThere = to && 'party' in to && to.party === info.recipient.value
  return told.icon !== 'out' || !isThere || !isSameAmount(info, told)
}

function isSameAmount(
  { transferInfo: said }: Extract<TransactionInfo, { type: 'Transfer' }>,
  { amount }: Telling,
): boolean {
  switch (said.type) {
    case 'NATIVE_COIN':
      return (
        !amount?.token && !amount?.collection && amount?.value === said.value
      )
    case 'ERC20':
      return amount?.token === said.tokenAddress && amount.value === said.value
    case 'ERC721':
      return (
        amount?.collection === said.tokenAddress &&
        amount.symbol === `#${said.tokenId}`
      )
    default:
      return true
  }
}
