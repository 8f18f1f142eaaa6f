import type { TransactionInfo, TransactionSummary } from '@covault/api'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import type { CheckedConfirmation } from '../trust/confirmations.js'
import type { Description, NameOf } from './describeTransaction.js'
import type {
  DecodedTransaction,
  Signed,
} from './transaction/decodeTransaction.js'
import type { OpenPlace } from './transaction/OpenTransaction.js'

/** A row in words, with addresses that the reader may have names for. */
export type Telling = Omit<Description, 'words'> & {
  words: readonly (Description['words'][number] | { party: Address })[]
}

/** What is left of a row when nobody is believed. */
export type RowCheck =
  | {
      status: 'checked'
      nonce: bigint
      telling: Telling
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      /** What rules judge it by. */
      judged: {
        signed: Signed
        digest: Hex | undefined
        decoded: DecodedTransaction
      }
    }
  | { status: 'differs'; reason: string }

/** Milliseconds that a row stays in view before it is looked into. */
const glance = 150

/** Undefined until it was checked, and where nobody answers. */
export function useRowCheck(
  { chain, address, safe }: OpenPlace,
  { id, executionInfo }: TransactionSummary,
): RowCheck | undefined {
  const said =
    executionInfo?.type === 'MULTISIG'
      ? executionInfo.confirmationsSubmitted
      : undefined
  const { data } = useQuery({
    queryKey: [
      'row',
      chain.chainId,
      address,
      id,
      // Whoever signs meanwhile makes it another question.
      said,
      safe && [safe.version, safe.owners, safe.threshold],
    ],
    queryFn: safe
      ? async ({ client, signal }) => {
          await stay(glance, signal)
          const { checkRow } = await import('./transaction/checkRow.js')
          return checkRow(client, { place: { chain, address, safe }, id })
        }
      : skipToken,
    enabled: said !== undefined,
    staleTime: 60_000,
    gcTime: 60_000,
    structuralSharing: false,
    placeholderData: (before) =>
      before?.status === 'checked' && before.judged.digest === toHash(id)
        ? before
        : undefined,
  })
  return data
}

/** The id of what owners sign ends with its hash. */
function toHash(id: string): Hex {
  return id.split('_').at(-1) as Hex
}

/** Who scrolls past asks for nothing. */
function stay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
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
