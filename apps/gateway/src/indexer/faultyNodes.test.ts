import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  runTransaction,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import { type Hex, padHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readCursor } from '../store/cursors.js'
import { readStates } from '../store/safeStates.js'
import {
  follow,
  listExecutions,
  listLines,
  openScene,
  type Scene,
  waitFor,
} from '../testing/scene.js'
import { catchUp, expectSameAsChain } from '../testing/testWorld.js'
import { advance } from './advance.js'
import { recheckFinal } from './recheckFinal.js'

const { alice, dave } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ firstSalt: 200n })
}, 600_000)
afterEach(() => scene.stopProxies())
afterAll(() => scene.stop())

const cuts: Record<string, (logs: unknown[]) => unknown[]> = {
  'the last': (logs) => logs.slice(0, 5),
  'the first': (logs) => logs.slice(-5),
  'both ends': (logs) =>
    logs.slice(Math.max(0, (logs.length - 5) >> 1)).slice(0, 5),
}

test.each(Object.keys(cuts))(
  '6: a node that silently leaves %s of its logs out is noticed, and the range split @full',
  async (name) => {
    const safe = await scene.newSafe()
    for (let count = 1n; count <= 6n; count++) await scene.pay(safe, count)
    const proxy = await scene.newProxy()
    proxy.setFault(({ method, params }) => {
      const filter = params[0] as { fromBlock?: Hex } | undefined
      if (method !== 'eth_getLogs' || !filter?.fromBlock) return undefined
      return { change: (logs) => cuts[name]?.(logs as unknown[]) }
    })
    const chain = await scene.newChain({ urls: [proxy.url] })
    await follow(chain, safe.address)
    expect(await listExecutions(chain, safe.address)).toHaveLength(6)
    expect([...chain.learned.values()][0]).toBeLessThan(20n)
    proxy.setFault(() => undefined)
    await expectSameAsChain(chain, [safe.address])
  },
)

test('5: what a node invented at the tip is taken back when its block is final @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({
    urls: [proxy.url],
    settings: { finalityDepth: 2n },
  })
  await follow(chain, safe.address)
  await scene.send(safe.address, 4n)
  // A second copy of the log, one place further.
  proxy.setFault(({ method }) =>
    method === 'eth_getLogs'
      ? {
          change: (logs) =>
            (logs as { logIndex: Hex }[]).flatMap((log) => [
              log,
              { ...log, logIndex: '0x63' },
            ]),
        }
      : undefined,
  )
  await catchUp(chain)
  proxy.setFault(() => undefined)
  const countTransfers = async () =>
    (await listLines(chain, safe.address)).filter((line) =>
      / native in .* 4 f$/.test(line),
    ).length
  expect(await countTransfers()).toBe(2)
  await scene.devnet.mine(4)
  await catchUp(chain)
  expect(await recheckFinal(chain)).toMatchObject({ repaired: 1 })
  expect(await countTransfers()).toBe(1)
  await catchUp(chain)
  await expectSameAsChain(chain, [safe.address])
})

test('7: learns how much a node answers at once, whatever its words are @full', async () => {
  const safe = await scene.newSafe()
  await scene.pay(safe, 1n)
  // Long enough for the search between what is answered and what is refused.
  await scene.devnet.mine(120)
  const refusals = [
    { error: { code: -32602, message: 'Block range is too large' } },
    {
      error: {
        code: -32005,
        message: 'query returned more than 10000 results',
      },
    },
    { status: 413, body: 'Request Entity Too Large' },
  ] as const
  for (const refusal of refusals) {
    const proxy = await scene.newProxy()
    proxy.setFault(({ method, params }) => {
      const filter = params[0] as { fromBlock?: Hex; toBlock?: Hex } | undefined
      if (method !== 'eth_getLogs' || !filter?.fromBlock || !filter.toBlock)
        return undefined
      const size = Number(filter.toBlock) - Number(filter.fromBlock) + 1
      return size > 10 ? refusal : undefined
    })
    const chain = await scene.newChain({ urls: [proxy.url] })
    await follow(chain, safe.address)
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    const range = [...chain.learned.values()][0] ?? 0n
    expect(range > 2n && range <= 11n, `range ${range}`).toBe(true)
  }
})

test('7: stays away as long as a node asks, and longer after each failure, without a hot loop @full', async () => {
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await catchUp(chain)
  proxy.setFault(() => ({ status: 429, headers: { 'retry-after': '1' } }))
  await expect(advance(chain)).rejects.toMatchObject({ name: 'NoNodeError' })
  const asked = proxy.bodies()
  for (let count = 0; count < 20; count++)
    await expect(advance(chain)).rejects.toThrow('429')
  expect(proxy.bodies()).toBe(asked)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  proxy.setFault(() => ({ status: 502, body: '<html>Bad gateway</html>' }))
  await expect(advance(chain)).rejects.toThrow('502')
  await new Promise((resolve) => setTimeout(resolve, 600))
  proxy.setFault(() => undefined)
  expect(await advance(chain)).toMatchObject({ type: 'idle' })
})

test('8: a node that hangs is given up and the next one asked @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({
    urls: [proxy.url, scene.devnet.url],
    timeoutMs: 5_000,
  })
  await follow(chain, safe.address)
  proxy.setFault(() => 'hang')
  await scene.pay(safe, 1n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  expect(chain.pool.endpoints[0]?.problem()).toContain('5000 ms')
  expect(chain.pool.problem()).toBeUndefined()
})

test('9: of two nodes on different forks, one branch is stored whole @full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covault-forks-'))
  const files = ['one', 'two'].map((name) => join(folder, `${name}.json`))
  const [one = '', two = ''] = files
  const origin = await startDevnet({
    chainId: 31337,
    noMining: true,
    stateFile: one,
  })
  const plan = { owners: [alice.address], threshold: 1, saltNonce: 1n }
  await deploySafeContracts(origin)
  const safe = await deploySafe(origin, plan)
  await sendTransaction(origin.client, {
    account: dave,
    to: safe.address,
    value: 1_000n,
  })
  await origin.stop()
  await copyFile(one, two)
  await copyFile(`${one}.genesis`, `${two}.genesis`)
  const [left, right] = await Promise.all(
    files.map((stateFile) =>
      startDevnet({ chainId: 31337, noMining: true, stateFile }),
    ),
  )
  if (!left || !right) throw new TypeError('Two nodes were started.')
  try {
    const common = await left.client.getBlock()
    expect((await right.client.getBlock()).hash).toBe(common.hash)
    const spend = (devnet: Devnet, value: bigint) =>
      runTransaction(devnet, safe, {
        plan: { to: dave.address, value },
        signers: [alice],
      })
    const proxy = await scene.newProxy(left.url)
    const chain = await scene.newChain({ urls: [proxy.url, right.url] })
    await follow(chain, safe.address)
    const onLeft = await spend(left, 1n)
    const onRight = await spend(right, 2n)
    await right.mine()
    // The first node fails in the middle of a block: the other begins again.
    proxy.setFault(({ method }) =>
      method === 'eth_getLogs' ? 'close' : undefined,
    )
    await catchUp(chain)
    const branch = async () => {
      const executions = await listExecutions(chain, safe.address)
      expect(executions).toHaveLength(1)
      const lines = await listLines(chain, safe.address)
      return executions[0]?.includes(onLeft.safeTxHash)
        ? { name: 'left', lines: lines.join() }
        : { name: 'right', lines: lines.join() }
    }
    const first = await branch()
    expect(first.name).toBe('right')
    expect(first.lines).toContain(onRight.receipt.blockHash)
    expect(first.lines).not.toContain(onLeft.receipt.blockHash)
    await expectSameAsChain(chain, [safe.address])
    // Then only the first one is left, with the longer branch by now.
    await left.mine(3)
    proxy.setFault(() => undefined)
    await right.stop()
    await waitFor('the first node', async () => {
      await catchUp(chain)
      return (await branch()).name === 'left'
    })
    const second = await branch()
    expect(second.lines).toContain(onLeft.receipt.blockHash)
    expect(second.lines).not.toContain(onRight.receipt.blockHash)
    await expectSameAsChain(chain, [safe.address])
  } finally {
    await Promise.all([left.stop(), right.stop()])
    await rm(folder, { recursive: true, force: true })
  }
})

test('9: a node with the same chain id and another first block is not asked @full', async () => {
  const safe = await scene.newSafe()
  const other = await startDevnet({ chainId: 31337, noMining: true })
  try {
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({ urls: [proxy.url, other.url] })
    const genesis = await scene.devnet.client.getBlock({ blockNumber: 0n })
    await follow(chain, safe.address)
    chain.pool.expectGenesis(genesis.hash)
    await scene.pay(safe, 1n)
    let asked = 0
    // The first node fails in the middle of a block.
    proxy.setFault(({ method }) =>
      method === 'eth_getLogs' && asked++ < 4 ? 'close' : undefined,
    )
    await expect(advance(chain)).rejects.toMatchObject({ name: 'NoNodeError' })
    expect(await listExecutions(chain, safe.address)).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await catchUp(chain)
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    expect(chain.pool.endpoints[1]?.problem()).toContain('another chain')
    await expectSameAsChain(chain, [safe.address])
  } finally {
    await other.stop()
  }
})

test('9: a node with another first block in the place of the one before undoes nothing, and the real one goes on @full', async () => {
  const safe = await scene.newSafe()
  const other = await startDevnet({ chainId: 31337, noMining: true })
  try {
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({ urls: [proxy.url] })
    await follow(chain, safe.address)
    await scene.pay(safe, 1n)
    await catchUp(chain)
    const before = await readCursor(chain.store, 31337)
    await other.mine(Number(before?.number) + 5)
    proxy.setTarget(other.url)
    await expect(advance(chain)).rejects.toThrow('another chain')
    expect(await readCursor(chain.store, 31337)).toEqual(before)
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    proxy.setTarget(scene.devnet.url)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await scene.pay(safe, 2n)
    await catchUp(chain)
    expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  } finally {
    await other.stop()
  }
})

test('a node that answers for its head with the block it is just making does not make forgeries of executions @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  const { store, chainId } = chain
  await follow(chain, safe.address)
  const first = await scene.pay(safe, 1n)
  // Longer than it is asked again for one block: the wrong answer is stored.
  proxy.setFault(({ method, params }) => {
    const [call, at] = params as [{ data?: Hex }, { blockHash?: Hex }]
    return method === 'eth_call' &&
      call.data === '0xaffed0e0' &&
      at.blockHash === first.receipt.blockHash
      ? { result: padHex('0x02', { size: 32 }) }
      : undefined
  })
  await advance(chain)
  const readNonce = async () =>
    (
      await readStates(store, {
        chainId,
        safes: [safe.address],
        at: first.receipt.blockNumber,
      })
    ).get(safe.address)?.nonce
  expect(await readNonce()).toBe(2n)
  proxy.setFault(() => undefined)
  await scene.pay(safe, 2n)
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(2)
  expect(await readNonce()).toBe(1n)
  await expectSameAsChain(chain, [safe.address])
})

test('a node that has a block before its receipts is asked again @full', async () => {
  const safe = await scene.newSafe()
  const proxy = await scene.newProxy()
  const chain = await scene.newChain({ urls: [proxy.url] })
  await follow(chain, safe.address)
  await scene.pay(safe, 1n)
  proxy.setFault(({ method }) => {
    if (method === 'eth_getLogs') return { result: [] }
    return method === 'eth_getTransactionReceipt' ? { result: null } : undefined
  })
  await expect(advance(chain)).rejects.toThrow('not its receipts yet')
  proxy.setFault(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 600))
  await catchUp(chain)
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  await expectSameAsChain(chain, [safe.address])
})

test.each([true, false])(
  'a node that forgot the states of blocks it is asked for late does not stop the reading, l2 %s @full',
  async (l2) => {
    const safe = await scene.newSafe({ l2 })
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({ urls: [proxy.url] })
    await follow(chain, safe.address)
    await scene.pay(safe, 1n)
    await scene.pay(safe, 2n)
    const { hash } = await scene.devnet.client.getBlock()
    proxy.setFault(({ params }) => {
      const at = params.at(-1) as { blockHash?: Hex; address?: unknown }
      return at?.blockHash &&
        !('topics' in at || 'address' in at) &&
        at.blockHash !== hash
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined
    })
    await catchUp(chain)
    expect(await listExecutions(chain, safe.address)).toHaveLength(2)
    const { store, chainId } = chain
    const states = await readStates(store, { chainId, safes: [safe.address] })
    expect(states.get(safe.address)?.nonce).toBe(2n)
    proxy.setFault(() => undefined)
    await expectSameAsChain(chain, [safe.address])
  },
)

test('10: a node of another chain is refused, and others go on @full', async () => {
  const other = await startDevnet({ chainId: 31338, noMining: true })
  try {
    const proxy = await scene.newProxy()
    const chain = await scene.newChain({ urls: [proxy.url] })
    await catchUp(chain)
    proxy.setFault(() => 'close')
    await expect(advance(chain)).rejects.toThrow()
    proxy.setTarget(other.url)
    proxy.setFault(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect(advance(chain)).rejects.toThrow(
      'The RPC endpoint answers for chain 31338, not 31337.',
    )
    const second = await scene.newChain({ urls: [other.url], chainId: 31338 })
    expect((await catchUp(second)).at(-1)).toMatchObject({ type: 'idle' })
  } finally {
    await other.stop()
  }
})
