import type { Balances } from '@covault/api'
import { type Address, zeroAddress } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { valueInCents } from '../../lib/money.js'
import type { ChainBalances } from '../../trust/assets/balances.js'
import type { ChainConfig } from '../../trust/chainClient.js'

/** One token of a safe, ready to be shown. */
export type Holding = {
  token: Address
  isNative: boolean
  name: string
  symbol: string
  decimals: number
  amount: bigint
  /** Amount, decimals and symbol were read from the chain by this browser. */
  isVerified: boolean
  /** Of one whole token; nobody may know one. */
  price: string | undefined
  cents: bigint | undefined
}

export type Portfolio = {
  /** The native token first, then what is worth most. */
  shown: Holding[]
  hidden: Holding[]
  dust: Holding[]
  /**
   * Exactly the sum of what rows say, also those that are left out as dust:
   * the list of accounts, which the gateway sums, counts them as well.
   */
  total: bigint
  /** They are in no total: nobody knows their price. */
  unpriced: Holding[]
  /** Not one price is known, though something is held. */
  hasNoPrices: boolean
}

/** One whole unit of a currency that people count small money in. */
function getDustLimit(currency: string): bigint {
  return /^(btc|eth)$/i.test(currency) ? 0n : 100n
}

/**
 * The gateway says which tokens there are, their names and what they cost. How
 * much of them and their symbols the chain says, wherever it answered.
 */
export function buildPortfolio({
  items,
  nativeCurrency,
  onChain,
  isHidden,
  hideDust,
  currency,
}: {
  items: Balances['items']
  nativeCurrency: ChainConfig['nativeCurrency']
  onChain: ChainBalances | undefined
  isHidden: (token: Address) => boolean
  hideDust: boolean
  currency: string
}): Portfolio {
  const holdings = items
    .map((item) => toHolding(item, { nativeCurrency, onChain }))
    .filter(({ isNative, amount }) => isNative || amount > 0n)
    .sort(compareHoldings)
  const dustLimit = getDustLimit(currency)
  const isDust = ({ isNative, cents }: Holding) =>
    hideDust && !isNative && cents !== undefined && cents < dustLimit
  const hidden = holdings.filter(({ token }) => isHidden(token))
  const wanted = holdings.filter(({ token }) => !isHidden(token))
  const shown = wanted.filter((holding) => !isDust(holding))
  return {
    shown,
    hidden,
    dust: wanted.filter(isDust),
    total: wanted.reduce((sum, { cents = 0n }) => sum + cents, 0n),
    unpriced: wanted.filter(
      ({ amount, cents }) => amount > 0n && cents === undefined,
    ),
    hasNoPrices:
      shown.some(({ amount }) => amount > 0n) &&
      shown.every(({ price }) => price === undefined),
  }
}

function toHolding(
  { tokenInfo, balance, fiatConversion }: Balances['items'][number],
  {
    nativeCurrency,
    onChain,
  }: Pick<Parameters<typeof buildPortfolio>[0], 'nativeCurrency' | 'onChain'>,
): Holding {
  const { address: token } = tokenInfo
  const isNative = token === zeroAddress
  const said = isNative ? nativeCurrency : tokenInfo
  const read = onChain?.tokens.get(token)
  const amount = read?.amount ?? balance
  const decimals = read?.decimals ?? said.decimals ?? 0
  // The wire writes 0 where nobody knows a price.
  const isPriced = /[1-9]/.test(fiatConversion)
  return {
    token,
    isNative,
    name: toForeignText(said.name),
    symbol: read?.symbol ?? toForeignText(said.symbol, 20),
    decimals,
    amount,
    isVerified: read !== undefined,
    price: isPriced ? fiatConversion : undefined,
    cents: isPriced
      ? valueInCents({ amount, decimals, price: fiatConversion })
      : undefined,
  }
}

function compareHoldings(one: Holding, other: Holding): number {
  if (one.isNative !== other.isNative) return one.isNative ? -1 : 1
  const difference = (other.cents ?? -1n) - (one.cents ?? -1n)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}
