import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { sql } from 'kysely'
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  padHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listSafesOfOwner, readStates } from '../store/safeStates.js'
import { placeEmitter, placeLargeEmitter } from '../testing/emitter.js'
import { refuseTraces } from '../testing/faultyRpc.js'
import {
  announce,
  enabledModule,
  type ForgedLog,
  forgedTransaction,
  forger,
  forgeries,
  succeed,
  toForgery,
  topic,
  word,
} from '../testing/forgeries.js'
import { storeProposal } from '../testing/proposals.js'
import { follow, listLines, openScene, type Scene } from '../testing/scene.js'
import { sendBlock } from '../testing/sendBlock.js'
import { catchUp, expectSameAsChain } from '../testing/testWorld.js'
import type { FollowedChain } from './followedChain.js'

const { alice, dave } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene
let chain: FollowedChain
/** The same through a node that does not trace. */
let blind: FollowedChain
/** An L2 safe whose every transaction runs somebody's code in its name. */
let victim: DeployedSafe
let emitters: Address[]
/** The one transaction, alone in its block, that told each forgery. */
let told: Map<string, { safeTxHash: Hex; block: bigint }>

beforeAll(async () => {
  scene = await openScene({ firstSalt: 5000n })
  const { devnet } = scene
  emitters = await Promise.all(
    ([0, 1, 2, 3, 4] as const).map((count) => placeEmitter(devnet, count)),
  )
  const proxy = await scene.newProxy()
  proxy.setFault(refuseTraces)
  chain = await scene.newChain()
  blind = await scene.newChain({ urls: [proxy.url] })
  victim = await scene.newSafe()
  await scene.run(victim, {
    to: victim.address,
    data: encodeFunctionData({
      abi: parseAbi(['function enableModule(address)']),
      args: [enabledModule],
    }),
  })
  await follow(chain, victim.address)
  await follow(blind, victim.address)
  told = new Map()
  for (const [name, invent] of Object.entries(forgeries)) {
    const { safeTxHash, receipt } = await forge(victim, invent(victim))
    told.set(name, { safeTxHash, block: receipt.blockNumber })
  }
  await catchUp(chain)
  await catchUp(blind)
}, 600_000)
afterAll(() => scene.stop())

/** Makes a safe say these things, all in one transaction. */
const forge = (safe: DeployedSafe, logs: readonly ForgedLog[]) =>
  scene.run(safe, toForgery(safe, { emitters, logs }), { gas: 5_000_000n })

test.each(Object.keys(forgeries))(
  '16: a forged %s changes nothing that is reported, with traces and without',
  async (name) => {
    const { safeTxHash, block } = told.get(name) ?? {}
    for (const each of [chain, blind]) {
      const added = (await listFacts(each)).filter(
        (line) => line.split(' ')[1] === String(block),
      )
      // The transaction that forged is itself real: its execution and its item.
      expect(added.map((line) => line.split(' ')[0])).toEqual([
        'execution',
        'timeline',
      ])
      expect(added.every((line) => line.includes(safeTxHash ?? '-'))).toBe(true)
      expect(await readState(each, block)).toMatchObject({
        owners: [alice.address],
        threshold: 1n,
        modules: [enabledModule],
        guard: null,
        moduleGuard: null,
        singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      })
    }
  },
)

test('16: forgeries leave what was known before as it was', async () => {
  const [first] = told.values()
  for (const each of [chain, blind]) {
    const before = (await listFacts(each)).filter(
      (line) => BigInt(line.split(' ')[1] ?? 0) < (first?.block ?? 0n),
    )
    expect(before.map((line) => line.split(' ')[0])).toEqual([
      'execution',
      'timeline',
      'timeline',
      'transfer',
    ])
  }
})

/** What is said about the victim, without its raw logs. */
async function listFacts(of: FollowedChain): Promise<string[]> {
  const lines = await listLines(of, victim.address)
  return lines.filter((line) => !line.startsWith('log '))
}

async function readState({ store, chainId }: FollowedChain, at = 0n) {
  const { address } = victim
  const states = await readStates(store, { chainId, safes: [address], at })
  return states.get(address)
}

test.each([true, false])(
  '16: the past is read as critically as the present, with traces %s',
  async (traces) => {
    const proxy = await scene.newProxy()
    if (!traces) proxy.setFault(refuseTraces)
    const late = await scene.newChain({ urls: [proxy.url] })
    await follow(late, victim.address)
    expect(await listFacts(late)).toEqual(await listFacts(chain))
  },
)

test('16: a queued proposal that a forged log calls executed stays queued', async () => {
  const safe = await scene.newSafe({ l2: false })
  await follow(chain, safe.address)
  const queued = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n, nonce: 1n },
    signers: [alice],
  })
  await storeProposal(chain.store, queued)
  await forge(safe, [succeed(queued.safeTxHash)])
  await catchUp(chain)
  const lines = await listLines(chain, safe.address)
  expect(lines.some((line) => line.includes(queued.safeTxHash))).toBe(false)
})

test('16: a proxy that no known factory made is not found by a log alone', async () => {
  const all = await scene.newChain({ settings: { factoryMode: true } })
  const { store } = all
  await catchUp(all)
  await sendBlock(scene.devnet, [
    {
      account: dave,
      to: emitters[2] ?? zeroAddress,
      data: concat([
        topic('ProxyCreation(address,address)'),
        word(forger),
        word(forger),
      ]),
    },
  ])
  await catchUp(all)
  const owned = await listSafesOfOwner(store, {
    chainId: 31337,
    owner: alice.address,
  })
  expect(owned).toContain(victim.address)
  expect(owned).not.toContain(forger)
})

test('17: what cannot be decoded is kept raw, and reading goes on @full', async () => {
  const announced = announce(forgedTransaction)
  await forge(victim, [
    { topics: [topic('AddedOwner(address)')], data: '0x1234' },
    { topics: [topic('ExecutionSuccess(bytes32,uint256)')], data: '0x' },
    { ...announced, data: padHex('0xff', { size: 100_000 }) },
    // A length of additionalInfo that goes far beyond the end.
    { ...announced, data: replaceWord(announced.data ?? '0x', -4) },
    { topics: [] },
  ])
  const megabyte = 1_048_576
  const large = await placeLargeEmitter(scene.devnet, {
    topic: announced.topics[0] ?? '0x',
    size: megabyte,
  })
  await scene.run(victim, { to: large, operation: 1 }, { gas: 25_000_000n })
  const { safeTxHash } = await scene.pay(victim, 1n)
  for (const each of [chain, blind]) {
    await catchUp(each)
    const lines = await listLines(each, victim.address)
    expect(lines.join('\n')).toContain(safeTxHash)
    const flaws = lines.filter((line) =>
      /^log .* (?!-$|forged$)\S+$/.test(line),
    )
    expect(flaws).toHaveLength(5)
    const { rows } = await sql<{ size: number }>`
      select max(length(data)) as size from log_raw
    `.execute(each.store)
    expect(rows[0]?.size).toBe(megabyte)
    await expectSameAsChain(each, [victim.address])
  }
})

/** All ones in the place of a word, counted from the end. */
function replaceWord(data: Hex, at: number): Hex {
  const words: string[] = data.slice(2).match(/.{64}/g) ?? []
  return `0x${words.with(at, 'f'.repeat(64)).join('')}`
}
