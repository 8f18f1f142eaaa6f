import { type Address, checksumAddress } from 'viem'
import type { ContractLog } from '../events/logReader.js'
import { decodeLog } from '../events.js'

export type Asset =
  | { kind: 'native' }
  | { kind: 'erc20'; token: Address }
  | { kind: 'erc721' | 'erc1155'; token: Address; tokenId: bigint }

/** Something that went from one account to another. */
export type Movement = {
  asset: Asset
  from: Address
  to: Address
  amount: bigint
}

/** What `eth_simulateV1` logs native currency as, with `traceTransfers`. */
const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** What the logs of a run say has moved, in its order. */
export function listMovements(logs: readonly ContractLog[]): Movement[] {
  return logs.flatMap((log): Movement[] => {
    const event = decodeLog(log)
    switch (event?.type) {
      case 'erc20Transfer': {
        const { address: token, from, to, value: amount } = event
        const asset: Asset =
          token === nativeToken ? { kind: 'native' } : { kind: 'erc20', token }
        return [{ asset, from, to, amount }]
      }
      case 'erc721Transfer': {
        const { address: token, from, to, tokenId } = event
        return [
          { asset: { kind: 'erc721', token, tokenId }, from, to, amount: 1n },
        ]
      }
      case 'erc1155Transfer': {
        const { address: token, from, to, items } = event
        return items.map(({ id: tokenId, value: amount }) => ({
          asset: { kind: 'erc1155', token, tokenId },
          from,
          to,
          amount,
        }))
      }
      default:
        return []
    }
  })
}

/** One account's gain or loss of one asset. */
export type AssetChange = {
  holder: Address
  asset: Asset
  change: bigint
  /** As read before and after; undefined where only the logs tell. */
  balances: { before: bigint; after: bigint } | undefined
}

/** Movements added up; who gives and who gets, in the order of the run. */
export function sumMovements(movements: readonly Movement[]): AssetChange[] {
  const changes = new Map<string, AssetChange>()
  const add = (holder: Address, asset: Asset, amount: bigint) => {
    const key = `${holder} ${identifyAsset(asset)}`
    const change = (changes.get(key)?.change ?? 0n) + amount
    changes.set(key, { holder, asset, change, balances: undefined })
  }
  for (const { asset, from, to, amount } of movements) {
    add(from, asset, -amount)
    add(to, asset, amount)
  }
  return [...changes.values()]
}

export function identifyAsset(asset: Asset): string {
  if (asset.kind === 'native') return 'native'
  const id = 'tokenId' in asset ? ` ${asset.tokenId}` : ''
  return `${asset.kind} ${asset.token}${id}`
}

/** What may have changed hands although no transfer was logged. */
export type Holding = {
  holder: Address
  asset: Exclude<Asset, { tokenId: bigint }>
}

/**
 * Wrapped currency, vaults and tokens of their own mind log other things than
 * transfers. Anyone who such a log names may hold more or less of its emitter:
 * the balances tell.
 */
export function nominateHoldings(
  logs: readonly ContractLog[],
  safe: Address,
): Holding[] {
  return logs.flatMap((log) => {
    if (decodeLog(log)) return []
    const token = checksumAddress(log.address as Address)
    const named = log.topics.slice(1).flatMap((topic) => readAddress(topic))
    return [safe, ...named].map(
      (holder): Holding => ({ holder, asset: { kind: 'erc20', token } }),
    )
  })
}

/** Small numbers are indexed too, and are nobody's address. */
const addressTopic = /^0x0{24}([0-9a-f]{8}[0-9a-f]{32})$/i

function readAddress(topic: string): Address[] {
  const digits = addressTopic.exec(topic)?.[1]
  return digits && !digits.startsWith('00000000')
    ? [checksumAddress(`0x${digits}`)]
    : []
}
