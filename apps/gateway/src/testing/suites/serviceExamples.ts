import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type DemoAccountName, demoAccounts } from '@covault/devnet'
import { type Hex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type KitScene, openKitScene, readKey } from '../apiKits.js'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

// The examples of the documentation, as they are written there.

let demo: DemoGateway
/** A safe of alice, bob and carol, two of whom must sign. */
let scene: KitScene

beforeAll(async () => {
  demo = await shareDemoGateway()
}, 300_000)
afterAll(() => demo?.stop())

const { carol } = demoAccounts

const findFile = (path: string) =>
  fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
const handbook = readFileSync(findFile('docs/integrations.md'), 'utf8')
const readme = readFileSync(findFile('README.md'), 'utf8')

const programs: Record<string, string[]> = {
  sh: ['sh', '-ec'],
  bash: ['bash', '-ec'],
  python: ['python3', '-c'],
  js: ['node', '--input-type=module', '-e'],
}

/** The example that stands under a heading. */
function findExample(document: string, heading: string) {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const found = [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)].find(
    ([, language = '']) => language in programs,
  )
  if (!found) throw new Error(`There is no example under ${heading}.`)
  return { language: found[1] ?? '', code: found[2] ?? '' }
}

/** What an example prints. */
async function run(
  heading: string,
  {
    document = handbook,
    as,
    options = [],
    env = {},
  }: {
    document?: string
    as?: DemoAccountName
    options?: string[]
    env?: object
  } = {},
): Promise<string> {
  const { language, code } = findExample(document, heading)
  const [program = '', ...given] = programs[language] ?? []
  const { stdout } = await promisify(execFile)(
    program,
    [...options, ...given, code],
    {
      env: {
        ...process.env,
        GATEWAY: demo.url,
        RPC: demo.devnet.url,
        SAFE: scene.safe.address,
        ...(as ? { KEY: readKey(demoAccounts[as]) } : {}),
        ...env,
      },
    },
  )
  return stdout
}

type Told = {
  safeTxHash: Hex
  nonce: string
  isExecuted: boolean
  confirmations: { owner: string }[]
}

async function readTransactions(): Promise<Told[]> {
  const path = `/tx-service/local1/api/v2/safes/${scene.safe.address}/multisig-transactions/`
  const reply = await fetch(`${demo.url}${path}`)
  return ((await reply.json()) as { results: Told[] }).results
}

const ownersOf = ({ confirmations }: Told) =>
  confirmations.map(({ owner }) => owner)

/** Each goes on with what the one before it has left. */
describe('the examples of the documentation', { timeout: 60_000 }, () => {
  let hash: Hex = zeroHash

  // Not before: suites beside this one count the safes of the demo.
  beforeAll(async () => {
    scene = await openKitScene(demo.devnet, {
      gatewayUrl: demo.url,
      recorderUrl: demo.url,
    })
  })

  test('propose with api-kit, as the README does', async () => {
    await run('Programs', { document: readme, as: 'alice' })
    const [proposed] = await readTransactions()
    hash = proposed?.safeTxHash ?? zeroHash
    expect(proposed && ownersOf(proposed)).toEqual([demoAccounts.alice.address])
  })

  test('read with curl', async () => {
    const told = await run('curl')
    expect(told).toMatch(/^Ok/)
    expect(told).toContain(carol.address)
    expect(told).toContain(`0 ${hash}`)
  })

  test('read what hash scripts need', async () => {
    const told = await run('Hash scripts', { env: { NONCE: '0' } })
    expect(told).toContain(`${scene.safe.version}`)
    expect(told).toContain(`"safeTxHash": "${hash}"`)
  })

  test('sign as safe-eth-py does', async () => {
    const signature = await carol.sign({ hash })
    const told = await run('safe-eth-py', {
      env: { HASH: hash, SIGNATURE: signature.slice(2) },
    })
    expect(told).toContain(`0 ${hash}`)
    const [signed] = await readTransactions()
    expect(signed && ownersOf(signed)).toContain(carol.address)
  })

  test('sign with api-kit', async () => {
    expect(await run('api-kit', { as: 'bob' })).toContain(hash)
    const [signed] = await readTransactions()
    expect(signed && ownersOf(signed)).toHaveLength(3)
  })

  test('execute with protocol-kit', async () => {
    expect(await run('protocol-kit', { as: 'bob' })).toMatch(
      /^0x[0-9a-f]{64}$/m,
    )
    await vi.waitFor(
      async () =>
        expect(await readTransactions()).toContainEqual(
          expect.objectContaining({ safeTxHash: hash, isExecuted: true }),
        ),
      { timeout: 30_000, interval: 200 },
    )
  })

  test('propose with sdk-starter-kit', async () => {
    const register = new URL('../knowLocalChains.mjs', import.meta.url)
    const told = await run('sdk-starter-kit', {
      as: 'alice',
      options: [
        '--import',
        `data:text/javascript,import { knowLocalChains } from '${register}'; knowLocalChains([31337])`,
      ],
    })
    const [latest] = await readTransactions()
    expect(told).toBe(`PENDING_SIGNATURES ${latest?.safeTxHash}\n`)
    expect(latest?.nonce).toBe('1')
  })

  test('follow lists as ape-safe does', async () => {
    const told = await run('ape-safe')
    for (const { nonce, safeTxHash } of await readTransactions())
      expect(told).toContain(`${nonce} ${safeTxHash}`)
  })

  test('say which of them are not run', () => {
    const shown = [...handbook.matchAll(/^```(\w+)$/gm)].map(([, name]) => name)
    const unrun = shown.filter((name = '') => !(name in programs))
    expect(unrun).toEqual(['py', 'py'])
    expect(handbook.match(/\(\*not run by a test\*\):/g)).toHaveLength(2)
  })
})
