import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  signTransaction,
} from '@covault/devnet'
import { hashSafeMessage } from '@covault/protocol'
import { sql } from 'kysely'
import type { Hex, LocalAccount } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { deleteProposal } from '../../store/proposals.js'
import { sign, toProposal } from '../apiSuite.js'
import {
  type BridgedGateway,
  createBridgedGateway,
  findTwoPorts,
} from '../bridgedGateways.js'
import { createRandom } from '../randomRun.js'
import { waitFor } from '../scene.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

// Two gateways over one chain that keep each other in step.

const { alice, bob, carol, dave, stranger } = demoAccounts
const owners = [alice, bob, carol]
let world: TestWorld
let saltNonce = 178_000n
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  world = await shareTestWorld()
}, 300_000)
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => world?.stop())

async function newSafe(): Promise<DeployedSafe> {
  return deploySafe(world.devnet, {
    owners: owners.map(({ address }) => address),
    threshold: 2,
    saltNonce: ++saltNonce,
  })
}

type Gateway = BridgedGateway

type Options = Parameters<typeof createBridgedGateway>[1]

const open = (options: Options) => openInto(closers, options)

async function openInto(
  list: (() => Promise<unknown>)[],
  options: Options,
): Promise<Gateway> {
  const gateway = await createBridgedGateway(world, options)
  list.push(async () => {
    await gateway.end()
    await gateway.remove()
  })
  await gateway.start()
  return gateway
}

function tell(
  { url }: Pick<Gateway, 'url'>,
  path: string,
  body: object,
): Promise<Response> {
  return fetch(`${url}/v1/chains/31337${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** What somebody does at one gateway. */
type Deed = { path: string; body: object; hash: Hex; owner: LocalAccount }

async function propose(
  safe: DeployedSafe,
  {
    nonce,
    value,
    owner,
  }: { nonce: bigint; value: bigint; owner: LocalAccount },
): Promise<Deed> {
  const plan = { to: dave.address, value, nonce }
  const signed = await signTransaction(safe, { plan, signers: [owner] })
  return {
    path: `/transactions/${safe.address}/propose`,
    body: toProposal(signed, { sender: owner.address }),
    hash: signed.safeTxHash,
    owner,
  }
}

async function confirm(hash: Hex, owner: LocalAccount): Promise<Deed> {
  return {
    path: `/transactions/${hash}/confirmations`,
    body: { signature: await sign(owner, hash) },
    hash,
    owner,
  }
}

async function postMessage(
  { address, version }: DeployedSafe,
  { message, owner }: { message: string; owner: LocalAccount },
): Promise<Deed> {
  const domain = { chainId: 31337, safe: address, version }
  const hash = hashSafeMessage(domain, message)
  const body = { message, signature: await sign(owner, hash) }
  return { path: `/safes/${address}/messages`, body, hash, owner }
}

async function signMessage(hash: Hex, owner: LocalAccount): Promise<Deed> {
  return {
    path: `/messages/${hash}/signatures`,
    body: { signature: await sign(owner, hash) },
    hash,
    owner,
  }
}

/** A node that is slow for want of a core is asked again. */
async function accept(gateway: Gateway, deed: Deed): Promise<Hex> {
  await waitFor('it to be accepted', async () => {
    const { status } = await tell(gateway, deed.path, deed.body)
    return status < 300
  })
  return deed.hash
}

type Listed = {
  [field: string]: unknown
  safeTxHash?: Hex
  messageHash?: Hex
  confirmations: { owner: string; signature: Hex }[]
}
type Page = { results: Listed[] }

/** Hashes of what a gateway has of a safe, with everybody who signed it. */
async function listAll(
  { serviceUrl }: Gateway,
  { address }: DeployedSafe,
): Promise<string[]> {
  const found: string[] = []
  for (const list of [
    `v2/safes/${address}/multisig-transactions/?limit=200`,
    `v1/safes/${address}/messages/?limit=200`,
  ]) {
    const reply = await fetch(`${serviceUrl}/api/${list}`)
    const { results } = (await reply.json()) as Page
    for (const entry of results)
      for (const { owner, signature } of entry.confirmations)
        found.push(
          `${entry.safeTxHash ?? entry.messageHash} ${owner} ${signature}`,
        )
  }
  return found.sort()
}

async function readBridge({ url }: Gateway, { address }: DeployedSafe) {
  const reply = await fetch(`${url}/v1/chains/31337/safes/${address}/bridges`)
  const [bridge] = (await reply.json()) as {
    reason: string | null
    timestamp: number | null
    unsettled: { hash: Hex; reason: string }[]
  }[]
  if (!bridge) throw new Error('There is no bridge.')
  return bridge
}

async function readCalls({ store }: Gateway): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select calls from bridge_calls
  `.execute(store)
  return rows[0]?.calls ?? 0
}

async function readLastChange({ store }: Gateway): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(id), 0) as last from outbox
    where kind in ('queue', 'message')
  `.execute(store)
  return rows[0]?.last ?? 0n
}

async function waitForRounds(gateway: Gateway, count: number): Promise<void> {
  // Two lists are asked for in each.
  const before = await readCalls(gateway)
  await waitFor(
    'further rounds',
    async () => (await readCalls(gateway)) >= before + 2 * count,
  )
}

/** What was accepted, and what may have been by a gateway that was killed. */
type Ledger = { sure: Set<string>; unsure: Set<string>; deeds: Deed[] }

async function act(
  ledger: Ledger,
  gateway: Gateway,
  deed: Deed,
): Promise<'done' | 'refused' | 'away'> {
  const { signature } = deed.body as { signature: Hex }
  const line = `${deed.hash} ${deed.owner.address} ${signature}`
  const reply = await tell(gateway, deed.path, deed.body).catch(() => undefined)
  if (!reply || reply.status >= 500) {
    ledger.unsure.add(line)
    return 'away'
  }
  await reply.text()
  if (reply.status >= 300) return 'refused'
  ledger.sure.add(line)
  ledger.deeds.push(deed)
  return 'done'
}

/** Random deeds on both sides, and now and then one of them ends. */
async function actRandomly(parameters: {
  safe: DeployedSafe
  sides: readonly [Gateway, Gateway]
  steps: number
  ends: number
}): Promise<Ledger> {
  const { safe, sides, steps, ends } = parameters
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`bridge of ${steps} steps, seed ${seed}\n`)
  const random = createRandom(seed)
  const pick = <item>(list: readonly item[]): item =>
    list[Math.floor(random() * list.length)] as item
  const ledger: Ledger = { sure: new Set(), unsure: new Set(), deeds: [] }
  const endAt = new Set(
    Array.from({ length: ends }, (_, at) =>
      Math.floor(((at + random()) * steps) / ends),
    ),
  )
  for (let step = 0; step < steps; step++) {
    const side = pick(sides)
    const owner = pick(owners)
    const known = ledger.deeds.length > 0 ? pick(ledger.deeds) : undefined
    const dice = random()
    const deed =
      dice < 0.55 && known
        ? known.path.includes('essages')
          ? await signMessage(known.hash, owner)
          : await confirm(known.hash, owner)
        : dice < 0.85
          ? await propose(safe, {
              nonce: BigInt(Math.floor(random() * 12)),
              value: BigInt(step + 1),
              owner,
            })
          : await postMessage(safe, { message: `Step ${step}`, owner })
    if (!endAt.has(step)) {
      await act(ledger, side, deed)
      continue
    }
    // While the deed is on its way.
    const acting = act(ledger, side, deed)
    const victim = pick(sides)
    await victim.end()
    await acting
    await victim.start()
  }
  return ledger
}

async function expectInStep(parameters: {
  safe: DeployedSafe
  sides: readonly [Gateway, Gateway]
  ledger: Ledger
}): Promise<void> {
  const { safe, sides, ledger } = parameters
  const [one, other] = sides
  let lists: [string[], string[]] = [[], []]
  const isWhole = (list: string[]) =>
    [...ledger.sure].every((line) => list.includes(line))
  await waitFor(
    'both sides to be equal',
    async () => {
      lists = [await listAll(one, safe), await listAll(other, safe)]
      return lists.every(isWhole) && lists[0].join() === lists[1].join()
    },
    150_000,
  ).catch(() => undefined)
  expect(lists[0]).toEqual(lists[1])
  // Nothing is lost, nothing is made up, and nothing is there twice.
  expect(lists[0]).toEqual(expect.arrayContaining([...ledger.sure].sort()))
  for (const line of lists[0])
    expect(ledger.sure.has(line) || ledger.unsure.has(line)).toBe(true)
  expect(new Set(lists[0]).size).toBe(lists[0].length)
}

test('two gateways that bridge to each other end equal, and come to rest', async () => {
  const safe = await newSafe()
  const [first, second] = await findTwoPorts()
  const url = (port: number) =>
    `http://127.0.0.1:${port}/tx-service/local1/api/`
  const one = await open({ port: first, safe: safe.address, to: url(second) })
  const other = await open({ port: second, safe: safe.address, to: url(first) })
  const sides = [one, other] as const
  const ledger = await actRandomly({ safe, sides, steps: 20, ends: 1 })
  await expectInStep({ safe, sides, ledger })
  await waitForRounds(one, 2)
  const before = [await readLastChange(one), await readLastChange(other)]
  await waitForRounds(one, 3)
  await waitForRounds(other, 3)
  expect([await readLastChange(one), await readLastChange(other)]).toEqual(
    before,
  )
  expect(await readBridge(one, safe)).toMatchObject({
    reason: null,
    unsettled: [],
  })
}, 240_000)

test('a bridge survives kills of either gateway within its budget @full', async () => {
  const safe = await newSafe()
  const [first, second] = await findTwoPorts()
  const to = `http://127.0.0.1:${second}/tx-service/local1`
  const bridge = {
    callsPerSecond: 20,
    callsPerMonth: 40_000,
    // As long as that many calls last a month.
    idleSeconds: 300,
  }
  const isProcess = true
  const begun = Date.now()
  const one = await open({
    ...{ port: first, safe: safe.address, to, bridge, isProcess },
  })
  const other = await open({
    ...{ port: second, safe: safe.address, to: undefined, isProcess },
  })
  const sides = [one, other] as const
  const ledger = await actRandomly({ safe, sides, steps: 200, ends: 10 })
  await expectInStep({ safe, sides, ledger })
  const calls = await readCalls(one)
  const seconds = (Date.now() - begun) / 1000
  process.stdout.write(`${calls} calls in ${seconds.toFixed(0)} s\n`)
  expect(calls).toBeLessThan(20 * seconds + 12)
  expect(calls).toBeLessThan(40_000)
  const before = [await readLastChange(one), await readLastChange(other)]
  await waitForRounds(one, 1)
  expect([await readLastChange(one), await readLastChange(other)]).toEqual(
    before,
  )
}, 1_200_000)

// Between the two stands somebody who may change or refuse what is said.
describe('another service that is not to be trusted', () => {
  let safe: DeployedSafe
  let one: Gateway
  let other: Gateway
  let middle: Server
  let tamper: (path: string, page: Page) => unknown
  let refuse: (method: string) => { status: number; after?: string } | undefined
  /** When it was asked, in milliseconds. */
  const asked: number[] = []
  const opened: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    safe = await newSafe()
    const [first, second] = await findTwoPorts()
    other = await openInto(opened, {
      ...{ port: second, safe: safe.address, to: undefined },
    })
    middle = createServer(async (request, response) => {
      asked.push(performance.now())
      const { method = '', url = '' } = request
      const refusal = refuse(method)
      if (refusal) {
        const { status, after = '' } = refusal
        response.writeHead(status, { 'retry-after': after })
        return response.end()
      }
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const reply = await fetch(other.url + url, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      })
      const text = await reply.text()
      const isList = method === 'GET' && reply.ok
      response.writeHead(reply.status, { 'content-type': 'application/json' })
      return response.end(
        isList ? JSON.stringify(tamper(url, JSON.parse(text))) : text,
      )
    })
    await new Promise<void>((done) => middle.listen(0, '127.0.0.1', done))
    const { port } = middle.address() as AddressInfo
    beHonest()
    const to = `http://127.0.0.1:${port}/tx-service/local1`
    one = await openInto(opened, { port: first, safe: safe.address, to })
  }, 300_000)
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close()
    middle?.close()
  })
  beforeEach(beHonest)

  function beHonest(): void {
    tamper = (_, page) => page
    refuse = () => undefined
  }

  const waits = (
    gateway: Gateway,
    details: Pick<Parameters<typeof propose>[1], 'nonce' | 'owner'>,
  ) =>
    propose(safe, { ...details, value: 10n ** 18n }).then((deed) =>
      accept(gateway, deed),
    )
  const waitForStep = () =>
    waitFor('both sides to be equal', async () => {
      const lists = [await listAll(one, safe), await listAll(other, safe)]
      return lists[0]?.join() === lists[1]?.join()
    })
  const waitForReason = (hash: Hex, reason: string) =>
    waitFor(`"${reason}"`, async () => {
      const { unsettled } = await readBridge(one, safe)
      return unsettled.some(
        (each) => each.hash === hash && each.reason.includes(reason),
      )
    })
  const listOwners = async (gateway: Gateway, hash: Hex) =>
    (await listAll(gateway, safe)).flatMap((line) =>
      line.startsWith(hash) ? [line.split(' ')[1]] : [],
    )

  test('lies and garbage are shown by name, and nothing false enters', async () => {
    // Before anything is told, so that the truth is not known yet.
    tamper = () => ({ results: [] })
    const forged = await waits(other, { nonce: 0n, owner: alice })
    await accept(other, await confirm(forged, bob))
    const changed = await waits(other, { nonce: 1n, owner: alice })
    const good = await waits(other, { nonce: 2n, owner: bob })
    const message = await accept(
      other,
      await postMessage(safe, { message: 'hello', owner: alice }),
    )
    const stolen = await sign(stranger, forged)
    tamper = (path, page) => {
      for (const entry of page.results) {
        if (entry.messageHash) entry.message = 'hell'
        if (entry.safeTxHash === changed) entry.value = '1'
        if (entry.safeTxHash !== forged) continue
        for (const each of entry.confirmations)
          if (each.owner === bob.address) each.signature = stolen
      }
      const [first] = page.results
      if (path.includes('/multisig-transactions/') && first)
        page.results.push(
          { ...first, safeTxHash: message, safe: dave.address },
          { nonce: {}, confirmations: [] },
        )
      return page
    }
    const ours = await waits(one, { nonce: 3n, owner: carol })
    await waitForReason(forged, `the signature is by ${stranger.address}`)
    await waitForReason(changed, 'its fields give another hash')
    await waitForReason(message, 'its text gives another hash')
    await waitForReason(message, 'it belongs to another safe')
    await waitFor('ours to be there', async () =>
      (await listOwners(other, ours)).includes(carol.address),
    )
    // A round that a busy machine cut short has another reason meanwhile.
    await waitFor('the garbage to be told', async () => {
      expect((await readBridge(one, safe)).reason).toContain(
        '1 entry in a form that cannot be read',
      )
      const health = await fetch(`${one.url}/health/ready`)
      expect(await health.json()).toMatchObject({
        bridges: [{ chainId: '31337', safe: safe.address, status: 'degraded' }],
      })
      return true
    })
    expect(await listOwners(one, forged)).toEqual([alice.address])
    expect(await listOwners(one, changed)).toEqual([])
    expect(await listOwners(one, message)).toEqual([])
    expect(await listOwners(one, good)).toEqual([bob.address])
    beHonest()
    await waitForStep()
    // The entry of another safe is no longer told, and stays to be read.
    await waitFor('what was refused to settle', async () => {
      const { unsettled, reason } = await readBridge(one, safe)
      return unsettled.length === 1 && !reason?.includes('cannot be read')
    })
  }, 240_000)

  test('a service that is busy is left alone as long as it asks for it', async () => {
    const begun = asked.length
    refuse = () => ({ status: 429, after: '3' })
    await waitFor('a refusal', () => asked.length > begun)
    const ours = await waits(one, { nonce: 4n, owner: alice })
    await waitFor('the reason', async () =>
      Boolean((await readBridge(one, safe)).reason?.includes('status 429')),
    )
    const refused = asked.length
    beHonest()
    await waitFor('ours to be there', async () =>
      (await listOwners(other, ours)).includes(alice.address),
    )
    const [last = 0, next = 0] = asked.slice(refused - 1)
    expect(next - last).toBeGreaterThan(2_900)
  }, 240_000)

  test('a transaction that the other service refuses is shown until it is taken', async () => {
    refuse = (method) => (method === 'POST' ? { status: 422 } : undefined)
    const ours = await waits(one, { nonce: 5n, owner: alice })
    await waitForReason(ours, 'refused it with status 422')
    expect(await listOwners(other, ours)).toEqual([])
    beHonest()
    await waitForStep()
    await waitFor('it to settle', async () => {
      const { unsettled } = await readBridge(one, safe)
      return !unsettled.some(({ hash }) => hash === ours)
    })
  }, 240_000)

  test('what is deleted on one side is neither brought back nor deleted on the other', async () => {
    const here = await waits(one, { nonce: 6n, owner: alice })
    const there = await waits(one, { nonce: 7n, owner: alice })
    await waitForStep()
    await waitForRounds(one, 3)
    const place = { chainId: 31337, safe: safe.address }
    await deleteProposal(one.store, { ...place, safeTxHash: here })
    await deleteProposal(other.store, { ...place, safeTxHash: there })
    await waitForReason(here, 'deleted here')
    await waitForReason(there, 'removed from the other service')
    await waitForRounds(one, 3)
    expect(await listOwners(one, here)).toEqual([])
    expect(await listOwners(other, here)).toEqual([alice.address])
    expect(await listOwners(one, there)).toEqual([alice.address])
    expect(await listOwners(other, there)).toEqual([])
  }, 240_000)

  test('the calls of a month end the asking, not the gateway', async () => {
    const to = other.serviceUrl
    const [port] = await findTwoPorts()
    const poor = await open({
      ...{ port, safe: safe.address, to, bridge: { callsPerMonth: 2 } },
    })
    // Little is left, so it is spread over the month.
    await waitFor('the first round', async () => {
      const { timestamp } = await readBridge(poor, safe)
      return timestamp !== null
    })
    await poor.end()
    await poor.start()
    await waitFor('the end of the calls', async () =>
      Boolean((await readBridge(poor, safe)).reason?.includes('callsPerMonth')),
    )
    expect(await readCalls(poor)).toBe(2)
  }, 240_000)
})
