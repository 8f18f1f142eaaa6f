// @vitest-environment node
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deployDemoContracts,
  deploySafe,
  deploySafeContracts,
  proposeTransaction,
  runTransaction,
  startDevnet,
} from '@covault/devnet'
import { createClient, http, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testLyingNode } from '../testing/lyingNodeSuite.js'
import { withEndpoint } from '../testing/provenance.js'
import { testRandomSimulations } from '../testing/simulationFuzz.js'
import { testSimulation } from '../testing/simulationSuite.js'
import { createSimulationWorld } from '../testing/simulationWorld.js'
import { type ChainConfig, createNodeClient } from './chainClient.js'
import {
  type Claim,
  checkSignable,
  type SignableCheck,
} from './checkSignable.js'
import { toDomain, UnsupportedVersionError } from './domain.js'
import type { Executed } from './signables/definition.js'

const { alice, bob, supplier } = demoAccounts

const local = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

let devnet: Devnet
let chain: ChainConfig
let safe: DeployedSafe

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  chain = { ...local, rpcUrl: devnet.url }
  safe = await deploySafe(devnet, {
    owners: [alice.address, bob.address],
    threshold: 2,
    saltNonce: 1n,
  })
}, 60_000)

afterAll(() => devnet?.stop())

const world = createSimulationWorld({
  getDevnet: () => devnet,
  chain: local,
})
testLyingNode({
  getDevnet: () => devnet,
  getChain: () => chain,
  getSafe: () => safe,
})
testSimulation(world)
testRandomSimulations(world)

async function propose() {
  return proposeTransaction(devnet, safe, {
    plan: { to: supplier.address, value: parseEther('1') },
    signers: [alice],
  })
}

type Signed = Awaited<ReturnType<typeof propose>>

function toSignable(transaction: Signed['transaction']) {
  const domain = toDomain(chain, { address: safe.address, version: '1.4.1' })
  return { kind: 'transaction', domain, transaction } as const
}

function toClaim({ safeTxHash, signatures }: Signed): Claim {
  return {
    hash: safeTxHash,
    threshold: 2,
    confirmations: signatures.map((one) => ({
      signer: one.signer,
      signature: one.kind === 'ecdsa' ? one.data : null,
    })),
  }
}

async function check(
  signed: Signed,
  change: {
    transaction?: Partial<Signed['transaction']>
    claim?: Partial<Claim>
    executed?: Executed
  } = {},
): Promise<SignableCheck> {
  return checkSignable(createNodeClient(devnet.url), {
    chain,
    signable: toSignable({ ...signed.transaction, ...change.transaction }),
    claim: { ...toClaim(signed), ...change.claim },
    info: undefined,
    second: undefined,
    executed: change.executed,
  })
}

/** A round ends when nothing is under way any more. */
function countRounds(url: string) {
  let count = 0
  let underWay = 0
  const client = createClient({
    transport: http(url, {
      batch: true,
      retryCount: 0,
      fetchFn: async (input, init) => {
        if (underWay === 0) count += 1
        underWay += 1
        const answer = await fetch(input, init)
        const body = await answer.text()
        underWay -= 1
        return new Response(body, answer)
      },
    }),
  })
  return { client: withEndpoint(client), count: () => count }
}

function listRefused({ fields }: SignableCheck): string[] {
  return fields
    .filter(({ status }) => status === 'differs')
    .map(({ field }) => field)
}

test('agrees with an honest proposal, and counts its signature', async () => {
  const signed = await propose()
  const result = await check(signed)
  expect(result.isRefused).toBe(false)
  expect(result.hash).toBe(signed.safeTxHash)
  expect(result.confirmations).toMatchObject([
    { signer: alice.address, status: 'verified', kind: 'ecdsa' },
  ])
})

test('says of each field where it comes from, and who was asked', async () => {
  const block = await devnet.client.getBlockNumber({ cacheTime: 0 })
  const { provenance, fields } = await check(await propose())
  expect(provenance).toEqual({
    kind: 'chain',
    block,
    endpoint: { source: 'own', host: new URL(devnet.url).host },
  })
  const kinds = fields.map((one) => `${one.fact} ${one.provenance.kind}`)
  expect(kinds).toContain('hash computed')
  expect(kinds).toContain('owners chain')
  expect(kinds).toContain(`confirmations computed`)
})

test('asks the chain in three rounds, no matter who has signed and however', async () => {
  const signed = await propose()
  const rounds = countRounds(devnet.url)
  const { signer } = toClaim(signed).confirmations[0] ?? {}
  const result = await checkSignable(rounds.client, {
    chain,
    signable: toSignable(signed.transaction),
    claim: {
      ...toClaim(signed),
      confirmations: [
        ...toClaim(signed).confirmations,
        { signer: bob.address, signature: null },
      ],
    },
    info: undefined,
    second: undefined,
  })
  expect(result.confirmations).toMatchObject([
    { signer, status: 'verified' },
    { signer: bob.address, status: 'invalid' },
  ])
  expect(rounds.count()).toBeLessThanOrEqual(3)
})

test.each([
  ['to', { to: bob.address }],
  ['value', { value: 1n }],
  ['data', { data: '0x01' }],
  ['operation', { operation: 1 }],
  ['safeTxGas', { safeTxGas: 1n }],
  ['baseGas', { baseGas: 1n }],
  ['gasPrice', { gasPrice: 1n }],
  ['gasToken', { gasToken: supplier.address }],
  ['refundReceiver', { refundReceiver: supplier.address }],
  ['nonce', { nonce: 9n }],
] as const)('refuses a changed %s', async (_field, transaction) => {
  const refused = listRefused(await check(await propose(), { transaction }))
  expect(refused).toContain('safeTxHash of the proposal')
  // What was signed is not what is shown, either.
  expect(refused).toContain(`Signature of ${alice.address}`)
})

test('refuses a threshold the chain does not have', async () => {
  const signed = await propose()
  expect(listRefused(await check(signed, { claim: { threshold: 1 } }))).toEqual(
    ['Threshold'],
  )
})

test('refuses a signature told of somebody else, or told twice', async () => {
  const signed = await propose()
  const { confirmations } = toClaim(signed)
  const [first] = confirmations
  if (!first) throw new Error('Nobody has signed.')
  const forged = [...confirmations, { ...first, signer: bob.address }]
  expect(
    listRefused(await check(signed, { claim: { confirmations: forged } })),
  ).toEqual([`Signature of ${bob.address}`])
  const twice = [first, first]
  expect(
    listRefused(await check(signed, { claim: { confirmations: twice } })),
  ).toEqual([`Signature of ${alice.address}`])
})

test('refuses an approval that is not on chain', async () => {
  const signed = await propose()
  const confirmations = [{ signer: bob.address, signature: null }]
  expect(
    listRefused(await check(signed, { claim: { confirmations } })),
  ).toEqual([`Signature of ${bob.address}`])
})

test('believes the others where one signature could not be checked', async () => {
  const signed = await propose()
  const silent = createNodeClient(devnet.url)
  const request = (asked: { method: string; params?: unknown }) =>
    JSON.stringify(asked).includes('7d832974')
      ? Promise.reject(new Error('Silent.'))
      : silent.request(asked as never)
  const result = await checkSignable({ ...silent, request } as typeof silent, {
    chain,
    signable: toSignable(signed.transaction),
    claim: {
      ...toClaim(signed),
      confirmations: [
        ...toClaim(signed).confirmations,
        { signer: bob.address, signature: null },
      ],
    },
    info: undefined,
    second: undefined,
  })
  expect(result.isRefused).toBe(false)
  expect(
    result.fields.filter(({ fact }) => fact === 'confirmations'),
  ).toMatchObject([
    { status: 'ok' },
    { status: 'unknown', here: 'could not be checked' },
  ])
})

test('leaves out what this browser keeps and no longer counts', async () => {
  const signed = await propose()
  const { confirmations } = toClaim(signed)
  const kept = { signer: bob.address, signature: null, isKept: true }
  const result = await check(signed, {
    claim: { confirmations: [...confirmations, kept] },
  })
  expect(listRefused(result)).toEqual([])
  expect(
    result.fields.filter(({ fact }) => fact === 'confirmations'),
  ).toMatchObject([{ status: 'ok' }])
  expect(result.confirmations).toMatchObject([
    { status: 'verified' },
    { status: 'leftOut', signer: bob.address },
  ])
})

test('refuses what has been executed meanwhile', async () => {
  const signed = await propose()
  await runTransaction(devnet, safe, {
    plan: { to: zeroAddress, value: 0n },
    signers: [alice, bob],
  })
  expect(listRefused(await check(signed))).toEqual(['Nonce'])
  // Of what is said to have run, that is what is asked for.
  const executed = { executor: alice.address }
  expect(listRefused(await check(signed, { executed }))).toEqual([])
  expect(listRefused(await check(await propose(), { executed }))).toEqual([
    'Nonce',
  ])
})

test('takes a copy of this browser for nobody’s word', async () => {
  const signed = await propose()
  const listClaims = ({ fields }: SignableCheck) =>
    fields.flatMap(({ fact, claim }) =>
      claim?.by === 'gateway' ? `${fact} ${claim.value}` : [],
    )
  const local = { threshold: undefined }
  expect(listClaims(await check(signed))).toContain(`hash ${signed.safeTxHash}`)
  const copy = await check(signed, { claim: local })
  expect(listClaims(copy)).toEqual([])
  expect(copy.confirmations).toMatchObject([{ status: 'verified' }])
  const [first] = toClaim(signed).confirmations
  const refused = await Promise.all(
    [
      [{ signer: bob.address, signature: null }],
      first ? [first, first] : [],
    ].map((confirmations) =>
      check(signed, { claim: { ...local, confirmations } }),
    ),
  )
  // Still a refusal, but no gateway has reported it.
  expect(refused.map(listRefused)).toEqual([
    [`Signature of ${bob.address}`],
    [`Signature of ${alice.address}`],
  ])
  expect(refused.flatMap(listClaims)).toEqual([])
  const spoiled = { ...local, hash: `0x${'ab'.repeat(32)}` } as const
  expect(listRefused(await check(signed, { claim: spoiled }))).toEqual([
    'safeTxHash of this browser’s copy',
  ])
})

test('signs nothing for a version whose hashes are not known', () => {
  expect(() =>
    toDomain(chain, { address: safe.address, version: '9.9.9' }),
  ).toThrow(UnsupportedVersionError)
})
