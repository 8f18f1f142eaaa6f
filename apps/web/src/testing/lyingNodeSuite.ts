import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  proposeTransaction,
} from '@covault/devnet'
import { createClient, custom, type Hex, http, isHex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  type ChainClient,
  type ChainConfig,
  createNodeClient,
  type SecondSource,
} from '../trust/chainClient.js'
import { checkSignable } from '../trust/checkSignable.js'
import { toDomain } from '../trust/domain.js'
import { withEndpoint } from './provenance.js'

const { alice, supplier } = demoAccounts

/** One answer of a node, by its place in the order of questions. */
type Lie = { at: number; change: (answer: unknown) => unknown }

type World = {
  getDevnet: () => Devnet
  getChain: () => ChainConfig
  getSafe: () => DeployedSafe
}

/**
 * S60: every answer that a check rests on is changed in turn, a word at a time,
 * at one of two sources. Nothing may come of it but a refusal, an error, or
 * what an honest node would have led to.
 */
export function testLyingNode(world: World): void {
  describe('S60: one of two nodes lies', () => {
    test('a single source is said to be one', async () => {
      const { fields, isRefused } = await check(world, { second: undefined })
      expect(isRefused).toBe(false)
      expect(findSecond(fields)).toMatchObject({
        status: 'unknown',
        here: 'only one RPC endpoint was asked',
      })
    })

    test('two honest ones agree', async () => {
      const { fields, isRefused } = await check(world)
      expect(isRefused).toBe(false)
      expect(findSecond(fields)?.here).toMatch(/agrees at block/)
    })

    test('a second one that is silent stops nothing and is named', async () => {
      const { fields, isRefused } = await check(world, {
        second: toSecond(createNodeClient('http://127.0.0.1:9')),
      })
      expect(isRefused).toBe(false)
      expect(findSecond(fields)?.here).toMatch(
        /only one RPC endpoint answered, because .* could not be read/,
      )
    })

    test(
      'every lie is refused, one word at a time',
      () => tellLies(world),
      120_000,
    )
  })
}

async function tellLies(world: World) {
  const questions: Question[] = []
  const honest = await check(world, {
    client: createLiar(world, undefined, questions),
  })
  const truth = JSON.stringify(honest, writeBigint)
  const lies = questions.flatMap((question, at) => listLies(question, at))
  const outcomes = { refused: 0, failed: 0, harmless: 0 }
  const believed: string[] = []
  for (const { name, ...lie } of lies) {
    const outcome = await check(world, { client: createLiar(world, lie) }).then(
      (found) => {
        if (found.isRefused) return 'refused'
        return JSON.stringify(found, writeBigint) === truth
          ? 'harmless'
          : 'believed'
      },
      () => 'failed' as const,
    )
    if (outcome === 'believed') believed.push(name)
    else outcomes[outcome] += 1
  }
  process.stdout.write(
    `${lies.length} lies of a node: ${outcomes.refused} refused, ${outcomes.failed} end in an error, ${outcomes.harmless} change nothing, ${believed.length} believed\n`,
  )
  expect(believed).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(0)
}

async function check(
  world: World,
  sources: { client?: ChainClient; second?: SecondSource | undefined } = {},
) {
  const { url } = world.getDevnet()
  const honest = createNodeClient(url)
  const { transaction, safeTxHash, signatures } = await proposeTransaction(
    world.getDevnet(),
    world.getSafe(),
    { plan: { to: supplier.address, value: 1n }, signers: [alice] },
  )
  const domain = toDomain(world.getChain(), world.getSafe())
  return checkSignable(sources.client ?? honest, {
    chain: world.getChain(),
    signable: { kind: 'transaction', domain, transaction },
    claim: {
      hash: safeTxHash,
      threshold: 2,
      confirmations: [
        ...signatures.map((one) => ({
          signer: one.signer,
          signature: one.kind === 'ecdsa' ? one.data : null,
        })),
      ],
    },
    info: undefined,
    second: 'second' in sources ? sources.second : toSecond(honest),
  })
}

function toSecond(client: ChainClient): SecondSource {
  return { client }
}

function findSecond(fields: readonly { field: string; here: string }[]) {
  return fields.find(({ field }) => field === 'Second RPC endpoint')
}

type Question = { method: string; answer: unknown }

/** Asks the real node and changes one of its answers. */
function createLiar(
  world: World,
  lie: Lie | undefined,
  log: Question[] = [],
): ChainClient {
  const node = http(world.getDevnet().url, { retryCount: 0 })({})
  let count = 0
  const client = createClient({
    transport: custom(
      {
        async request({ method, params }) {
          const at = count
          count += 1
          const answer: unknown = await node.request({ method, params })
          log[at] = { method, answer }
          return lie?.at === at ? lie.change(answer) : answer
        },
      },
      { retryCount: 0 },
    ),
  })
  return withEndpoint(client)
}

/** Each word of bytes, and each field of a block that a check reads. */
function listLies(
  { method, answer }: Question,
  at: number,
): (Lie & { name: string })[] {
  const name = `${method} ${at}`
  if (isHex(answer)) {
    const words = Math.max(1, Math.ceil((answer.length - 2) / 64))
    // The code of a contract is one fact; flipping any byte of it is the same.
    const count = method === 'eth_getCode' ? 1 : words
    return Array.from({ length: count }, (_, word) => ({
      name: `${name}, word ${word}`,
      at,
      change: () => flipWord(answer, word),
    }))
  }
  return ['number', 'hash'].map((field) => ({
    name: `${name}, ${field}`,
    at,
    change: (block) => {
      const fields = block as Record<string, Hex>
      return { ...fields, [field]: flipWord(fields[field] ?? '0x', 0) }
    },
  }))
}

/** The lowest digit of a word becomes another one. */
function flipWord(bytes: Hex, word: number): Hex {
  const digits = bytes.slice(2)
  if (digits === '') return '0x01'
  const end = Math.min(digits.length, (word + 1) * 64)
  const digit = Number.parseInt(digits[end - 1] ?? '0', 16) ^ 1
  return `0x${digits.slice(0, end - 1)}${digit.toString(16)}${digits.slice(end)}`
}

function writeBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
