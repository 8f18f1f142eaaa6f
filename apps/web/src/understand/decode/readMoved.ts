import type { TransferInfo } from '@covault/api'
import type { Address } from 'viem'
import type { Movement } from '../../queries/movements.js'
import type { ContractFacts } from '../../trust/contracts.js'
import { listExpected, type Opened } from './compareMovements.js'

/** What moved, as far as a line tells it. */
export type Moved = Pick<
  Movement,
  'sender' | 'recipient' | 'direction' | 'transferInfo' | 'cause'
>

type Read = ReturnType<typeof listExpected>[number]

/** What one execution moved, by its receipt and its bytes alone. */
export function listReadMoved(opened: Opened): Read[] {
  return listExpected(opened).filter(({ owner }) => owner === opened.id)
}

/** Whose symbols and decimals are to be asked for. */
export function listMovedTokens(read: readonly Read[]): Address[] {
  return [...new Set(read.flatMap(({ asset }) => readAsset(asset).token ?? []))]
}

/** With what tokens call themselves on the chain. */
export function toMoved(
  { asset, from, to, direction, amount }: Read,
  facts: readonly ContractFacts[],
): Moved {
  const { token, tokenId } = readAsset(asset)
  const words = facts.find(({ address }) => address === token)?.token
  return {
    sender: { value: from, name: null, logoUri: null },
    recipient: { value: to, name: null, logoUri: null },
    direction,
    transferInfo: toTransferInfo({ token, tokenId, amount, words }),
    cause: 'EXECUTION',
  }
}

function toTransferInfo({
  token,
  tokenId,
  amount,
  words,
}: ReturnType<typeof readAsset> & {
  amount: bigint
  words: ContractFacts['token']
}): TransferInfo {
  if (!token) return { type: 'NATIVE_COIN', value: amount }
  const fields = {
    tokenAddress: token,
    tokenName: null,
    tokenSymbol: words?.symbol ?? null,
    logoUri: null,
    trusted: null,
  }
  if (tokenId !== undefined)
    return { type: 'ERC721', ...fields, tokenId, quantity: amount }
  return {
    type: 'ERC20',
    ...fields,
    value: amount,
    decimals: words?.decimals ?? null,
    imitation: false,
  }
}

/** The contract, and the id behind a space where it is a collectible's. */
function readAsset(asset: string): {
  token: Address | undefined
  tokenId: bigint | undefined
} {
  if (asset === 'native') return { token: undefined, tokenId: undefined }
  const [token, tokenId] = asset.split(' ')
  return {
    token: token as Address,
    tokenId: tokenId === undefined ? undefined : BigInt(tokenId),
  }
}
