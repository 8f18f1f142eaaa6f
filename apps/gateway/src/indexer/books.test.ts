import {
  type DeployedSafe,
  demoAccounts,
  getContract,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  encodeMultiSend,
  findDeployment,
  isVersionAtLeast,
  multiSends,
} from '@covault/protocol'
import fc from 'fast-check'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sumTransfers } from '../store/transferList.js'
import { follow, openScene, type Scene, toExecution } from '../testing/scene.js'
import { type BlockTransaction, sendBlock } from '../testing/sendBlock.js'
import { catchUp } from '../testing/testWorld.js'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

const { alice, dave, deployer } = demoAccounts
const histories = 200
const stepsEach = 5
/** All that fit into a block. */
const perBlock = 20
const kinds = [
  { version: '1.1.1' },
  ...(['1.3.0', '1.4.1', '1.5.0'] as const).flatMap((version) => [
    { version, l2: true },
    { version, l2: false },
  ]),
] as const

const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function enableModule(address)',
  'function execTransactionFromModule(address,uint256,bytes,uint8) returns (bool)',
  'function withReason()',
])

const ringAbi = parseAbi(['function mint(address to) returns (uint256)'])

let scene: Scene
let token: Address
let odd: Address
let reverts: Address
let rings: Address

describe.each([31337, 31338])('on chain %i', (chainId) => {
  beforeAll(async () => {
    scene = await openScene({ firstSalt: 7_000_000n, chainId })
    token = await deploy('DemoToken', ['Plain', 'PLN', 6])
    odd = await deploy('OddToken', [])
    reverts = await deploy('AlwaysReverts', [])
    rings = await deploy('DemoCollectible', ['Rings', 'RING'])
  })
  afterAll(() => scene?.stop())

  test(
    '200 random histories balance to the wei, or to what tokens do without a log @full',
    {
      retry: 0,
    },
    () => balanceBooks(),
  )
})

async function deploy(
  name: string,
  args: readonly unknown[],
): Promise<Address> {
  const { client } = scene.devnet
  const { abi: own, bytecode } = getContract(name)
  const nonce = await client.getTransactionCount({ address: deployer.address })
  const hash = await client.sendTransaction({
    account: deployer,
    data: encodeDeployData({ abi: own, bytecode, args: [...args] }),
    gas: 5_000_000n,
  })
  await client.mine({ blocks: 1 })
  await client.waitForTransactionReceipt({ hash })
  return getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })
}

type Call = { to: Address; value: bigint; data: Hex; operation: 0 | 1 }
const call = (to: Address, data: Hex, value = 0n): Call => ({
  ...{ to, value, data },
  operation: 0,
})
const pay = (value: bigint) => call(dave.address, '0x', value)
const move = (what: Address, value: bigint) =>
  call(
    what,
    encodeFunctionData({
      abi,
      functionName: 'transfer',
      args: [dave.address, value],
    }),
  )

function batch(safe: DeployedSafe, calls: readonly Call[]): Call {
  const to = findDeployment(
    multiSends.filter(({ callOnly }) => !callOnly),
    safe,
  )?.address
  if (!to) throw new TypeError(`No batches for ${safe.version}.`)
  return { to, value: 0n, data: encodeMultiSend(calls), operation: 1 }
}

const mint = (what: Address, to: Address, value: bigint) => ({
  account: dave,
  to: what,
  data: encodeFunctionData({ abi, functionName: 'mint', args: [to, value] }),
})

type Act = (
  safe: DeployedSafe,
  amount: bigint,
) => { plan: TransactionPlan } | { sent: BlockTransaction }

/** Every kind of thing that moves value, or tries to. */
const acts: Record<string, Act> = {
  pays: (_, amount) => ({ plan: pay(amount) }),
  receives: ({ address: to }, value) => ({
    sent: { account: dave, to, value },
  }),
  getsTokens: ({ address }, amount) => ({ sent: mint(token, address, amount) }),
  getsOdd: ({ address }, amount) => ({ sent: mint(odd, address, amount) }),
  receivesOdd: ({ address }, amount) => ({
    sent: {
      account: dave,
      to: odd,
      data: encodeFunctionData({
        abi,
        functionName: 'transfer',
        args: [address, amount],
      }),
    },
  }),
  getsRing: ({ address }) => ({
    sent: {
      account: dave,
      to: rings,
      data: encodeFunctionData({
        abi: ringAbi,
        functionName: 'mint',
        args: [address],
      }),
    },
  }),
  paysTokens: (_, amount) => ({ plan: move(token, amount) }),
  paysOdd: (_, amount) => ({ plan: move(odd, amount) }),
  paysBatch: (safe, amount) => ({
    plan: batch(safe, [pay(amount), move(token, amount), pay(1n)]),
  }),
  paysNested: (safe, amount) => ({
    plan: batch(safe, [
      pay(2n),
      batch(safe, [pay(amount), batch(safe, [move(token, amount)])]),
      move(token, 1n),
    ]),
  }),
  paysItself: ({ address }, amount) => ({ plan: call(address, '0x', amount) }),
  fails: () => ({
    plan: {
      ...call(reverts, encodeFunctionData({ abi, functionName: 'withReason' })),
      safeTxGas: 60_000n,
    },
  }),
  refunds: (_, amount) => ({
    plan: { ...pay(amount), safeTxGas: 90_000n, baseGas: 5n, gasPrice: 1n },
  }),
  refundsTokens: (_, amount) => ({
    plan: {
      ...pay(amount),
      ...{ safeTxGas: 90_000n, baseGas: 5n, gasPrice: 1n },
      gasToken: token,
    },
  }),
  paysByModule: ({ address: to }, amount) => ({
    sent: {
      account: alice,
      to,
      data: encodeFunctionData({
        abi,
        functionName: 'execTransactionFromModule',
        args: [dave.address, amount, '0x', 0],
      }),
    },
  }),
}

async function balanceBooks(): Promise<void> {
  const seed = Number(process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff)
  process.stdout.write(`books: COVAULT_FUZZ_SEED=${seed}\n`)
  const plots = fc.sample(
    fc.array(
      fc.tuple(
        fc.constantFrom(...Object.keys(acts)),
        fc.bigInt({ min: 1n, max: 5_000n }),
      ),
      { minLength: stepsEach, maxLength: stepsEach },
    ),
    { numRuns: histories, seed },
  )
  const chain = await scene.newChain()
  const safes: DeployedSafe[] = []
  for (let at = 0; at < histories; at += perBlock)
    safes.push(
      ...(await scene.newSafes(
        Array.from(
          { length: perBlock },
          (_, index) => kinds[(at + index) % kinds.length] ?? {},
        ),
      )),
    )
  const nonces = safes.map(() => 0n)
  const send = async (
    wanted: readonly ({ plan: TransactionPlan } | { sent: BlockTransaction })[],
  ) => {
    const transactions = await Promise.all(
      wanted.map(async (one, index) => {
        if ('sent' in one) return one.sent
        const safe = safes[index] as DeployedSafe
        const nonce = nonces[index] ?? 0n
        nonces[index] = nonce + 1n
        const plan = { ...one.plan, nonce }
        const signed = await signTransaction(safe, { plan, signers: [alice] })
        return toExecution(signed, { gas: 700_000n })
      }),
    )
    for (let at = 0; at < transactions.length; at += perBlock)
      await sendBlock(scene.devnet, transactions.slice(at, at + perBlock))
  }
  await sendBlock(scene.devnet, [mint(odd, dave.address, 10n ** 12n)])
  await send(
    safes.map(({ address }) => ({ sent: mint(token, address, 900_000n) })),
  )
  await send(
    safes.map(({ address }) => ({ sent: mint(odd, address, 900_000n) })),
  )
  await send(
    safes.map(({ address }) => ({
      plan: call(
        address,
        encodeFunctionData({
          abi,
          functionName: 'enableModule',
          args: [alice.address],
        }),
      ),
    })),
  )
  await follow(chain, ...safes.map(({ address }) => address))
  for (let step = 0; step < stepsEach; step++)
    await send(
      plots.map((plot, index) => {
        const [name, amount] = plot[step] ?? ['pays', 1n]
        return (acts[name] as Act)(safes[index] as DeployedSafe, amount)
      }),
    )
  await scene.devnet.client.mine({ blocks: 1 })
  await catchUp(chain)
  const { client } = scene.devnet
  const { store, chainId } = chain
  for (const [index, safe] of safes.entries()) {
    const { address, version } = safe
    const sums = await sumTransfers(store, {
      chainId,
      safe: address,
      filter: {},
    })
    const netOf = (what: Address | null) => {
      const sum = sums.find((one) => one.token === what)
      return (sum?.incoming ?? 0n) - (sum?.outgoing ?? 0n)
    }
    const name = `${version} ${JSON.stringify(plots[index], (_, value) => (typeof value === 'bigint' ? String(value) : value))}`
    const read = (what: Address) =>
      client.readContract({
        ...{ abi, address: what },
        functionName: 'balanceOf',
        args: [address],
      })
    expect(netOf(token), name).toBe(await read(token))
    // What came in as a plain payment is in no log of an old safe.
    const unlogged = isVersionAtLeast(version, '1.3.0')
      ? 0n
      : (plots[index] ?? []).reduce(
          (sum, [kind, amount]) => (kind === 'receives' ? sum + amount : sum),
          1_000_000n,
        )
    const has = await client.getBalance({ address })
    expect(netOf(null) + unlogged, name).toBe(has)
    expect(netOf(rings), name).toBe(await read(rings))
    // Of what came of it a tenth never did, whatever the log says.
    const kept = (plots[index] ?? []).reduce(
      (sum, [kind, amount]) =>
        kind === 'receivesOdd' ? sum + amount / 10n : sum,
      0n,
    )
    expect((await read(odd)) - netOf(odd), name).toBe(-kept)
  }
}
