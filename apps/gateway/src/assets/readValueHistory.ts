import type { EndpointWire, getValueHistory, ValuePeriod } from '@covault/api'
import {
  add,
  compare,
  type Decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  zero,
} from '@covault/api/decimal'
import { type Address, zeroAddress } from 'viem'
import { fiatCodes } from '../fiatCodes.js'
import {
  type DailyFlow,
  type LargeTransfer,
  listDailyFlows,
  listLargeTransfers,
  readFirstTransferTime,
} from '../store/flows.js'
import type { DailyPrice } from '../store/prices.js'
import type { AssetChain } from './assetChain.js'
import { type Assets, getChain } from './assets.js'
import { readBalances } from './readBalances.js'
import { readPrices, readRate } from './readPrices.js'
import { findHeldPrice, heldDays } from './readPricesThen.js'
import { readTokens } from './readTokens.js'
import { readDailyPrices } from './recordPrices.js'

type ValueHistory = EndpointWire<typeof getValueHistory>

const dayMs = 86_400_000
const daysOf = { week: 7, month: 30, quarter: 90, year: 365 }
const mostDays = 3650
/** A line needs no more points than this. */
const mostPoints = 120
const mostMarked = 3

/**
 * What a safe was worth: today's balances, undone day by day with what is known
 * to have moved, at the prices that held on each day. Where one of them is not
 * known there is no value; what moved is then valued at the next price.
 */
export async function readValueHistory(
  assets: Assets,
  parameters: {
    chainId: number
    safe: Address
    currency: string
    period: ValuePeriod
  },
): Promise<ValueHistory> {
  const { chainId, safe, currency } = parameters
  const chain = getChain(assets, chainId)
  const now = assets.now()
  const first =
    (await readFirstTransferTime(assets.store, { chainId, safe })) ?? now
  const days = countDays({ ...parameters, first, now })
  const from = new Date(startOfDay(now.getTime()) - (days - 1) * dayMs)
  const [{ block, items }, flows] = await Promise.all([
    readBalances(assets, {
      chainId,
      safe,
      currency,
      trusted: true,
      excludeSpam: true,
    }),
    listDailyFlows(assets.store, { chainId, safe, from }),
  ])
  const held = new Map(
    items.map(({ tokenInfo, balance }) => [tokenInfo.address, balance]),
  )
  const tokens = listTokens(chain, { held, flows })
  const [facts, largest, worth] = await Promise.all([
    readFacts(assets, { chain, tokens }),
    listLargeTransfers(assets.store, { chainId, safe, from, tokens }),
    readWorth(assets, { chain, block, currency, tokens, from, to: now }),
  ])
  const getValue = (token: Address, amount: bigint, day: string) => {
    const decimals = facts.get(token)?.decimals ?? 0
    const { price, isOfDay } = worth(token, day)
    const value = multiply({ digits: amount, scale: decimals }, price)
    return { value, isOfDay: isOfDay || amount === 0n }
  }
  const step = Math.ceil(days / mostPoints)
  return {
    step,
    points: drawPoints({
      ...{ now, days, step, held, flows, tokens, getValue },
      firstDay: toDay(first.getTime()),
    }),
    largest: pickLargest(largest, { facts, getValue }),
  }
}

function countDays({
  period,
  first,
  now,
}: {
  period: ValuePeriod
  first: Date
  now: Date
}): number {
  if (period !== 'all') return daysOf[period]
  const age = now.getTime() - first.getTime()
  return Math.min(mostDays, Math.max(daysOf.week, Math.ceil(age / dayMs) + 1))
}

/** A token that is not on a list adds nothing to a value. */
function listTokens(
  { listed }: AssetChain,
  {
    held,
    flows,
  }: { held: ReadonlyMap<Address, bigint>; flows: readonly DailyFlow[] },
): Address[] {
  const moved = flows.map(({ token }) => token)
  return [...new Set([...held.keys(), ...moved])].filter(
    (token) => token === zeroAddress || listed.has(token),
  )
}

type Facts = ValueHistory['largest'][number]['tokenInfo']

async function readFacts(
  assets: Assets,
  { chain, tokens }: { chain: AssetChain; tokens: readonly Address[] },
): Promise<Map<Address, Facts>> {
  const { chainId, nativeCurrency } = chain
  const known = await readTokens(assets, {
    chainId,
    tokens: tokens.filter((token) => token !== zeroAddress),
  })
  const native: Facts = {
    type: 'NATIVE_TOKEN',
    address: zeroAddress,
    logoUri: '',
    ...nativeCurrency,
  }
  return new Map([
    [zeroAddress, native],
    ...[...known].map(([address, token]): [Address, Facts] => [
      address,
      {
        type: 'ERC20',
        address,
        decimals: token.decimals ?? 0,
        symbol: token.symbol,
        name: token.name,
        logoUri: token.logoUri ?? '',
      },
    ]),
  ])
}

/** Of one whole token; zero where there never was one. */
type DayPrice = { price: Decimal; isOfDay: boolean }

/** What one whole token cost on a day, in the currency asked for. */
async function readWorth(
  assets: Assets,
  parameters: {
    chain: AssetChain
    block: Awaited<ReturnType<typeof readBalances>>['block']
    currency: string
    tokens: readonly Address[]
    from: Date
    to: Date
  },
): Promise<(token: Address, day: string) => DayPrice> {
  const { chain, block, tokens, to } = parameters
  const code = fiatCodes.find(
    (known) => known === parameters.currency.toUpperCase(),
  )
  const rate = code && (await readRate(assets, { chain, block, code }))
  if (!rate || rate.usd.digits === 0n) return () => worthless
  // A price holds until the next one, also from before the first day.
  const from = new Date(parameters.from.getTime() - heldDays * dayMs)
  const [present, past] = await Promise.all([
    readPrices(assets, {
      chain,
      block,
      tokens: tokens.filter((token) => token !== zeroAddress),
    }),
    Promise.all(
      tokens.map(async (token) => {
        const { chainId } = chain
        const range = { chainId, token, from, to }
        return [token, await readDailyPrices(assets, range)] as const
      }),
    ),
  ])
  const daily = new Map(past)
  const today = toDay(to.getTime())
  return (token, day) => {
    const now = present.get(token)
    const prices = daily.get(token) ?? []
    const held = findHeldPrice(prices, day)
    const next = prices.find((price) => price.day > day)
    const usd = day === today ? now?.usd : (readUsd(held ?? next) ?? now?.usd)
    if (!usd) return worthless
    const isOfDay =
      day === today || held !== undefined || now?.source === 'constant'
    return { price: divide(usd, rate.usd, 20), isOfDay }
  }
}

/** A token without a price adds nothing, on any day. */
const worthless: DayPrice = { price: zero, isOfDay: true }

function readUsd(price: DailyPrice | undefined): Decimal | undefined {
  return price && parseDecimal(price.usd)
}

function drawPoints({
  step,
  ...parameters
}: Parameters<typeof undoDays>[0] & { step: number }): ValueHistory['points'] {
  const days = undoDays(parameters)
  return Array.from({ length: Math.ceil(days.length / step) }, (_, index) => {
    const some = days.slice(index * step, (index + 1) * step)
    const sum = (values: Decimal[]) => formatDecimal(values.reduce(add, zero))
    return {
      at: some[0]?.at ?? 0,
      value: some[0]?.value ? formatDecimal(some[0].value) : null,
      incoming: sum(some.map(({ incoming }) => incoming)),
      outgoing: sum(some.map(({ outgoing }) => outgoing)),
    }
  }).reverse()
}

type Day = {
  at: number
  value: Decimal | undefined
  incoming: Decimal
  outgoing: Decimal
}

/** Day by day into the past, today first, each as it ended. */
function undoDays({
  now,
  days,
  held,
  flows,
  tokens,
  getValue,
  firstDay,
}: {
  now: Date
  days: number
  /** Nothing is known of days before it. */
  firstDay: string
  held: ReadonlyMap<Address, bigint>
  flows: readonly DailyFlow[]
  tokens: readonly Address[]
  getValue: GetValue
}): Day[] {
  const amounts = new Map(tokens.map((token) => [token, held.get(token) ?? 0n]))
  const today = startOfDay(now.getTime())
  return Array.from({ length: days }, (_, age) => {
    const start = today - age * dayMs
    const day = toDay(start)
    const values = [...amounts].map(([token, amount]) =>
      // Tokens whose balance moves without a transfer would go below nothing.
      getValue(token, amount > 0n ? amount : 0n, day),
    )
    // What came without a trace cannot have been there before the safe was.
    const isBefore = day < firstDay && [...amounts.values()].some(Boolean)
    const isKnown = !isBefore && values.every(({ isOfDay }) => isOfDay)
    const moved = { in: zero, out: zero }
    for (const flow of flows) {
      const amount = amounts.get(flow.token)
      if (flow.day !== day || amount === undefined) continue
      const { direction, token } = flow
      moved[direction] = add(
        moved[direction],
        getValue(token, flow.amount, day).value,
      )
      amounts.set(
        token,
        amount + (direction === 'in' ? -flow.amount : flow.amount),
      )
    }
    return {
      at: age === 0 ? now.getTime() : start + dayMs - 1,
      value: isKnown
        ? values.map(({ value }) => value).reduce(add, zero)
        : undefined,
      incoming: moved.in,
      outgoing: moved.out,
    }
  })
}

type GetValue = (
  token: Address,
  amount: bigint,
  day: string,
) => { value: Decimal; isOfDay: boolean }

function pickLargest(
  transfers: readonly LargeTransfer[],
  {
    facts,
    getValue,
  }: {
    facts: ReadonlyMap<Address, Facts>
    getValue: GetValue
  },
): ValueHistory['largest'] {
  return transfers
    .flatMap(({ at, token, direction, amount, counterparty }) => {
      const tokenInfo = facts.get(token)
      const { value } = getValue(token, amount, toDay(at.getTime()))
      if (!tokenInfo || value.digits === 0n) return []
      const words = direction === 'in' ? 'INCOMING' : 'OUTGOING'
      return [{ at, words, amount, tokenInfo, counterparty, value } as const]
    })
    .sort((one, other) => compare(other.value, one.value))
    .slice(0, mostMarked)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, words, amount, tokenInfo, counterparty, value }) => ({
      at: at.getTime(),
      direction: words,
      amount: String(amount),
      tokenInfo,
      counterparty,
      value: formatDecimal(value),
    }))
}

function startOfDay(milliseconds: number): number {
  return Math.floor(milliseconds / dayMs) * dayMs
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
