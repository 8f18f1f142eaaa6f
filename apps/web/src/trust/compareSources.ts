import type { Address } from 'viem'
import { getBlock } from 'viem/actions'
import { describeError } from '../lib/describeError.js'
import type { ChainClient, ChainConfig, SecondSource } from './chainClient.js'
import type { EndpointSource } from './endpoint.js'
import { type FieldCheck, secondSource } from './fieldCheck.js'
import { type Head, readHead } from './head.js'
import { readSafe, type SafeReading, type SafeState } from './safe.js'

/** A node this far behind says nothing about the present any more. */
const mostBehind = 20n

/** How the sources are called where they are compared. */
export const sourceNames: Record<EndpointSource, string> = {
  own: 'your own endpoint',
  wallet: 'your wallet',
  release: 'the endpoint of this release',
  gateway: 'the endpoint chosen by the gateway',
}

/** What another node says of the safe, at its own newest block. */
export type Twin =
  | { name: string; head: Pick<Head, 'number' | 'hash'>; reading: SafeReading }
  | { name: string; error: unknown }

/** Asked at the same time as the first one; its silence is told later. */
export async function readTwin(
  { client, source }: SecondSource,
  { chain, address }: { chain: ChainConfig; address: Address },
): Promise<Twin> {
  const name = sourceNames[source]
  try {
    const head = await readHead(client, chain)
    return { name, head, reading: await readSafe(client, { address, head }) }
  } catch (error) {
    return { name, error }
  }
}

/**
 * The same questions about the safe, at the same block, asked of somebody
 * else. Whatever differs is a refusal: one of the two lies, and nobody can
 * say which.
 */
export async function compareSources(
  client: ChainClient,
  {
    address,
    head,
    reading,
    second,
    twin,
  }: {
    address: Address
    head: Pick<Head, 'number' | 'hash'>
    reading: SafeReading
    second: SecondSource | undefined
    twin: Twin | undefined
  },
): Promise<FieldCheck[]> {
  if (!second || !twin) return [alone('single source: no other node was asked')]
  const { name } = twin
  if ('error' in twin)
    return [alone(`${name} does not answer: ${describeError(twin.error)}`)]
  const behind = head.number - twin.head.number
  if (behind > mostBehind)
    return [alone(`${name} is ${behind} blocks behind, so it says nothing`)]
  const number = behind > 0n ? twin.head.number : head.number
  try {
    const at = (one: ChainClient, known: Pick<Head, 'number' | 'hash'>) =>
      number === known.number ? known : getBlock(one, { blockNumber: number })
    const [firstBlock, first, twinBlock, there] = await Promise.all([
      at(client, head),
      number === head.number
        ? reading
        : readSafe(client, { address, head: { number } }),
      at(second.client, twin.head),
      number === twin.head.number
        ? twin.reading
        : readSafe(second.client, { address, head: { number } }),
    ])
    return [
      ...compareBlocks(name, {
        number,
        firstHash: firstBlock.hash,
        twinHash: twinBlock.hash,
      }),
      ...compareStates(name, { number, first, twin: there }),
    ]
  } catch (error) {
    return [alone(`${name} does not answer: ${describeError(error)}`)]
  }
}

function alone(here: string): FieldCheck {
  return { field: secondSource, status: 'unknown', here, source: 'chain' }
}

function compareBlocks(
  name: string,
  {
    number,
    firstHash,
    twinHash,
  }: { number: bigint; firstHash: string; twinHash: string },
): FieldCheck[] {
  if (firstHash === twinHash) return []
  return [differ(name, `Block ${number}`, { here: firstHash, value: twinHash })]
}

function compareStates(
  name: string,
  {
    number,
    first,
    twin,
  }: { number: bigint; first: SafeReading; twin: SafeReading },
): FieldCheck[] {
  if (first.status !== 'safe' || twin.status !== 'safe')
    return first.status === twin.status
      ? []
      : [differ(name, 'Safe', { here: first.status, value: twin.status })]
  const here = listFacts(first.safe)
  const there = listFacts(twin.safe)
  const differing = Object.keys(here).flatMap((field) => {
    const [one, value] = [here[field] ?? '', there[field] ?? '']
    return one === value ? [] : [differ(name, field, { here: one, value })]
  })
  if (differing.length > 0) return differing
  return [
    {
      field: secondSource,
      status: 'ok',
      here: `${name} agrees at block ${number}`,
      source: 'chain',
    },
  ]
}

function differ(
  name: string,
  field: string,
  { here, value }: { here: string; value: string },
): FieldCheck {
  return {
    field: `${field}, asked of ${name}`,
    status: 'differs',
    here,
    claim: { by: 'second', value },
    source: 'chain',
  }
}

/** Everything that decides who can move what. */
function listFacts(safe: SafeState): Record<string, string> {
  const list = (addresses: readonly Address[]) =>
    [...addresses].sort().join(', ') || 'none'
  return {
    Owners: list(safe.owners),
    Threshold: String(safe.threshold),
    Nonce: String(safe.nonce),
    Version: safe.version,
    Singleton: safe.singleton,
    'Code of the singleton': safe.known ? 'published' : 'unknown',
    Modules: list(safe.modules),
    Guard: safe.guard ?? 'none',
    'Module guard': safe.moduleGuard ?? 'none',
    'Fallback handler': safe.fallbackHandler ?? 'none',
  }
}
