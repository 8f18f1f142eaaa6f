import {
  demoAccounts,
  deploySafe,
  runTransaction,
  sendTransaction,
} from '@covault/devnet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listHistoryLines } from '../store/history.js'
import { readStates } from '../store/safeStates.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  startTestWorld,
  type TestWorld,
  watch,
} from '../testing/testWorld.js'

const { alice, bob, carol, dave } = demoAccounts
// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

let world: TestWorld
let salt = 0n

beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.stop())

async function newSafe(plan: Partial<Parameters<typeof deploySafe>[1]> = {}) {
  const safe = await deploySafe(world.devnet, {
    owners: [alice.address, bob.address, carol.address],
    threshold: 2,
    saltNonce: ++salt,
    ...plan,
  })
  await sendTransaction(world.devnet.client, {
    account: dave,
    to: safe.address,
    value: 1_000_000n,
  })
  return safe
}

async function newChain() {
  const { store } = await world.openDatabase()
  return createTestChain({ store, urls: [world.devnet.url] })
}

test.each([
  { version: '1.1.1', l2: false },
  { version: '1.3.0', l2: false },
  { version: '1.3.0', l2: true },
  { version: '1.4.1', l2: true },
  { version: '1.5.0', l2: false },
] as const)(
  'reads the past and follows the present of a $version safe, l2 $l2',
  async (variant) => {
    const safe = await newSafe(variant)
    const pay = (value: bigint) =>
      runTransaction(world.devnet, safe, {
        plan: { to: dave.address, value },
        signers: [alice, bob],
      })
    const first = await pay(7n)
    const chain = await newChain()
    await catchUp(chain)
    await watch(chain, safe.address)
    await catchUp(chain)
    const second = await pay(8n)
    await catchUp(chain)

    const { store, chainId } = chain
    const lines = await listHistoryLines(store, {
      chainId,
      safe: safe.address,
      upTo: 10n ** 9n,
    })
    const executions = lines.filter((line) => line.startsWith('execution'))
    expect(executions).toHaveLength(2)
    expect(executions.join()).toContain(`${first.safeTxHash} t 0 0`)
    expect(executions.join()).toContain(`${second.safeTxHash} t 0 1`)
    const paid = lines.filter((line) => / native out /.test(line))
    expect(paid.map((line) => line.split(' ').at(-2))).toEqual(['7', '8'])
    const states = await readStates(store, { chainId, safes: [safe.address] })
    expect(states.get(safe.address)).toMatchObject({
      nonce: 2n,
      verified: true,
    })
    await expectSameAsChain(chain, [safe.address])
  },
)
