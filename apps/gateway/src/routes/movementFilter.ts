import type { EndpointQuery, getMovementSums } from '@covault/api'
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import type { Context } from '../context.js'
import { InputFailure } from '../failures.js'
import {
  type AmountBounds,
  sumTransfers,
  type TransferListFilter,
  type TransferPlace,
} from '../store/transferList.js'
import type { ChainBook } from '../wire/chainBook.js'
import { parseTransactionId } from '../wire/transactionId.js'
import { readBound, readPeriod } from './listFilters.js'
import { openBook } from './openBook.js'

type Filters = EndpointQuery<typeof getMovementSums>

export async function readFilter(
  context: Context,
  place: { chainId: number; safe: Address },
  query: Filters,
): Promise<TransferListFilter> {
  const { direction, token_address: token, nonce, module } = query
  const filter: TransferListFilter = {
    asBooks: true,
    direction: direction && (direction === 'incoming' ? 'in' : 'out'),
    token: token === zeroAddress ? null : token,
    counterparties: readAddresses(query.counterparty, 'counterparty'),
    nonce,
    module,
    byModule: query.by === 'module',
    txHash: query.tx_hash,
    places: readPlaces(query.ids),
    ...readPeriod(query),
  }
  const { amount__gte: least, amount__lte: most } = query
  if (least === undefined && most === undefined) return filter
  return {
    ...filter,
    bounds: await readBounds(context, place, { filter, least, most }),
  }
}

/** Five are five of every token, whatever its decimals. */
async function readBounds(
  context: Context,
  { chainId, safe }: { chainId: number; safe: Address },
  {
    filter,
    least,
    most,
  }: {
    filter: TransferListFilter
    least: string | undefined
    most: string | undefined
  },
): Promise<AmountBounds[]> {
  const moved = await sumTransfers(context.store, { chainId, safe, filter })
  const book = await openTokens(context, chainId, moved)
  return moved.flatMap(({ token, collectible }) => {
    const { decimals } = toTokenWords(book, { token, collectible })
    // Of a token that does not say its decimals nobody knows how much it is.
    if (decimals === null) return []
    return [
      {
        token,
        least: readBound(least, decimals, 'up'),
        most: readBound(most, decimals, 'down'),
      },
    ]
  })
}

/** A name of the address book may name several, and so may a label. */
const mostAtOnce = 50

export function readAddresses(
  text: string | undefined,
  name: string,
): Address[] | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',')
  if (parts.length > mostAtOnce || !parts.every((part) => isAddress(part)))
    throw new InputFailure({
      code: 'custom',
      path: [name],
      message: 'Invalid address',
    })
  return parts.map((part) => getAddress(part))
}

function readPlaces(text: string | undefined): TransferPlace[] | undefined {
  if (text === undefined) return undefined
  const ids = text.split(';').map(parseTransactionId)
  const places = ids.filter((id) => id?.kind === 'transfer')
  if (ids.length > mostAtOnce || places.length < ids.length)
    throw new InputFailure({
      code: 'custom',
      path: ['ids'],
      message: 'Invalid movement id',
    })
  return places
}

export function openTokens(
  context: Context,
  chainId: number,
  rows: readonly { token: Address | null }[],
): Promise<ChainBook> {
  const addresses = rows.flatMap(({ token }) => (token ? [token] : []))
  return openBook(context, { chainId, addresses: [...new Set(addresses)] })
}

export function toTokenWords(
  book: ChainBook,
  { token, collectible }: { token: Address | null; collectible: boolean },
): { tokenSymbol: string | null; decimals: number | null } {
  if (!token)
    return {
      tokenSymbol: book.nativeCurrency.symbol,
      decimals: book.nativeCurrency.decimals,
    }
  const known = book.findToken(token)
  return {
    tokenSymbol: known?.symbol || null,
    decimals: collectible ? 0 : (known?.decimals ?? null),
  }
}
