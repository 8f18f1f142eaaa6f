import {
  cut,
  type Decimal,
  divide,
  multiply,
  parseDecimal,
  subtract,
  zero,
} from '@covault/api/decimal'
import { type Address, zeroAddress } from 'viem'
import { fiatCodes } from '../fiatCodes.js'
import type { BlockId } from '../store/cursors.js'
import {
  type PriceSource,
  readLastPrices,
  readPricesAround,
} from '../store/prices.js'
import type { AssetChain } from './assetChain.js'
import type { Assets } from './assets.js'
import {
  type Price,
  readPrices,
  readRate,
  toStoredAsset,
} from './readPrices.js'

/** What an amount of a token is worth in one currency. */
export type Valuer = (
  token: { address: Address; decimals: number | null },
  amount: bigint,
) => {
  balance: Decimal
  /** Of one whole token; zero when nobody knows. */
  price: Decimal
  source: PriceSource | null
  /** In percent, against a day before; null when that is not known. */
  change: Decimal | null
}

const fractionDigits = 20

export async function readValuer(
  assets: Assets,
  parameters: {
    chain: AssetChain
    block: BlockId
    currency: string
    tokens: readonly Address[]
  },
): Promise<Valuer> {
  const { chain, block, tokens } = parameters
  const code = fiatCodes.find(
    (known) => known === parameters.currency.toUpperCase(),
  )
  const rate = code && (await readRate(assets, { chain, block, code }))
  if (!rate) return () => worthless
  const asked = tokens.filter((token) => token !== zeroAddress)
  const prices = await readPrices(assets, { chain, block, tokens: asked })
  const nameOf = (token: Address) => toStoredAsset(assets, { chain, token })
  const before = await readOneDayBefore(assets, {
    chainId: chain.chainId,
    names: [code, ...[zeroAddress, ...asked].map(nameOf)],
  })
  const rateBefore =
    rate.source === 'constant' ? rate.usd : read(before.get(code))
  return ({ address, decimals }, amount) => {
    const price = prices.get(address)
    if (!price) return worthless
    const one = divide(price.usd, rate.usd, fractionDigits)
    const units = { digits: amount, scale: decimals ?? 0 }
    return {
      price: one,
      // From the exact price, not from the one cut for showing.
      balance: divide(multiply(units, price.usd), rate.usd, fractionDigits),
      source: price.source,
      change: measureChange({
        price,
        rate,
        priceBefore: read(before.get(nameOf(address))),
        rateBefore,
      }),
    }
  }
}

const worthless = { balance: zero, price: zero, source: null, change: null }

async function readOneDayBefore(
  { store, feeds, now }: Assets,
  { chainId, names }: { chainId: number; names: readonly string[] },
): Promise<Map<string, string>> {
  const at = new Date(now().getTime() - 86_400_000)
  const fed = names.filter((name) => feeds.tells(chainId, name))
  const others = names.filter((name) => !feeds.tells(chainId, name))
  const [last, around] = await Promise.all([
    readLastPrices(store, { chainId, assets: fed, before: at }),
    readPricesAround(store, { chainId, assets: others, at }),
  ])
  return new Map([...last, ...around])
}

function read(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text)
}

function measureChange(parameters: {
  price: Price
  rate: Price
  priceBefore: Decimal | undefined
  rateBefore: Decimal | undefined
}): Decimal | null {
  const { price, rate, priceBefore, rateBefore } = parameters
  if (!priceBefore?.digits || !rateBefore?.digits) return null
  const now = multiply(price.usd, rateBefore)
  const then = multiply(priceBefore, rate.usd)
  const percent = { digits: 100n, scale: 0 }
  return cut(divide(multiply(subtract(now, then), percent), then, 2), 2)
}
