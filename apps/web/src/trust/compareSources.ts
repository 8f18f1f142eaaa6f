import type { Address } from 'viem'
import { describeError } from '../words/errors.js'
import { readBlock } from './block.js'
import type { ChainClient, ChainConfig, SecondSource } from './chainClient.js'
import {
  type CheckedFact,
  type FieldCheck,
  secondSource,
  singleSource,
} from './fieldCheck.js'
import { type Head, readHead } from './head.js'
import { type ReadProvenance, readAt, sourceNames } from './provenance.js'
import { readSafe, type SafeReading, type SafeState } from './safe.js'

/** A node this far behind says nothing about the present any more. */
const mostBehind = 20n

/** What another node says of the safe, at its own newest block. */
export type Twin =
  | { name: string; head: Pick<Head, 'number' | 'hash'>; reading: SafeReading }
  | { name: string; error: unknown }

/** Asked at the same time as the first one; its silence is told later. */
export async function readTwin(
  { client }: SecondSource,
  { chain, address }: { chain: ChainConfig; address: Address },
): Promise<Twin> {
  const getName = () => sourceNames[client.getEndpoint().source]
  try {
    const head = await readHead(client, chain)
    const reading = await readSafe(client, { address, head })
    return { name: getName(), head, reading }
  } catch (error) {
    return { name: getName(), error }
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
  const { provenance } = reading
  const alone = (here: string): FieldCheck => ({
    fact: 'sources',
    field: secondSource,
    status: 'unknown',
    here,
    provenance,
  })
  if (!second || !twin) return [alone(singleSource)]
  const { name } = twin
  if ('error' in twin) return [alone(writeUnread(name, twin.error))]
  const behind = head.number - twin.head.number
  if (behind > mostBehind)
    return [
      alone(`${name} is ${behind} blocks behind, so it can’t be compared`),
    ]
  const number = behind > 0n ? twin.head.number : head.number
  try {
    const at = (one: ChainClient, known: Pick<Head, 'number' | 'hash'>) =>
      number === known.number ? known : readBlock(one, number)
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
    const asked = { name, number, provenance: readAt(client, number) }
    return [
      ...compareBlocks(asked, {
        firstHash: firstBlock.hash,
        twinHash: twinBlock.hash,
      }),
      ...compareStates(asked, { first, twin: there }),
    ]
  } catch (error) {
    return [alone(writeUnread(name, error))]
  }
}

function writeUnread(name: string, error: unknown): string {
  const why = describeError(error).replace(/\.$/, '')
  return `only one RPC endpoint answered, because ${name} could not be read: ${why}`
}

/**
 * What the chain says goes further where another node says it too. What the
 * gateway says too is no more than its word.
 */
export function withSecond(
  provenance: ReadProvenance,
  {
    sources,
    second,
  }: { sources: readonly FieldCheck[]; second: SecondSource | undefined },
): ReadProvenance {
  const isAgreed = sources.every(({ status }) => status === 'ok')
  const other = second?.client.getEndpoint()
  return other && isAgreed && other.source !== 'door'
    ? { ...provenance, second: other }
    : provenance
}

/** Who was asked besides, at which block. */
type Asked = { name: string; number: bigint; provenance: ReadProvenance }

function compareBlocks(
  asked: Asked,
  { firstHash: here, twinHash }: { firstHash: string; twinHash: string },
): FieldCheck[] {
  if (here === twinHash) return []
  const field = `Block ${asked.number}`
  return [differ(asked, { fact: 'sources', field, here, value: twinHash })]
}

function compareStates(
  asked: Asked,
  { first, twin }: { first: SafeReading; twin: SafeReading },
): FieldCheck[] {
  if (first.status !== 'safe' || twin.status !== 'safe') {
    const [here, value] = [first.status, twin.status]
    return here === value
      ? []
      : [differ(asked, { fact: 'safe', field: 'Safe', here, value })]
  }
  const there = listFacts(twin.safe)
  const differing = listFacts(first.safe).flatMap((one, index) => {
    const value = there[index]?.here ?? ''
    return one.here === value ? [] : [differ(asked, { ...one, value })]
  })
  if (differing.length > 0) return differing
  return [
    {
      fact: 'sources',
      field: secondSource,
      status: 'ok',
      here: `${asked.name} agrees at block ${asked.number}`,
      provenance: asked.provenance,
    },
  ]
}

type Fact = Pick<FieldCheck, 'fact' | 'field' | 'here'>

function differ(
  { name, provenance }: Asked,
  { fact, field, here, value }: Fact & { value: string },
): FieldCheck {
  return {
    fact,
    field: `${field}, read from ${name}`,
    status: 'differs',
    here,
    claim: { by: 'second', value },
    provenance,
  }
}

/** Everything that decides who can move what, always in this order. */
function listFacts(safe: SafeState): Fact[] {
  const tell = (fact: CheckedFact, field: string, here: string) => ({
    fact,
    field,
    here,
  })
  const list = (addresses: readonly Address[]) =>
    [...addresses].sort().join(', ') || 'none'
  return [
    tell('owners', 'Owners', list(safe.owners)),
    tell('threshold', 'Threshold', String(safe.threshold)),
    tell('nonce', 'Nonce', String(safe.nonce)),
    tell('version', 'Version', safe.version),
    tell('singleton', 'Implementation', safe.singleton),
    tell(
      'singleton',
      'Implementation code',
      safe.known ? 'official' : 'unknown',
    ),
    tell('modules', 'Modules', list(safe.modules)),
    tell('guard', 'Guard', safe.guard ?? 'none'),
    tell('moduleGuard', 'Module guard', safe.moduleGuard ?? 'none'),
    tell('handler', 'Fallback handler', safe.fallbackHandler ?? 'none'),
  ]
}
