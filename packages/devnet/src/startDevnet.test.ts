import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { AnvilStartError, type Devnet, startDevnet } from './startDevnet.js'

const { alice, bob } = demoAccounts

describe('a chain in memory', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet({ chainId: 31337 })
  })
  afterAll(() => devnet.stop())

  const send = async (value: bigint) => {
    const hash = await devnet.client.sendTransaction({
      account: alice,
      to: bob.address,
      value,
    })
    return devnet.client.waitForTransactionReceipt({ hash })
  }

  test('answers with its chain id on its own port', async () => {
    expect(await devnet.client.getChainId()).toBe(31337)
    expect(devnet.url).toBe(`http://127.0.0.1:${devnet.port}`)
    expect(devnet.pid).toBeGreaterThan(0)
  })

  test('has a block 0 of the past and a clock of the present', async () => {
    const genesis = await devnet.client.getBlock({ blockNumber: 0n })
    const age = Date.now() / 1000 - Number(genesis.timestamp)
    expect(age / 86_400).toBeCloseTo(60, 1)
    await devnet.mine()
    const { timestamp } = await devnet.client.getBlock()
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
  })

  test('returns to a snapshot', async () => {
    const before = await devnet.client.getBalance(bob)
    const snapshot = await devnet.snapshot()
    await send(1n)
    expect(await devnet.client.getBalance(bob)).toBe(before + 1n)
    await devnet.revert(snapshot)
    expect(await devnet.client.getBalance(bob)).toBe(before)
  })

  test('drops transactions in a reorg and keeps the height', async () => {
    const { transactionHash, blockHash } = await send(1n)
    await devnet.mine(2)
    const height = await devnet.client.getBlockNumber()
    await devnet.reorg({ depth: 3 })
    expect(await devnet.client.getBlockNumber()).toBe(height)
    await expect(
      devnet.client.getTransactionReceipt({ hash: transactionHash }),
    ).rejects.toThrow()
    await expect(devnet.client.getBlock({ blockHash })).rejects.toThrow()
  })

  test('gives empty blocks new hashes in a reorg, each time', async () => {
    await devnet.mine(3)
    const hashes = new Set([(await devnet.client.getBlock()).hash])
    for (let round = 0; round < 3; round++) {
      await devnet.reorg({ depth: 2 })
      hashes.add((await devnet.client.getBlock()).hash)
    }
    expect(hashes.size).toBe(4)
  })

  test('puts given transactions into the new blocks', async () => {
    const raw = await alice.signTransaction({
      chainId: 31337,
      nonce: await devnet.client.getTransactionCount(alice),
      gas: 21_000n,
      maxFeePerGas: parseGwei('10'),
      to: bob.address,
      value: 7n,
    })
    await devnet.mine(2)
    const height = await devnet.client.getBlockNumber()
    await devnet.reorg({ depth: 2, transactions: [{ raw, block: 1 }] })
    const { transactions } = await devnet.client.getBlock({
      blockNumber: height,
    })
    expect(transactions).toHaveLength(1)
  })

  test('leaves no holes when reorgs follow transactions at once', async () => {
    for (let round = 0; round < 8; round++) {
      for (let sent = 0; sent < 3; sent++)
        await devnet.client.sendTransaction({ to: bob.address, value: 1n })
      await devnet.reorg({ depth: 1 + (round % 4) })
    }
    const height = Number(await devnet.client.getBlockNumber())
    const blocks = await Promise.all(
      Array.from({ length: height + 1 }, (_, number) =>
        devnet.client.getBlock({ blockNumber: BigInt(number) }),
      ),
    )
    const parents = blocks.slice(1).map(({ parentHash }) => parentHash)
    expect(parents).toEqual(blocks.slice(0, -1).map(({ hash }) => hash))
  })

  test('travels in time', async () => {
    const before = (await devnet.client.getBlock()).timestamp
    await devnet.increaseTime(86_400)
    const after = (await devnet.client.getBlock()).timestamp
    expect(after - before).toBeGreaterThanOrEqual(86_400n)
  })

  test('acts as any address', async () => {
    const stranger = '0x00000000000000000000000000000000000000aa'
    await devnet.client.setBalance({
      address: stranger,
      value: parseEther('1'),
    })
    const hash = await devnet.impersonate(stranger, (account) =>
      devnet.client.sendTransaction({ account, to: bob.address, value: 1n }),
    )
    const receipt = await devnet.client.waitForTransactionReceipt({ hash })
    expect(receipt.from).toBe(stranger)
  })

  test('refuses a port that is taken', async () => {
    await expect(
      startDevnet({ chainId: 31337, port: devnet.port }),
    ).rejects.toThrow(AnvilStartError)
  })
})

test.each(['SIGTERM', 'process.exit'])(
  'ends a chain in memory with the process that started it: %s',
  async (end) => {
    const script = `
      import { startDevnet } from '@covault/devnet'
      const { pid } = await startDevnet({ chainId: 31337 })
      console.log(pid)
      if ('${end}' === 'process.exit') process.exit()
      setInterval(() => {}, 1000)
    `
    const owner = spawn(
      process.execPath,
      [
        ...['--conditions=source', '--import=tsx', '--input-type=module'],
        ...['--eval', script],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [said] = (await once(owner.stdout, 'data')) as [Buffer]
    const chain = Number(said.toString('utf8'))
    if (end === 'SIGTERM') owner.kill('SIGTERM')
    await once(owner, 'close')
    await expect.poll(() => isRunning(chain), { timeout: 10_000 }).toBe(false)
  },
  60_000,
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('mines only when told without automatic mining', async () => {
  const devnet = await startDevnet({ chainId: 31337, noMining: true })
  const hash = await devnet.client.sendTransaction({
    to: bob.address,
    value: 1n,
  })
  expect(await devnet.client.getBlockNumber()).toBe(0n)
  await devnet.mine()
  const { blockNumber } = await devnet.client.getTransactionReceipt({ hash })
  expect(blockNumber).toBe(1n)
  await devnet.stop()
})

test('finds the chain, its past and the present time after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'devnet-'))
  const stateFile = join(folder, 'chain.json')
  const first = await startDevnet({ chainId: 31338, stateFile })
  const before = await first.client.getBalance(bob)
  const hash = await first.client.sendTransaction({
    to: bob.address,
    value: 5n,
  })
  await first.client.waitForTransactionReceipt({ hash })
  const head = await first.client.getBlock()
  await first.stop()
  expect(existsSync(stateFile)).toBe(true)

  const second = await startDevnet({ chainId: 31338, stateFile })
  expect((await second.client.getBlock()).hash).toBe(head.hash)
  // One block above block 0: its parent is how others know the chain.
  const genesis = await second.client.getBlock({ blockNumber: 0n })
  expect(genesis.hash).toBe(head.parentHash)
  const past = await second.client.getBalance({ ...bob, blockNumber: 0n })
  expect(past).toBe(before)
  expect(await second.client.getBalance(bob)).toBe(before + 5n)
  await second.mine()
  const { timestamp } = await second.client.getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  await second.stop()
  expect(await second.ended).toEqual({ code: 0, signal: null })
  rmSync(folder, { recursive: true })
}, 120_000)
