import { type GasPrice, gasPrice } from '@covault/api'
import { hexToBigInt, parseUnits } from 'viem'
import * as z from 'zod/mini'
import { rpcTimeout } from '../lib/timing.js'
import type { ChainClient, ChainConfig } from './chainClient.js'
import { hasFeature } from './chainFacts.js'

/** Per unit of gas, in wei. */
export type Fees =
  | { kind: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { kind: 'legacy'; gasPrice: bigint }

/** What a unit of gas costs: as the chain's configuration has it, else as the node says. */
export async function readFees(
  client: ChainClient,
  chain: ChainConfig,
): Promise<Fees> {
  return (await readSetFees(chain)) ?? askNode(client, chain)
}

/**
 * The first source of the configuration that has an answer. Undefined: there is
 * none, and anyone who sends asks the node, or the wallet does.
 */
export async function readSetFees(
  chain: ChainConfig,
): Promise<Fees | undefined> {
  const sources = z.safeParse(z.array(gasPrice), chain.gasPrice ?? [])
  for (const source of sources.data ?? []) {
    if (source.type === 'UNKNOWN') return undefined
    const fees = await readSource(source, chain)
    if (fees) return fees
  }
  return undefined
}

/** As a wallet is asked to send by them. */
export function toFeeFields(fees: Fees) {
  if (fees.kind === 'legacy') return { gasPrice: fees.gasPrice }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return { maxFeePerGas, maxPriorityFeePerGas }
}

type Source = Exclude<GasPrice, { type: 'UNKNOWN' }>

async function readSource(
  source: Source,
  chain: ChainConfig,
): Promise<Fees | undefined> {
  switch (source.type) {
    case 'fixed':
      return toLegacy(readWei(source.weiValue))
    case 'fixed1559':
      return toDynamic(source, chain)
    case 'oracle':
      return toLegacy(await askOracle(source))
  }
}

function toLegacy(gasPrice: bigint | undefined): Fees | undefined {
  return gasPrice === undefined ? undefined : { kind: 'legacy', gasPrice }
}

function toDynamic(
  source: Extract<Source, { type: 'fixed1559' }>,
  chain: ChainConfig,
): Fees | undefined {
  const maxFeePerGas = readWei(source.maxFeePerGas)
  const tip = readWei(source.maxPriorityFeePerGas)
  if (maxFeePerGas === undefined || tip === undefined || tip > maxFeePerGas)
    return undefined
  return hasFeature(chain, 'EIP1559')
    ? { kind: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip }
    : { kind: 'legacy', gasPrice: maxFeePerGas }
}

function readWei(text: string): bigint | undefined {
  return /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

/** One that is away or says nothing usable is passed over for the next. */
async function askOracle({
  uri,
  gasParameter,
  gweiFactor,
}: Extract<Source, { type: 'oracle' }>): Promise<bigint | undefined> {
  try {
    const reply = await fetch(uri, {
      credentials: 'omit',
      signal: AbortSignal.timeout(rpcTimeout),
    })
    if (!reply.ok) return undefined
    const said = findNumber(await reply.json(), gasParameter)
    if (said === undefined || !isDecimal(gweiFactor)) return undefined
    const price =
      (parseUnits(said, digits) * parseUnits(gweiFactor, digits)) /
      10n ** BigInt(2 * digits)
    return price > 0n ? price : undefined
  } catch {
    return undefined
  }
}

/** Oracles are exact to fewer decimals than this. */
const digits = 18

/** In the answer itself, or one level below as the usual oracles have it. */
function findNumber(answer: unknown, name: string): string | undefined {
  const places = [answer, pick(answer, 'data'), pick(answer, 'result')]
  return places
    .map((place) => pick(place, name))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .find(isDecimal)
}

function pick(place: unknown, name: string): unknown {
  return typeof place === 'object' && place !== null
    ? Reflect.get(place, name)
    : undefined
}

function isDecimal(text: string): boolean {
  return /^\d{1,30}(\.\d+)?$/.test(text)
}

const oneGwei = 1_000_000_000n

async function askNode(client: ChainClient, chain: ChainConfig): Promise<Fees> {
  const block = await client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const base = block?.baseFeePerGas
  if (!hasFeature(chain, 'EIP1559') || base === undefined || base === null) {
    const price = await client.request({ method: 'eth_gasPrice' })
    return { kind: 'legacy', gasPrice: hexToBigInt(price) }
  }
  const tip = await client
    .request({ method: 'eth_maxPriorityFeePerGas' })
    .then(hexToBigInt)
    .catch(() => oneGwei)
  return {
    kind: 'eip1559',
    // Twice the base fee lasts through six full blocks.
    maxFeePerGas: hexToBigInt(base) * 2n + tip,
    maxPriorityFeePerGas: tip,
  }
}
