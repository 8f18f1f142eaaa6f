import {
  type Address,
  ContractFunctionRevertedError,
  encodeFunctionData,
  erc20Abi,
  parseEther,
  BaseError as ViemError,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { getContract } from './compileContracts.js'
import {
  alwaysRevertsAbi,
  type DemoContractName,
  demoCollectibleAbi,
  demoContracts,
  demoItemsAbi,
  demoTokenAbi,
  deployDemoContracts,
  getDemoContractAddress,
  priceFeedAbi,
  spamTokenAbi,
} from './demoContracts.js'
import { type DeployedSafe, deploySafe } from './deploySafe.js'
import { deploySafeContracts } from './deploySafeContracts.js'
import { runTransaction } from './safeTransactions.js'
import { sendTransaction } from './sendTransaction.js'
import { type Devnet, startDevnet } from './startDevnet.js'

const { alice, bob } = demoAccounts

let devnet: Devnet
let safe: DeployedSafe

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  safe = await deploySafe(devnet, { owners: [alice.address], threshold: 1 })
}, 120_000)
afterAll(() => devnet.stop())

const send = (to: Address, data: `0x${string}`) =>
  sendTransaction(devnet.client, { account: alice, to, data })

test('have the addresses that are predicted', async () => {
  for (const name of Object.keys(demoContracts) as DemoContractName[])
    expect(
      await devnet.client.getCode({ address: getDemoContractAddress(name) }),
    ).toBeDefined()
})

describe('tokens', () => {
  const read = (
    name: 'dollar' | 'garden' | 'hostile' | 'spam',
    functionName: 'name' | 'symbol' | 'decimals',
  ) =>
    devnet.client.readContract({
      address: getDemoContractAddress(name),
      abi: erc20Abi,
      functionName,
    })

  test('have 6 and 18 decimals', async () => {
    expect(await read('dollar', 'decimals')).toBe(6)
    expect(await read('garden', 'decimals')).toBe(18)
  })

  test('have a hostile name among them, to the byte', async () => {
    expect(await read('hostile', 'name')).toBe(
      demoContracts.hostile.arguments[0],
    )
    expect(await read('hostile', 'name')).toMatch(/<img.*\u202e.*\0/)
    expect(await read('hostile', 'symbol')).not.toBe('USDC')
  })

  test('move, and refuse to move more than there is', async () => {
    const token = getDemoContractAddress('dollar')
    const call = (functionName: 'mint' | 'transfer', value: bigint) =>
      encodeFunctionData({
        abi: demoTokenAbi,
        functionName,
        args: [functionName === 'mint' ? alice.address : bob.address, value],
      })
    await send(token, call('mint', 100n))
    await send(token, call('transfer', 40n))
    const balanceOf = (holder: Address) =>
      devnet.client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [holder],
      })
    expect(await balanceOf(bob.address)).toBe(40n)
    expect(await balanceOf(alice.address)).toBe(60n)
    await expect(send(token, call('transfer', 61n))).rejects.toThrow('reverted')
  })

  test('spam: claims a balance and logs transfers nobody made', async () => {
    const token = getDemoContractAddress('spam')
    const { logs } = await send(
      token,
      encodeFunctionData({
        abi: spamTokenAbi,
        functionName: 'pretend',
        args: [safe.address, bob.address, 5n],
      }),
    )
    expect(logs).toHaveLength(1)
    const balance = await devnet.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [bob.address],
    })
    expect(balance).toBe(parseEther('4999'))
  })
})

test('the collectible draws its picture on the chain', async () => {
  const address = getDemoContractAddress('rings')
  await send(
    address,
    encodeFunctionData({
      abi: demoCollectibleAbi,
      functionName: 'mint',
      args: [safe.address],
    }),
  )
  const uri = await devnet.client.readContract({
    address,
    abi: demoCollectibleAbi,
    functionName: 'tokenURI',
    args: [1n],
  })
  const metadata = JSON.parse(decode(uri, 'application/json')) as {
    name: string
    image: string
  }
  expect(metadata.name).toBe('Rings #1')
  const picture = decode(metadata.image, 'image/svg+xml')
  expect(picture).toMatch(/^<svg xmlns=.*<circle .*<\/svg>$/)
})

function decode(uri: string, type: string): string {
  const prefix = `data:${type};base64,`
  expect(uri.startsWith(prefix)).toBe(true)
  return Buffer.from(uri.slice(prefix.length), 'base64').toString('utf8')
}

test('the collectible can be sent from safe to safe', async () => {
  const address = getDemoContractAddress('rings')
  const other = await deploySafe(devnet, {
    owners: [bob.address],
    threshold: 1,
  })
  await send(
    address,
    encodeFunctionData({
      abi: demoCollectibleAbi,
      functionName: 'mint',
      args: [safe.address],
    }),
  )
  await runTransaction(devnet, safe, {
    plan: {
      to: address,
      data: encodeFunctionData({
        abi: demoCollectibleAbi,
        functionName: 'safeTransferFrom',
        args: [safe.address, other.address, 2n],
      }),
    },
    signers: [alice],
  })
  const holder = await devnet.client.readContract({
    address,
    abi: demoCollectibleAbi,
    functionName: 'ownerOf',
    args: [2n],
  })
  expect(holder).toBe(other.address)
})

test('items reach a safe', async () => {
  const address = getDemoContractAddress('items')
  await send(
    address,
    encodeFunctionData({
      abi: demoItemsAbi,
      functionName: 'mint',
      args: [safe.address, 3n, 9n],
    }),
  )
  const balance = await devnet.client.readContract({
    address,
    abi: demoItemsAbi,
    functionName: 'balanceOf',
    args: [safe.address, 3n],
  })
  expect(balance).toBe(9n)
})

test.each([
  ['withReason', 'This contract always reverts'],
  ['withError', 'Refused'],
  ['withPanic', 'Panic'],
] as const)('AlwaysReverts refuses %s', async (functionName, expected) => {
  const attempt = devnet.client.simulateContract({
    address: getDemoContractAddress('alwaysReverts'),
    abi: alwaysRevertsAbi,
    functionName,
  })
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const revert =
    error instanceof ViemError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError))
    throw new Error('It did not revert.')
  expect([revert.reason, revert.data?.errorName]).toContain(expected)
})

test('SlotOverwriter replaces the singleton of a safe that delegatecalls it', async () => {
  const victim = await deploySafe(devnet, {
    owners: [alice.address],
    threshold: 1,
    saltNonce: 99n,
  })
  await runTransaction(devnet, victim, {
    plan: {
      to: getDemoContractAddress('slotOverwriter'),
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [bob.address, 0n],
      }),
      operation: 1,
    },
    signers: [alice],
  })
  const slot = await devnet.client.getStorageAt({
    address: victim.address,
    slot: '0x0',
  })
  expect(slot?.slice(-40)).toBe(bob.address.slice(2).toLowerCase())
})

test('price feeds answer like aggregators and remember rounds', async () => {
  const feed = {
    address: getDemoContractAddress('etherFeed'),
    abi: priceFeedAbi,
  } as const
  await send(
    feed.address,
    encodeFunctionData({
      ...feed,
      functionName: 'setAnswer',
      args: [3_000_00000000n],
    }),
  )
  const [roundId, answer, , updatedAt, answeredInRound] =
    await devnet.client.readContract({
      ...feed,
      functionName: 'latestRoundData',
    })
  const { timestamp } = await devnet.client.getBlock()
  expect({ roundId, answer, updatedAt, answeredInRound }).toEqual({
    roundId: 2n,
    answer: 3_000_00000000n,
    updatedAt: timestamp,
    answeredInRound: 2n,
  })
  expect(
    await devnet.client.readContract({ ...feed, functionName: 'decimals' }),
  ).toBe(8)
})

test('compiled code is within the limit of the chain', () => {
  for (const { contract } of Object.values(demoContracts))
    expect(getContract(contract).deployedBytecode.length / 2).toBeLessThan(
      24_576,
    )
})
