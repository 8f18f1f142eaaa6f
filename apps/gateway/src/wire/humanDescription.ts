import type { EndpointWire, getTransaction } from '@covault/api'
import {
  type Amount,
  type CallTree,
  formatTelling,
  getIntent,
  type Intent,
  type Reported,
  tellIntent,
} from '@covault/protocol'
import type { Address } from 'viem'
import { findContractName } from './addressInfo.js'
import type { ChainBook } from './chainBook.js'

export type TransferInfoWire = Extract<
  EndpointWire<typeof getTransaction>['txInfo'],
  { type: 'Transfer' }
>['transferInfo']

// What a transaction does, in the words of the one narrator.

export function describeCall(
  book: ChainBook,
  { tree, nonce }: { tree: CallTree; nonce?: bigint | undefined },
): string {
  const { nativeCurrency, tokenFacts: tokens } = book
  return write(getIntent(tree, { nativeCurrency, tokens, nonce }))
}

/** Something that moved, and the safe that it is told to. */
export type ToldTransfer = {
  safe: Address
  from: Address
  to: Address
  transferInfo: TransferInfoWire
}

export function describeTransfer(
  book: ChainBook,
  parameters: ToldTransfer,
): string {
  const { safe, from, to, transferInfo } = parameters
  const moved = toMoved(book, transferInfo)
  if (from !== safe) return write({ ...unread, kind: 'receive', from, moved })
  if ('items' in moved)
    return write({
      ...unread,
      kind: 'sendCollectibles',
      ...moved,
      owner: undefined,
      to,
    })
  return moved.token === null
    ? write({ ...unread, kind: 'sendNative', to, amount: moved })
    : write({
        ...unread,
        kind: 'sendToken',
        owner: undefined,
        to,
        amount: moved,
      })
}

export function describeCreation(creator: Address): string {
  return write({ ...unread, kind: 'createdBy', creator })
}

/** There are no bytes to read, so none are left over. */
const unread = { path: [], sent: undefined, undecodedSize: 0 } as const

function toMoved(book: ChainBook, info: TransferInfoWire) {
  if (info.type === 'NATIVE_COIN')
    return toAmount(null, info.value, book.nativeCurrency)
  if (info.type === 'ERC20')
    return toAmount(
      info.tokenAddress,
      info.value,
      book.tokenFacts.get(info.tokenAddress),
    )
  return {
    collection: info.tokenAddress,
    items: [{ tokenId: BigInt(info.tokenId), quantity: 1n }],
  }
}

function toAmount(
  token: Address | null,
  value: string | null,
  facts: Amount['facts'],
): Amount {
  return { token, value: BigInt(value ?? 0), facts }
}

/** Anybody can name a token as they like: only published names are told. */
function write(intent: Intent | Reported): string {
  return formatTelling(tellIntent(intent), {
    omitCandidates: true,
    formatAddress: (address) =>
      findContractName(address) ??
      `${address.slice(0, 6)}...${address.slice(-4)}`,
  })
}
