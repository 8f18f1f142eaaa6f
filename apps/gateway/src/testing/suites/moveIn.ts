import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Moved } from '@covault/api'
import {
  type DeployedSafe,
  demoAccounts,
  signDelegate,
  signTransaction,
} from '@covault/devnet'
import { hashSafeMessage } from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import type { Hex, LocalAccount } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runMoveIn } from '../../program/runMoveIn.js'
import { post, propose, sign, toProposal, withApi } from '../apiSuite.js'
import { signIn } from '../membersWorld.js'
import { silent } from '../silent.js'
import { createTestApp, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

// Two gateways over one chain. The first plays another service; what it says
// passes through somebody who may change it.

const { alice, bob, carol, dave, stranger } = demoAccounts
let world: TestWorld
let from: TestApp
let safe: DeployedSafe
let other: DeployedSafe
let folder: string
/** Hashes of what waits there, by nonce. */
let hashes: Hex[]
let messageHash: Hex

type Entry = Record<string, unknown> & {
  confirmations: { owner: string; signature: string }[]
}
type Page = { next: string | null; results: Entry[] }

let middle: Server
let middleUrl: string
let upstream: string
/** Every path that was asked for. */
const asked: string[] = []
let tamper: (path: string, page: Page) => Page
let answer: () => { status: number; after: string } | undefined
let pageSize: number

withApi({ firstSalt: 77_000n }, async (suite) => {
  world = suite.world
  from = suite.api
  const owners = [alice.address, bob.address, carol.address]
  safe = await suite.newSafe(owners, 2)
  other = await suite.newSafe(owners, 2)
  hashes = []
  for (const [nonce, signers] of [
    [alice, bob],
    [alice],
    [bob, carol],
  ].entries())
    hashes.push(await waitsThere(safe, { nonce: BigInt(nonce), signers }))
  await waitsThere(other, { nonce: 0n, signers: [alice] })
  messageHash = await signsThere('hello')
  await addsThere()
  upstream = await from.app.listen({ host: '127.0.0.1', port: 0 })
})

async function accept(request: InjectOptions): Promise<void> {
  const reply = await from.app.inject(request)
  expect(reply.statusCode, reply.body).toBeLessThan(300)
}

async function waitsThere(
  of: DeployedSafe,
  { nonce, signers }: { nonce: bigint; signers: LocalAccount[] },
): Promise<Hex> {
  const plan = { to: dave.address, value: 10n ** 20n + nonce, nonce }
  const signed = await signTransaction(of, { plan, signers })
  const sender = signers[0]?.address ?? dave.address
  const origin = '{"url":"https://app.example","name":"An app"}'
  await accept(propose(of, { ...toProposal(signed, { sender }), origin }))
  return signed.safeTxHash
}

async function signsThere(message: string): Promise<Hex> {
  const { address, version } = safe
  const domain = { chainId: 31337, safe: address, version }
  const hash = hashSafeMessage(domain, message)
  const path = '/v1/chains/31337'
  const signature = await sign(alice, hash)
  await accept(
    post(`${path}/safes/${address}/messages`, { message, signature }),
  )
  await accept(
    post(`${path}/messages/${hash}/signatures`, {
      signature: await sign(bob, hash),
    }),
  )
  return hash
}

async function addsThere(): Promise<void> {
  const body = {
    safe: safe.address,
    delegate: dave.address,
    delegator: alice.address,
    label: 'Bookkeeping',
  }
  const entry = { chainId: 31337, body } as Parameters<typeof signDelegate>[0]
  const unixSeconds = Date.now() / 1000
  const signature = await signDelegate(entry, { unixSeconds })
  await accept(post('/v2/chains/31337/delegates', { ...body, signature }))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-move-'))
  middle = createServer(async (request, response) => {
    const path = (request.url ?? '').replace('limit=100', `limit=${pageSize}`)
    asked.push(path)
    const refusal = answer()
    if (refusal) {
      response.writeHead(refusal.status, { 'retry-after': refusal.after })
      return response.end()
    }
    const reply = await fetch(upstream + path)
    const page = (await reply.json()) as Page
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(tamper(path, page)))
  })
  await new Promise<void>((done) => middle.listen(0, '127.0.0.1', done))
  const { port } = middle.address() as AddressInfo
  middleUrl = `http://127.0.0.1:${port}/tx-service/local1`
})
afterAll(async () => {
  middle?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  asked.length = 0
  tamper = (_, page) => page
  answer = () => undefined
  pageSize = 100
})

type Target = Awaited<ReturnType<typeof openTarget>>

/** Another gateway, and the command over its database. */
async function openTarget(origins: readonly string[] = []) {
  const database = await world.openDatabase()
  const rpcUrl = world.devnet.url
  const configuration = { moveIn: { origins } }
  const app = await createTestApp({ rpcUrl, database, configuration })
  const data = await mkdtemp(join(folder, 'data-'))
  const config = join(data, 'config.json')
  const chains = [{ chainId: 31337, rpcUrls: [rpcUrl] }]
  const following = { blocksBeforeCreation: 0 }
  await writeFile(config, JSON.stringify({ chains, following }))
  return {
    app,
    data,
    stop: () => app.stop(),
    /** What the page of an owner asks for. */
    async ask(account: LocalAccount | undefined, service = middleUrl) {
      const cookie = account && (await signIn(app.app, account))
      const reply = await app.app.inject({
        ...post(`/v1/chains/31337/safes/${safe.address}/move-in`, {
          from: service,
        }),
        headers: cookie === undefined ? {} : { cookie },
      })
      return { status: reply.statusCode, ...(reply.json() as Moved) }
    },
    async run(...more: string[]) {
      const lines: string[] = []
      const code = await runMoveIn({
        args: [
          ...[
            '--from',
            `${middleUrl}/api/`,
            '--safe',
            `local1:${safe.address}`,
          ],
          ...['--config', config, '--data', data, '--per-second', '500'],
          ...more,
        ],
        environment: { DATABASE_URL: database.url },
        log: silent,
        print: (line) => lines.push(line),
      })
      return { code, text: lines.join('\n') }
    },
  }
}

const lists = [
  'v2/safes/SAFE/multisig-transactions/',
  'v1/safes/SAFE/messages/',
  'v2/delegates/?safe=SAFE',
]

/** All that a gateway tells of the safe, but when it heard of it. */
async function tellAll({ app }: Pick<TestApp, 'app'>) {
  const told = []
  for (const list of lists) {
    const path = list.replace('SAFE', safe.address)
    const reply = await app.inject(`/tx-service/local1/api/${path}`)
    const text = JSON.stringify(reply.json().results)
    told.push(JSON.parse(text.replace(/"20\d\d-[^"]+Z"/g, '"then"')))
  }
  return told
}

async function withTarget(
  action: (target: Target) => Promise<void>,
  origins?: readonly string[],
) {
  const target = await openTarget(origins)
  try {
    await action(target)
  } finally {
    await target.stop()
  }
}

test('a queue, signatures and messages move in, and nothing moves twice', async () => {
  await withTarget(async (target) => {
    const first = await target.run('--proposers')
    expect(first.text).toContain('Transactions: 3 taken')
    expect(first.text).toContain('Signatures:   7 taken')
    expect(first.text).toContain('Messages:     1 taken')
    expect(first.text).toContain('Proposers:    1 taken')
    expect(first.code).toBe(0)
    expect(await tellAll(target.app)).toEqual(await tellAll(from))
    const second = await target.run()
    expect(second.text).toContain('Transactions: 0 taken, 3 already here')
    expect(second.text).toContain('Signatures:   0 taken, 7 already here')
    expect(second.text).toContain('Messages:     0 taken, 1 already here')
    expect(second.code).toBe(0)
    expect(await tellAll(target.app)).toEqual(await tellAll(from))
    expect(await readdir(target.data)).toEqual(['config.json'])
  })
}, 120_000)

test('a forged signature, a wrong hash and a foreign safe are refused by name', async () => {
  const [forged, changed, good] = hashes as [Hex, Hex, Hex]
  const stolen = await sign(stranger, forged)
  const foreign = await from.app.inject(
    `/tx-service/local1/api/v2/safes/${other.address}/multisig-transactions/`,
  )
  const [theirs] = foreign.json().results as Entry[]
  tamper = (path, page) => {
    if (path.includes('/messages/'))
      for (const entry of page.results) entry.message = 'hell'
    if (!path.includes('/multisig-transactions/')) return page
    for (const entry of page.results) {
      if (entry.safeTxHash === changed) entry.value = '1'
      if (entry.safeTxHash !== forged) continue
      for (const each of entry.confirmations)
        if (each.owner === bob.address) each.signature = stolen
    }
    page.results.push(theirs as Entry, { nonce: {}, confirmations: [] })
    return page
  }
  await withTarget(async (target) => {
    const { code, text } = await target.run()
    expect(code).toBe(1)
    expect(text).toContain('Transactions: 2 taken, 3 refused')
    expect(text).toContain(
      `${bob.address} on transaction ${forged} (nonce 0): the signature is by ${stranger.address}.`,
    )
    expect(text).toMatch(
      new RegExp(`${changed} .nonce 1.: its fields give another hash, 0x`),
    )
    expect(text).toContain(`it belongs to another safe, ${other.address}.`)
    expect(text).toMatch(/Entry 5: \w+ cannot be read\./)
    expect(text).toContain(`${messageHash}: its text gives another hash, 0x`)
    expect(text).toContain(`${dave.address}, added by ${alice.address}: the`)
    const [transactions, messages, proposers] = await tellAll(target.app)
    expect(messages).toEqual([])
    expect(proposers).toEqual([])
    const owners = (transactions as Entry[]).map((entry) => [
      entry.safeTxHash,
      entry.confirmations.map(({ owner }) => owner).sort(),
    ])
    expect(owners).toEqual([
      [good, [bob.address, carol.address].sort()],
      [forged, [alice.address]],
    ])
  })
}, 120_000)

test('what only forged signatures vouch for is refused whole', async () => {
  const [hash] = hashes as [Hex]
  const stolen = await sign(stranger, hash)
  tamper = (_, page) => {
    for (const entry of page.results)
      if (entry.safeTxHash === hash)
        for (const each of entry.confirmations) each.signature = stolen
    return page
  }
  await withTarget(async (target) => {
    const { text } = await target.run()
    expect(text).toContain(
      `${hash} (nonce 0): none of its signatures is valid.`,
    )
    const [transactions] = await tellAll(target.app)
    expect(transactions).toHaveLength(2)
  })
}, 120_000)

test('a spent budget continues where it stopped, and a busy service is waited for', async () => {
  pageSize = 1
  let busy = 2
  answer = () => (busy-- > 0 ? { status: 429, after: '0' } : undefined)
  await withTarget(async (target) => {
    // The two refusals and two pages.
    const first = await target.run('--proposers', '--calls', '4')
    expect(first.text).toContain('Not finished: The other service was called 4')
    expect(first.code).toBe(1)
    asked.length = 0
    const second = await target.run('--proposers')
    expect(second.code).toBe(0)
    expect(asked[0]).toContain('/multisig-transactions/')
    expect(asked[0]).not.toContain('nonce__gte=0&')
    expect(await tellAll(target.app)).toEqual(await tellAll(from))
  })
}, 120_000)

test('lists of proposers keep nothing else out, and continue where they stopped', async () => {
  const listed = () =>
    asked.filter((path) => path.includes('/delegates/')).length
  await withTarget(async (target) => {
    // A page of transactions, one of messages, and two lists of proposers.
    const first = await target.run('--calls', '4')
    expect(first.text).toContain('Transactions: 3 taken')
    expect(first.text).toContain('Messages:     1 taken')
    expect(first.text).toContain('Not finished')
    expect(listed()).toBe(2)
    asked.length = 0
    expect((await target.run()).code).toBe(0)
    // That of the safe and those of its three owners.
    expect(asked.length).toBe(2)
    expect(listed()).toBe(2)
  })
}, 120_000)

test('a service that asks for much patience is left, and one that is none is named', async () => {
  await withTarget(async (target) => {
    answer = () => ({ status: 503, after: '3600' })
    const away = await target.run()
    expect(away.text).toContain(
      'status 503. Run the same command again in 3600',
    )
    answer = () => ({ status: 401, after: '' })
    expect((await target.run()).text).toContain('COVAULT_MOVE_IN_TOKEN')
    answer = () => undefined
    tamper = () => ({ hello: 'world' }) as unknown as Page
    expect((await target.run()).text).toContain('that is not a list')
    expect(await tellAll(target.app)).toEqual([[], [], []])
  })
}, 120_000)

test('an owner who signed in moves in, and sees what was refused', async () => {
  const [forged] = hashes as [Hex]
  const stolen = await sign(stranger, forged)
  tamper = (_, page) => {
    for (const entry of page.results)
      if (entry.safeTxHash === forged)
        for (const each of entry.confirmations)
          if (each.owner === bob.address) each.signature = stolen
    return page
  }
  await withTarget(
    async (target) => {
      const moved = await target.ask(alice)
      expect(moved.status, JSON.stringify(moved)).toBe(200)
      expect(moved.stopped).toBeNull()
      expect(moved.more).toBe(false)
      expect(moved.counts).toEqual([
        { kind: 'Transactions', taken: 3, known: 0, refused: 0, left: 0 },
        { kind: 'Signatures', taken: 6, known: 0, refused: 1, left: 0 },
        { kind: 'Messages', taken: 1, known: 0, refused: 0, left: 0 },
        // Nobody proves who added them.
        { kind: 'Proposers', taken: 0, known: 0, refused: 0, left: 1 },
      ])
      expect(moved.refused).toEqual([
        `${bob.address} on transaction ${forged} (nonce 0): the signature is by ${stranger.address}.`,
      ])
      expect(moved.left[0]).toContain(dave.address)
      const again = await target.ask(bob)
      expect(again.counts[0]).toMatchObject({ taken: 0, known: 3 })
      const [, , proposers] = await tellAll(target.app)
      expect(proposers).toEqual([])
    },
    [new URL(middleUrl).origin],
  )
}, 120_000)

test('nobody else moves a safe in, and no server inside is asked', async () => {
  await withTarget(async (target) => {
    expect((await target.ask(undefined)).status).toBe(403)
    expect((await target.ask(stranger)).status).toBe(403)
    for (const service of [
      middleUrl,
      'https://127.0.0.1/tx-service/local1',
      'https://169.254.169.254',
      'https://[::1]',
    ]) {
      const moved = await target.ask(alice, service)
      expect(moved.stopped, service).toContain('moveIn.origins')
    }
    expect((await target.ask(alice, 'https://a.example/?key=1')).stopped).toBe(
      'This is not the address of a transaction service. Enter one such as https://service.example/tx-service/eth, without a key in it.',
    )
    expect(asked).toEqual([])
    expect(await tellAll(target.app)).toEqual([[], [], []])
  })
}, 120_000)
