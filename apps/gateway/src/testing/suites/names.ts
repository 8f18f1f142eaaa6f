import { gunzipSync } from 'node:zlib'
import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
} from '@covault/devnet'
import {
  buildSignatures,
  encodeMethod,
  getNameChangesTypedData,
  hashNameChanges,
  hashSafeMessageBytes,
  type NameChange,
  type NameChanges,
  noNameChanges,
  removeOwnerMethod,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { type Address, getAddress, type Hex, keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { listChanges } from '../../store/outbox.js'
import {
  type ApiSuite,
  post,
  rule,
  sign,
  storage,
  withApi,
} from '../apiSuite.js'
import { expectRefused, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, carol, dave, stranger } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']

withApi({ firstSalt: 6_100n }, async (suite) => {
  ;({ world, api, newSafe } = suite)
})

const now = () => Math.floor(Date.now() / 1000)
const named = (address: Address, name: string): NameChange => ({
  ...{ chainId: 31337, address, name },
})

const pathOf = (safe: DeployedSafe) =>
  `/v1/chains/31337/safes/${safe.address}/names`

function toSet(
  safe: DeployedSafe,
  changes: readonly NameChange[],
  before?: NameChanges,
): NameChanges {
  return {
    chainId: 31337,
    safe: safe.address,
    sequence: (before?.sequence ?? 0) + 1,
    previous: before ? hashNameChanges(before) : noNameChanges,
    time: now(),
    changes,
  }
}

async function toRequest(
  set: NameChanges,
  by: typeof alice,
  signed: Partial<NameChanges> = {},
): Promise<InjectOptions> {
  const signature = await by.signTypedData(
    getNameChangesTypedData({ ...set, ...signed }),
  )
  return toPost(set, signature)
}

function toPost(set: NameChanges, signature: Hex): InjectOptions {
  return post(`/v1/chains/${set.chainId}/safes/${set.safe}/names`, {
    previous: set.previous,
    time: set.time,
    changes: set.changes.map((each) => ({
      ...each,
      chainId: String(each.chainId),
    })),
    signature,
  })
}

async function read(safe: DeployedSafe, after = 0) {
  const reply = await api.app.inject(`${pathOf(safe)}?after=${after}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

describe('names', () => {
  test('an owner shares names, another goes on, and readers get the difference', async () => {
    const safe = await newSafe([alice.address, bob.address])
    expect(await read(safe)).toEqual({ count: 0, sets: [] })
    const first = toSet(safe, [
      named(safe.address, 'Treasury'),
      named(dave.address, 'Dave „Grüße“'),
    ])
    const reply = await api.app.inject(await toRequest(first, alice))
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({ sequence: 1, hash: hashNameChanges(first) })
    const second = toSet(safe, [named(dave.address, '')], first)
    await api.app.inject(await toRequest(second, bob))
    const all = await read(safe)
    expect(all.count).toBe(2)
    expect(all.sets.map(({ author }: { author: Address }) => author)).toEqual([
      alice.address,
      bob.address,
    ])
    expect(all.sets[0].changes[1]).toEqual({
      ...{ chainId: '31337', address: dave.address, name: 'Dave „Grüße“' },
    })
    expect(await read(safe, 1)).toEqual({ count: 2, sets: [all.sets[1]] })
    expect(await read(safe, 2)).toEqual({ count: 2, sets: [] })
    const told = await listChanges(api.store, { after: 0n, limit: 100_000 })
    expect(
      told
        .filter((each) => each.safe === safe.address && each.kind === 'names')
        .map(({ ref }) => ref),
    ).toEqual(['1', '2'])
  })

  test('the same set sent again is answered as the first time', async () => {
    const safe = await newSafe([alice.address])
    const set = toSet(safe, [named(dave.address, 'Dave')])
    const request = await toRequest(set, alice)
    const first = await api.app.inject(request)
    const again = await api.app.inject(request)
    expect(again.json()).toEqual(first.json())
    expect((await read(safe)).count).toBe(1)
  })

  test('what does not follow the last set is refused', async () => {
    const safe = await newSafe([alice.address, bob.address])
    const first = toSet(safe, [named(dave.address, 'Dave')])
    await api.app.inject(await toRequest(first, alice))
    const rival = toSet(safe, [named(dave.address, 'David')])
    const message =
      'The names were changed meanwhile. Load them again, then sign again.'
    await expectRefused(api, await toRequest(rival, bob), storage(409, message))
    const gap = { ...toSet(safe, rival.changes, first), previous: toHash('7') }
    await expectRefused(api, await toRequest(gap, bob), storage(409, message))
  })

  test('only an owner writes, and only what was signed for this safe', async () => {
    const safe = await newSafe([alice.address])
    const other = await newSafe([alice.address])
    const set = toSet(safe, [named(dave.address, 'Dave')])
    const refusal = rule(
      'Only owners of the safe can share names. The signature is not by an owner, or not over these names.',
    )
    await expectRefused(api, await toRequest(set, stranger), refusal)
    const changed: Partial<NameChanges>[] = [
      { changes: [named(dave.address, 'Daisy')] },
      { changes: [named(carol.address, 'Dave')] },
      { changes: [{ chainId: 1, address: dave.address, name: 'Dave' }] },
      { safe: other.address },
      { chainId: 1 },
      { sequence: 2 },
      { previous: toHash('1') },
      { time: set.time - 1 },
    ]
    for (const signed of changed)
      await expectRefused(api, await toRequest(set, alice, signed), refusal)
    const blob = await alice.signTypedData(getNameChangesTypedData(set))
    await expectRefused(
      api,
      toPost(set, `${blob}${blob.slice(2)}`),
      rule('Invalid signature'),
    )
  })

  test('an owner that left writes no more, and what was written stays', async () => {
    const safe = await newSafe([alice.address, bob.address])
    const first = toSet(safe, [named(dave.address, 'Dave')])
    await api.app.inject(await toRequest(first, bob))
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
    const second = toSet(safe, [named(dave.address, 'David')], first)
    await expectRefused(
      api,
      await toRequest(second, bob),
      rule(
        'Only owners of the safe can share names. The signature is not by an owner, or not over these names.',
      ),
    )
    expect((await read(safe)).count).toBe(1)
  })

  test('a safe that is an owner shares names by EIP-1271', async () => {
    const parent = await newSafe([carol.address])
    const safe = await newSafe([alice.address, parent.address])
    const set = toSet(safe, [named(dave.address, 'Dave')])
    const domain = {
      ...{ chainId: 31337, safe: parent.address, version: parent.version },
    }
    const inner = await sign(
      carol,
      hashSafeMessageBytes(domain, hashNameChanges(set)),
    )
    const signature = buildSignatures([
      { kind: 'contract', signer: parent.address, data: inner },
    ])
    const reply = await api.app.inject(toPost(set, signature))
    expect(reply.json()).toEqual({ sequence: 1, hash: hashNameChanges(set) })
    expect((await read(safe)).sets[0].author).toBe(parent.address)
  })

  test('names that are no names, too many at once, and clocks that are off are refused', async () => {
    const safe = await newSafe([alice.address])
    const refuse = async (set: NameChanges, message: string) =>
      expectRefused(api, await toRequest(set, alice), rule(message))
    const form =
      'A name has at most 200 characters, no line breaks, and no spaces around it.'
    for (const name of [' Dave', 'Da\nve', 'Da\0ve', 'x'.repeat(201)])
      await refuse(toSet(safe, [named(dave.address, name)]), form)
    await refuse(toSet(safe, []), 'Change 1 to 1000 names at once.')
    await refuse(
      toSet(safe, makeNames(1_001)),
      'Change 1 to 1000 names at once.',
    )
    const twice = [named(dave.address, 'Dave'), named(dave.address, 'David')]
    await refuse(toSet(safe, twice), 'Two changes are about the same address.')
    await refuse(
      { ...toSet(safe, makeNames(1)), time: now() - 4_000 },
      'The names were signed more than an hour ago, or the clock of the browser is wrong. Sign them again.',
    )
  })

  test('1,000 names are at most 45 kB on the wire, and nothing on the next visit', async () => {
    const safe = await newSafe([alice.address, bob.address, carol.address])
    const names = makeNames(1_000)
    const writers = [alice, bob, carol]
    let before: NameChanges | undefined
    for (let at = 0; at < 20; at++) {
      const set = toSet(safe, names.slice(at * 50, at * 50 + 50), before)
      const reply = await api.app.inject(
        await toRequest(set, writers[at % 3] ?? alice),
      )
      expect(reply.statusCode).toBe(201)
      before = set
    }
    const ask = (url: string) =>
      api.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    const reply = await ask(pathOf(safe))
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(reply.headers.vary).toContain('Accept-Encoding')
    const bytes = reply.rawPayload.length
    expect(bytes).toBeLessThanOrEqual(45_000)
    const { sets } = JSON.parse(gunzipSync(reply.rawPayload).toString())
    expect(sets).toHaveLength(20)
    expect((await ask(`${pathOf(safe)}?after=20`)).body).toBe(
      '{"count":20,"sets":[]}',
    )
    process.stdout.write(`1,000 shared names: ${bytes} bytes gzip\n`)
  })
})

function toHash(text: string): Hex {
  return keccak256(toHex(text))
}

/** Each different, of words as people use them. */
function makeNames(count: number): NameChange[] {
  const first = 'Acme Borealis Castor Delta Everest Fjord Gamma Helix'.split(
    ' ',
  )
  const kinds = 'Supplies Payroll Grants Treasury Audit Legal Cloud'.split(' ')
  return Array.from({ length: count }, (_, at) =>
    named(
      getAddress(`0x${toHash(`address ${at}`).slice(-40)}`),
      `${first[at % first.length]} ${kinds[at % kinds.length]} ${at}`,
    ),
  )
}
