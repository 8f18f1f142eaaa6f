import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  signTransaction,
} from '@covault/devnet'
import {
  encodeMethod,
  hashSafeMessage,
  removeOwnerMethod,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Hex, LocalAccount } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sendWebhook } from '../../notices/sendWebhook.js'
import { deleteProposal } from '../../store/proposals.js'
import { post, propose, sign, toProposal } from '../apiSuite.js'
import { startProcess } from '../bridgedGateways.js'
import { signIn } from '../membersWorld.js'
import {
  type Listener,
  type NoticesGateway,
  openNoticesGateway,
  startListener,
} from '../noticesWorld.js'
import { createRandom } from '../randomRun.js'
import { waitFor } from '../scene.js'
import { sendBlock } from '../sendBlock.js'
import {
  catchUp,
  createTestChain,
  shareTestWorld,
  type TestWorld,
} from '../testWorld.js'

// What receivers outside are told of safes.

const { alice, bob, carol, dave, deployer } = demoAccounts
const owners = [alice, bob, carol]
let world: TestWorld
let saltNonce = 279_000n
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  world = await shareTestWorld()
}, 300_000)
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => world?.stop())

const newSafe = (threshold = 2): Promise<DeployedSafe> =>
  deploySafe(world.devnet, {
    owners: owners.map(({ address }) => address),
    threshold,
    saltNonce: ++saltNonce,
  })

async function listen(
  ...answer: Parameters<typeof startListener>
): Promise<Listener> {
  const listener = await startListener(...answer)
  closers.push(listener.stop)
  return listener
}

async function open(
  notices: object,
  environment: NodeJS.ProcessEnv = {},
): Promise<NoticesGateway> {
  const gateway = await openNoticesGateway(world, { notices, environment })
  closers.push(gateway.remove)
  return gateway
}

const headersOf = (cookie: string) => ({ host: 'localhost', cookie })

async function ask(
  { app }: NoticesGateway,
  request: InjectOptions,
  cookie: string,
) {
  return app.inject({ ...request, headers: headersOf(cookie) })
}

const pathOf = ({ address }: DeployedSafe) =>
  `/v1/chains/31337/safes/${address}/notices`

type Made = { receiver: { id: string; origin: string }; secret: string | null }

async function addWebhook(
  gateway: NoticesGateway,
  safe: DeployedSafe,
  parameters: { cookie: string; url: string; form?: string; label?: string },
): Promise<Made> {
  const { cookie, url, form = 'events', label = 'Treasury' } = parameters
  const body = { url, form, label, amounts: true }
  const reply = await ask(
    gateway,
    post(`${pathOf(safe)}/receivers`, body),
    cookie,
  )
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<Made>()
}

async function proposeOne(
  gateway: NoticesGateway,
  safe: DeployedSafe,
  parameters: { cookie: string; nonce: bigint; value?: bigint },
): Promise<Hex> {
  const { cookie, nonce, value = 1n } = parameters
  const plan = { to: dave.address, value, nonce }
  const signed = await signTransaction(safe, { plan, signers: [alice] })
  const body = toProposal(signed, { sender: alice.address })
  const reply = await ask(gateway, propose(safe, body), cookie)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return signed.safeTxHash
}

async function confirm(
  gateway: NoticesGateway,
  hash: Hex,
  parameters: { cookie: string; owner: LocalAccount },
): Promise<void> {
  const { cookie, owner } = parameters
  const body = { signature: await sign(owner, hash) }
  const url = `/v1/chains/31337/transactions/${hash}/confirmations`
  const reply = await ask(gateway, post(url, body), cookie)
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

const typesOf = (events: readonly Record<string, unknown>[]) =>
  events.map(({ type }) => type)

test('a webhook is told in the ecosystem’s form, signed so that Standard Webhooks knows the sender', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  const url = `${listener.origin}/hook?key=hidden`
  const made = await addWebhook(gateway, safe, { cookie, url })
  gateway.start()

  const hash = await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await confirm(gateway, hash, { cookie, owner: bob })
  const { address, version } = safe
  const messageHash = hashSafeMessage(
    { chainId: 31337, safe: address, version },
    'hello',
  )
  const message = {
    message: 'hello',
    signature: await sign(alice, messageHash),
  }
  const written = post(`/v1/chains/31337/safes/${address}/messages`, message)
  expect((await ask(gateway, written, cookie)).statusCode).toBe(202)
  await listener.until('/hook?key=hidden', 5)
  await deleteProposal(gateway.store, {
    ...{ chainId: 31337, safe: address, safeTxHash: hash },
  })
  const events = await listener.until('/hook?key=hidden', 6)

  const common = { chainId: '31337', address }
  expect(events).toMatchObject([
    { ...common, type: 'PENDING_MULTISIG_TRANSACTION', safeTxHash: hash },
    { ...common, type: 'NEW_CONFIRMATION', owner: alice.address },
    { ...common, type: 'NEW_CONFIRMATION', owner: bob.address },
    { ...common, type: 'MESSAGE_CREATED', messageHash },
    { ...common, type: 'MESSAGE_CONFIRMATION', owner: alice.address },
    { ...common, type: 'DELETED_MULTISIG_TRANSACTION', safeTxHash: hash },
  ])
  expect(events[0]).toMatchObject({ to: dave.address, data: '0x' })
  expect(events[0]?.timestamp).toBeGreaterThan(Date.now() - 600_000)
  const oracle = new Webhook(made.secret ?? '')
  for (const { body, headers } of listener.arrived)
    expect(oracle.verify(body, headers)).toEqual(JSON.parse(body))
  expect(new Set(listener.arrived.map(({ id }) => id)).size).toBe(6)
  const [{ body, headers } = { body: '', headers: {} }] = listener.arrived
  expect(() => oracle.verify(`${body} `, headers)).toThrow()

  // What it is signed with, and where it goes, is told nobody again.
  const shown = await ask(gateway, { url: pathOf(safe) }, cookie)
  expect(shown.json()).toMatchObject({
    offered: true,
    receivers: [{ origin: listener.origin, problem: null, parked: false }],
  })
  expect(shown.body).not.toContain(made.secret)
  expect(shown.body).not.toContain('hidden')
  const others = await ask(
    gateway,
    { url: pathOf(safe) },
    await signIn(gateway.app, bob),
  )
  expect(others.json()).toMatchObject({ receivers: [] })
})

test('what happens on the chain is told, and a reorg is corrected', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe(1)
  const { address } = safe
  const cookie = await signIn(gateway.app, alice)
  const hook = `${listener.origin}/hook`
  await addWebhook(gateway, safe, { cookie, url: hook })
  const chat = `${listener.origin}/chat`
  await addWebhook(gateway, safe, { cookie, url: chat, form: 'slack' })
  const chain = createTestChain({
    store: gateway.store,
    urls: [world.devnet.url],
    settings: { logsPerStep: 1_000 },
  })
  await catchUp(chain)
  gateway.start()

  await sendBlock(world.devnet, [
    { account: deployer, to: address, value: 5n * 10n ** 18n },
  ])
  await runTransaction(world.devnet, safe, {
    plan: { to: dave.address, value: 10n },
    signers: [alice],
  })
  await catchUp(chain)
  const has = (type: string) => typesOf(listener.at('/hook')).includes(type)
  for (const type of ['INCOMING_ETHER', 'EXECUTED_MULTISIG_TRANSACTION'])
    await waitFor(type, () => has(type))
  const events = listener.at('/hook')
  const executed = events.find(
    ({ type }) => type === 'EXECUTED_MULTISIG_TRANSACTION',
  )
  expect(executed).toMatchObject({ isFailed: false, failed: 'false' })
  const incoming = events.find(({ type }) => type === 'INCOMING_ETHER')
  expect(incoming).toMatchObject({ value: String(5n * 10n ** 18n) })
  expect(String(incoming?.id)).toMatch(/^i[0-9a-f]{64}\d+$/)

  await world.devnet.reorg({ depth: 1 })
  await world.devnet.mine()
  await catchUp(chain)
  await waitFor('the correction', () => has('REORG_DETECTED'))
  const reorg = listener
    .at('/hook')
    .find(({ type }) => type === 'REORG_DETECTED')
  const told = listener.arrived.find(({ body }) =>
    body.includes('EXECUTED_MULTISIG_TRANSACTION'),
  )
  expect(reorg).toMatchObject({ address, chainId: '31337' })
  expect(reorg?.withdrawn).toContain(told?.id)
  await waitFor('the chat', () =>
    listener.at('/chat').some(({ text }) => /correction/.test(String(text))),
  )
  const texts = listener.at('/chat').map(({ text }) => String(text))
  expect(texts.join('\n')).toContain('Treasury: received 5 ETH.')
  expect(texts.join('\n')).toContain(
    'Treasury: transaction at nonce 0 was executed.',
  )
}, 300_000)

test('a receiver that hangs, redirects or fails costs nobody else anything, and is parked until somebody resumes it', async () => {
  const hanging: (() => void)[] = []
  let isBroken = true
  const listener = await listen(({ path }, response) => {
    if (path === '/hang') hanging.push(() => response.end())
    else if (path === '/redirect')
      response.writeHead(307, { location: `${listener.origin}/private` }).end()
    else if (path === '/fail' && isBroken) response.writeHead(500).end()
    else response.writeHead(204).end()
  })
  const gateway = await open({
    ...{ trustedOrigins: [listener.origin], tries: 2, timeoutSeconds: 3 },
  })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  for (const path of ['hang', 'redirect', 'fail', 'good'])
    await addWebhook(gateway, safe, {
      cookie,
      url: `${listener.origin}/${path}`,
    })
  gateway.start()
  const nonces = [0n, 1n, 2n]
  for (const nonce of nonces) await proposeOne(gateway, safe, { cookie, nonce })
  const good = await listener.until('/good', 6)
  const read = async () =>
    (await ask(gateway, { url: pathOf(safe) }, cookie)).json<{
      receivers: { id: string; parked: boolean; problem: string | null }[]
    }>().receivers
  await waitFor('the three to be parked', async () =>
    (await read()).slice(0, 3).every(({ parked }) => parked),
  )
  const [hang, redirect, fail, fine] = await read()
  expect(hang?.problem).toContain('did not answer within')
  expect(redirect?.problem).toContain('Redirects are not followed')
  expect(fail?.problem).toContain('status 500')
  expect(fine).toMatchObject({ parked: false, problem: null })
  expect(listener.at('/private')).toEqual([])
  expect(
    new Set(listener.at('/fail').map((each) => JSON.stringify(each))).size,
  ).toBe(1)

  isBroken = false
  const before = listener.at('/fail').length
  const resume = post(`${pathOf(safe)}/receivers/${fail?.id}/resume`, {})
  expect((await ask(gateway, resume, cookie)).statusCode).toBe(200)
  const told = await listener.until('/fail', before + 6)
  expect(told.slice(before)).toEqual(good)
  for (const end of hanging) end()
}, 300_000)

test('S63: no member makes the gateway call into its own network', async () => {
  const gateway = await open({ trustedOrigins: ['http://127.0.0.1:4499'] })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  for (const url of [
    'http://127.0.0.1:4498/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:password@example.com/',
    'file:///etc/passwd',
    'nonsense',
  ])
    await expect(
      addWebhook(gateway, safe, { cookie, url }),
      url,
    ).rejects.toThrow('public https addresses')
  // A name that leads elsewhere by the time of sending does not help either.
  const outcome = await sendWebhook(
    { url: 'https://rebind.example/', body: '{}', headers: {} },
    {
      ...{ trustedOrigins: [], timeoutMs: 1_000 },
      resolve: async () => ['93.184.216.34', '10.0.0.8'],
    },
  )
  expect(outcome).toMatchObject({
    sent: false,
    problem: expect.stringContaining('not on the public internet'),
  })
})

test('only members of a safe have anybody told of it, and only while they are', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe(1)
  const [cookie, bobs] = [
    await signIn(gateway.app, alice),
    await signIn(gateway.app, bob),
  ]
  const stranger = await signIn(gateway.app, demoAccounts.stranger)
  const mine = `${listener.origin}/alice`
  const his = `${listener.origin}/bob`
  for (const nobody of ['', stranger])
    await expect(
      addWebhook(gateway, safe, { cookie: nobody, url: mine }),
    ).rejects.toThrow(/Forbidden|neither an owner/)
  await addWebhook(gateway, safe, { cookie, url: mine })
  const made = await addWebhook(gateway, safe, { cookie: bobs, url: his })
  const remove = {
    method: 'DELETE' as const,
    url: `${pathOf(safe)}/receivers/${made.receiver.id}`,
  }
  expect((await ask(gateway, remove, cookie)).statusCode).toBe(404)
  gateway.start()
  await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await listener.until('/bob', 2)
  await runTransaction(world.devnet, safe, {
    plan: {
      to: safe.address,
      data: encodeMethod(removeOwnerMethod, {
        prevOwner: alice.address,
        owner: bob.address,
        threshold: 1n,
      }),
    },
    signers: [alice],
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    // What the chain said is believed for a quarter of a minute.
    vi.setSystemTime(Date.now() + 20_000)
    await proposeOne(gateway, safe, { cookie, nonce: 1n, value: 7n })
    await listener.until('/alice', 4)
    await waitFor('the other to be gone', async () => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) from receiver
      `.execute(gateway.store)
      return rows[0]?.count === 1n
    })
    expect(listener.at('/bob')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the operator’s receivers are those of the configuration', async () => {
  const listener = await listen()
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const gateway = await open(
    {
      trustedOrigins: [listener.origin],
      receivers: [
        {
          name: 'archive',
          url: `${listener.origin}/all`,
          secretFrom: 'COVAULT_ARCHIVE_SECRET',
        },
      ],
    },
    { COVAULT_ARCHIVE_SECRET: secret },
  )
  gateway.start()
  await waitFor('it to be known', async () => {
    const { rows } = await sql`select from receiver`.execute(gateway.store)
    return rows.length === 1
  })
  const cookie = await signIn(gateway.app, alice)
  for (const safe of [await newSafe(), await newSafe()])
    await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await listener.until('/all', 4)
  for (const { body, headers } of listener.arrived)
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
})

/** One event after another, and the gateway that is to tell them dies. */
async function surviveKills(kills: number): Promise<void> {
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`notices with ${kills} kills, seed ${seed}\n`)
  const random = createRandom(seed)
  let onArrival: ((end: () => void) => void) | undefined
  const listener = await listen((_arrived, response) => {
    const end = () => response.writeHead(204).end()
    if (onArrival) onArrival(end)
    else end()
  })
  const gateway = await open({
    ...{ trustedOrigins: [listener.origin], tries: 100 },
  })
  const safe = await newSafe(3)
  const cookie = await signIn(gateway.app, alice)
  const url = `${listener.origin}/hook`
  await addWebhook(gateway, safe, { cookie, url })
  const expected: string[] = []
  let nonce = 0n
  const act = async () => {
    const hash = await proposeOne(gateway, safe, { cookie, nonce: nonce++ })
    expected.push(`PENDING_MULTISIG_TRANSACTION ${hash}`)
    for (const owner of random() < 0.5 ? [alice] : [alice, bob, carol]) {
      if (owner !== alice) await confirm(gateway, hash, { cookie, owner })
      expected.push(`NEW_CONFIRMATION ${hash} ${owner.address}`)
    }
  }
  let end: (() => Promise<unknown>) | undefined
  closers.push(async () => end?.())
  for (let kill = 0; kill < kills; kill++) {
    end ??= await startProcess(gateway.args, gateway.environment)
    const dead = end
    const way = random()
    const ended = new Promise<void>((resolve) => {
      const die = () => void dead().then(() => resolve())
      if (way < 0.25) {
        // Before what happens can be told.
        void act().then(die)
      } else if (way < 0.5) {
        // It has arrived, and nobody says so.
        onArrival = die
      } else if (way < 0.75) {
        // It was answered, and perhaps noted.
        onArrival = (answer) => {
          answer()
          setImmediate(die)
        }
      } else setTimeout(die, random() * 300)
    })
    if (way >= 0.25) await act()
    await ended
    onArrival = undefined
    end = undefined
  }
  end = await startProcess(gateway.args, gateway.environment)
  // Its indexer finds the safe's creation some time.
  const listLines = () =>
    listener
      .at('/hook')
      .filter(({ type }) => type !== 'SAFE_CREATED')
      .map(({ type, safeTxHash, owner }) =>
        [type, safeTxHash, owner].filter(Boolean).join(' '),
      )
  await waitFor(
    'everything to arrive',
    () => listLines().at(-1) === expected.at(-1),
  )
  // Each at least once and in order: only what was last may come again.
  const lines = listLines()
  expect(lines.filter((line, at) => line !== lines[at - 1])).toEqual(expected)
  const bodies = new Map<string, string>()
  for (const { id, body } of listener.arrived) {
    if (body.includes('SAFE_CREATED')) continue
    expect(bodies.get(id) ?? body).toBe(body)
    bodies.set(id, body)
  }
  expect(bodies.size).toBe(expected.length)
}

test(
  'a gateway that is killed 3 times tells everything, in order, under the same ids',
  () => surviveKills(3),
  300_000,
)

test(
  'a gateway that is killed 50 times tells everything, in order, under the same ids @full',
  () => surviveKills(50),
  1_800_000,
)
