import { type Call, encodeMethod, erc20TransferMethod } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { readTokenText } from '../../lib/readTokenText.js'
import {
  type ChainBalances,
  readBalances,
} from '../../trust/assets/balances.js'
import type { ChainClient, ChainConfig } from '../../trust/chainClient.js'
import type { SafeScope } from './safePlace.js'

/** A token that a safe has, with what the chain says of it. */
export type HeldToken = {
  token: Address
  name: string
  symbol: string
  decimals: number
  balance: bigint
}

/** What the safe has of the tokens that the texts name, by their addresses. */
export async function readHeldTokens(
  texts: readonly string[],
  {
    chain,
    address: holder,
    client,
    block: blockNumber,
  }: SafeScope & { client: ChainClient; block: bigint },
): Promise<ReadonlyMap<Address, HeldToken>> {
  if (texts.length === 0) return new Map()
  const named = texts.flatMap((text) => readTokenText(text).token ?? [])
  const balances = await readBalances(client, {
    holder,
    tokens: [...new Set(named)],
    nativeCurrency: chain.nativeCurrency,
    blockNumber,
  })
  return toHeldTokens(balances, chain)
}

/** What the chain alone says of tokens; names are the gateway's. */
export function toHeldTokens(
  { tokens }: ChainBalances,
  { nativeCurrency }: Pick<ChainConfig, 'nativeCurrency'>,
): ReadonlyMap<Address, HeldToken> {
  return new Map(
    [...tokens].map(([token, { amount: balance, symbol, decimals }]) => {
      const name = token === zeroAddress ? nativeCurrency.name : ''
      return [token, { token, name, symbol, decimals, balance }]
    }),
  )
}

/** The call that pays; the zero address is the native currency. */
export function toPayment(payment: {
  token: Address
  to: Address
  value: bigint
}): Call {
  const { token, to, value } = payment
  if (token === zeroAddress) return { to, value, data: '0x', operation: 0 }
  const data = encodeMethod(erc20TransferMethod, { to, value })
  return { to: token, value: 0n, data, operation: 0 }
}
