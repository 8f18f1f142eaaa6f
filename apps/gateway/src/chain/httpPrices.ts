import { type Decimal, parseDecimal } from '@covault/api/decimal'
import type { Address } from 'viem'
import type { HttpPriceSource } from '../assetsConfig.js'
import { splitEvery } from '../splitEvery.js'
import { isRecord } from './answer.js'
import type { Resolve } from './pinnedRequest.js'
import { safeFetch } from './safeFetch.js'

/** Names of tokens in one question, and questions at a time. */
const tokensPerQuestion = 50
const mostQuestions = 4

/** Below this the source itself doubts. */
const leastConfidence = 0.8

/**
 * Asks a source for prices in US dollars. Tokens it does not know, or is not
 * sure about, are missing.
 */
export async function fetchPrices(
  source: HttpPriceSource,
  parameters: {
    chainId: number
    tokens: readonly Address[]
    resolve?: Resolve | undefined
  },
): Promise<Map<Address, Decimal>> {
  const { chainId, tokens, resolve } = parameters
  const chainName = source.chainNames.get(chainId)
  if (chainName === undefined) return new Map()
  const found = new Map<Address, Decimal>()
  const questions = splitEvery(tokens, tokensPerQuestion)
  for (const part of questions.slice(0, mostQuestions))
    for (const [token, usd] of await ask(source, {
      chainName,
      tokens: part,
      resolve,
    }))
      found.set(token, usd)
  return found
}

async function ask(
  source: HttpPriceSource,
  parameters: {
    chainName: string
    tokens: readonly Address[]
    resolve: Resolve | undefined
  },
): Promise<[Address, Decimal][]> {
  const { chainName, tokens, resolve } = parameters
  const name = (token: Address) => `${chainName}:${token}`
  const coins = tokens.map(name).join(',')
  const url = source.url.replace(/\{coins\}|%7Bcoins%7D/, coins)
  const body = await safeFetch(url, {
    maximumBytes: 200_000,
    timeoutMs: 5_000,
    mediaTypes: ['application/json'],
    // The operator chose this host.
    trustedOrigins: [new URL(source.url).origin],
    resolve,
  })
  const answer: unknown = JSON.parse(body.toString('utf8'))
  const found = isRecord(answer) && isRecord(answer.coins) ? answer.coins : {}
  return tokens.flatMap((token): [Address, Decimal][] => {
    const usd = readPrice(found[name(token)])
    return usd ? [[token, usd]] : []
  })
}

function readPrice(coin: unknown): Decimal | undefined {
  if (!isRecord(coin) || typeof coin.price !== 'number') return undefined
  const { confidence } = coin
  if (typeof confidence === 'number' && confidence < leastConfidence)
    return undefined
  // The shortest text that means this number is what the source wrote.
  const usd = parseDecimal(String(coin.price))
  return usd && usd.digits > 0n ? usd : undefined
}
