import {
  buildSignatures,
  encodeExecTransaction,
  type SafeSignature,
} from '@covault/protocol'
import {
  type AbiEvent,
  type Address,
  erc20Abi,
  formatUnits,
  type Hex,
  hashMessage,
  namehash,
  parseAbi,
  parseAbiItem,
  recoverAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from './accounts.js'
import { getDemoContractAddress, priceFeedAbi } from './demoContracts.js'
import { deploySafe } from './deploySafe.js'
import { deploySafeContracts } from './deploySafeContracts.js'
import { operations } from './scenarios/nested.js'
import type { ProposalEntry } from './scenarios/offChainPart.js'
import { treasury } from './scenarios/treasury.js'
import {
  type DemoWorld,
  describeDemoWorld,
  seedDemoWorld,
} from './seedDemoWorld.js'
import { sendTransaction } from './sendTransaction.js'
import { nameRegistryAddress } from './standIns.js'
import { type Devnet, startDevnet } from './startDevnet.js'

const { alice, bob, carol, erin } = demoAccounts

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
])

const day = 86_400

let devnets: Devnet[]
let world: DemoWorld
const progress: string[] = []

beforeAll(async () => {
  devnets = await Promise.all(
    [31337, 31338].map((chainId) => startDevnet({ chainId })),
  )
  world = await seedDemoWorld(devnets, {
    onProgress: ({ chainId, done, total }) =>
      progress.push(`${chainId} ${done === total ? 'ready' : 'seeding'}`),
  })
}, 120_000)
afterAll(() => Promise.all(devnets.map((devnet) => devnet.stop())))

function getDevnet(chainId: number): Devnet {
  const devnet = devnets.find((candidate) => candidate.chainId === chainId)
  if (!devnet) throw new Error(`Chain ${chainId} is not running.`)
  return devnet
}

async function getLogs(chainId: number, address: Address, event: AbiEvent) {
  return getDevnet(chainId).client.getLogs({ address, event, fromBlock: 0n })
}

test('reports its progress to the end on both chains', () => {
  expect(progress).toContain('31337 ready')
  expect(progress).toContain('31338 ready')
})

test('is describable as JSON without a chain', async () => {
  expect(JSON.parse(JSON.stringify(world))).toEqual(world)
  expect(await describeDemoWorld([31337, 31338])).toEqual(world)
})

test('puts every safe where it says', async () => {
  for (const { chainId, address } of world.safes) {
    const { client } = getDevnet(chainId)
    const contract = { address, abi: safeAbi } as const
    const owners = await client.readContract({
      ...contract,
      functionName: 'getOwners',
    })
    expect(owners.length).toBeGreaterThan(0)
  }
  expect(world.safes.map(({ chainId, name }) => `${chainId} ${name}`)).toEqual([
    '31337 Treasury',
    '31337 Alice alone',
    '31337 Operations',
    '31337 Old savings',
    '31338 Treasury',
  ])
})

describe.each([31337, 31338])('the Treasury on chain %i', (chainId) => {
  const read = <name extends 'nonce' | 'getThreshold' | 'getOwners'>(
    functionName: name,
  ) =>
    getDevnet(chainId).client.readContract({
      address: treasury.address,
      abi: safeAbi,
      functionName,
    })

  test('is a 2-of-3', async () => {
    expect(await read('getThreshold')).toBe(2n)
    expect(await read('getOwners')).toEqual(
      [alice, bob, carol].map(({ address }) => address),
    )
  })

  test.each([
    // Twice from others, once from itself: the rejection is an empty call.
    ['event SafeReceived(address indexed sender, uint256 value)', 3],
    ['event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)', 8],
    ['event ExecutionFailure(bytes32 indexed txHash, uint256 payment)', 1],
    ['event ExecutionFromModuleSuccess(address indexed module)', 2],
    ['event AddedOwner(address indexed owner)', 1],
    ['event RemovedOwner(address indexed owner)', 1],
    ['event EnabledModule(address indexed module)', 1],
  ])('has logged: %s, %i times', async (event, count) => {
    const logs = await getLogs(
      chainId,
      treasury.address,
      parseAbiItem(event) as AbiEvent,
    )
    expect(logs).toHaveLength(count)
  })

  test('holds what its history left', async () => {
    const { client } = getDevnet(chainId)
    const dollars = await client.readContract({
      address: getDemoContractAddress('dollar'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [treasury.address],
    })
    expect(formatUnits(dollars, 6)).toBe('55105.25')
    const ether = await client.getBalance(treasury)
    expect(formatUnits(ether, 18)).toBe('25.55')
  })

  test('began 41 days ago, and its chain is in the present', async () => {
    const { client } = getDevnet(chainId)
    const [creation] = await getLogs(
      chainId,
      treasury.address,
      parseAbiItem(
        'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
      ),
    )
    const { timestamp } = await client.getBlock({
      blockNumber: creation?.blockNumber ?? 0n,
    })
    const age = Date.now() / 1000 - Number(timestamp)
    expect(age / day).toBeCloseTo(41, 1)
    await getDevnet(chainId).mine()
    const head = await client.getBlock()
    expect(Math.abs(Date.now() / 1000 - Number(head.timestamp))).toBeLessThan(
      120,
    )
  })
})

test('has a nested safe whose owner approved by a transaction', async () => {
  const logs = await getLogs(
    31337,
    operations.address,
    parseAbiItem(
      'event ApproveHash(bytes32 indexed approvedHash, address indexed owner)',
    ),
  )
  expect(logs).toHaveLength(1)
})

test('has prices that are fresh', async () => {
  for (const { chainId, address, description } of world.priceFeeds) {
    const { client } = getDevnet(chainId)
    const feed = { address, abi: priceFeedAbi } as const
    const [, answer, , updatedAt] = await client.readContract({
      ...feed,
      functionName: 'latestRoundData',
    })
    expect(answer).toBeGreaterThan(0n)
    expect(Date.now() / 1000 - Number(updatedAt)).toBeLessThan(day)
    expect(
      await client.readContract({ ...feed, functionName: 'description' }),
    ).toBe(description)
  }
})

test('answers names forwards and backwards', async () => {
  const nameAbi = parseAbi([
    'function resolver(bytes32 node) view returns (address)',
    'function addr(bytes32 node) view returns (address)',
    'function name(bytes32 node) view returns (string)',
  ])
  for (const { chainId, address, name } of world.names) {
    const { client } = getDevnet(chainId)
    const resolve = async (node: Hex) =>
      client.readContract({
        address: nameRegistryAddress,
        abi: nameAbi,
        functionName: 'resolver',
        args: [node],
      })
    const node = namehash(name)
    const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
    expect(
      await client.readContract({
        address: await resolve(node),
        abi: nameAbi,
        functionName: 'addr',
        args: [node],
      }),
    ).toBe(address)
    expect(
      await client.readContract({
        address: await resolve(reverse),
        abi: nameAbi,
        functionName: 'name',
        args: [reverse],
      }),
    ).toBe(name)
  }
})

describe('the off-chain part', () => {
  const readHash = ({ chainId, safe, body }: ProposalEntry) =>
    getDevnet(chainId).client.readContract({
      address: safe,
      abi: safeAbi,
      functionName: 'getTransactionHash',
      args: [
        body.to,
        BigInt(body.value),
        body.data,
        body.operation,
        BigInt(body.safeTxGas),
        BigInt(body.baseGas),
        BigInt(body.gasPrice),
        body.gasToken,
        body.refundReceiver,
        BigInt(body.nonce),
      ],
    })

  const readSafe = async ({ chainId, safe }: ProposalEntry) => {
    const { client } = getDevnet(chainId)
    const contract = { address: safe, abi: safeAbi } as const
    return {
      nonce: await client.readContract({ ...contract, functionName: 'nonce' }),
      owners: await client.readContract({
        ...contract,
        functionName: 'getOwners',
      }),
    }
  }

  test('has the hashes the contracts compute', async () => {
    for (const proposal of world.offChain.proposals)
      expect(await readHash(proposal)).toBe(proposal.body.safeTxHash)
  })

  test('is signed by owners, or by a delegate of one', async () => {
    const isDelegate = (address: Address, safe: Address) =>
      world.offChain.delegates.some(
        ({ body }) => body.delegate === address && body.safe === safe,
      )
    for (const proposal of world.offChain.proposals) {
      const { owners } = await readSafe(proposal)
      const { safeTxHash: hash, sender, signature } = proposal.body
      expect(await recoverAddress({ hash, signature })).toBe(sender)
      expect(owners.includes(sender) || isDelegate(sender, proposal.safe)).toBe(
        true,
      )
      for (const confirmation of proposal.confirmations) {
        expect(owners).toContain(confirmation.signer)
        expect(
          await recoverAddress({ hash, signature: confirmation.signature }),
        ).toBe(confirmation.signer)
      }
    }
    expect(
      world.offChain.proposals.some(({ body }) => body.sender === erin.address),
    ).toBe(true)
  })

  test('begins at the nonce of each safe, with a conflict', async () => {
    const getNonces = (safe: Address, chainId: number) =>
      world.offChain.proposals
        .filter((entry) => entry.safe === safe && entry.chainId === chainId)
        .map(({ body }) => body.nonce)
    for (const proposal of world.offChain.proposals) {
      const [first] = getNonces(proposal.safe, proposal.chainId)
      const { nonce } = await readSafe(proposal)
      expect(first).toBe(String(nonce))
    }
    const treasuryNonces = getNonces(treasury.address, 31337)
    expect(treasuryNonces).toEqual(['9', '9', '10', '11', '12'])
  })

  test('contains a transaction that can be executed as it is', async () => {
    const ready = world.offChain.proposals.find(
      ({ confirmations }) => confirmations.length === 1,
    )
    if (!ready) throw new Error('No proposal has two signatures.')
    const { body, safe, confirmations } = ready
    const signatures: SafeSignature[] = [
      { signer: body.sender, signature: body.signature },
      ...confirmations,
    ].map(({ signer, signature }) => ({
      kind: 'ecdsa',
      signer,
      data: signature,
    }))
    const devnet = getDevnet(ready.chainId)
    const snapshot = await devnet.snapshot()
    const { logs } = await sendTransaction(devnet.client, {
      account: alice,
      to: safe,
      data: encodeExecTransaction(
        {
          ...body,
          value: BigInt(body.value),
          safeTxGas: BigInt(body.safeTxGas),
          baseGas: BigInt(body.baseGas),
          gasPrice: BigInt(body.gasPrice),
        },
        buildSignatures(signatures),
      ),
    })
    await devnet.revert(snapshot)
    expect(logs.length).toBeGreaterThan(0)
  })

  test('has messages with the hashes the fallback handler computes', async () => {
    for (const { chainId, safe, messageHash, body } of world.offChain
      .messages) {
      const hash = await getDevnet(chainId).client.readContract({
        address: safe,
        abi: safeAbi,
        functionName: 'getMessageHash',
        args: [hashMessage(body.message)],
      })
      expect(hash).toBe(messageHash)
      expect(await recoverAddress({ hash, signature: body.signature })).toBe(
        alice.address,
      )
    }
    expect(world.offChain.messages.length).toBeGreaterThan(0)
  })
})

test('leaves seeded chains alone', async () => {
  const heights = () =>
    Promise.all(devnets.map(({ client }) => client.getBlockNumber()))
  const before = await heights()
  expect(await seedDemoWorld(devnets)).toEqual(world)
  expect(await heights()).toEqual(before)
})

test('begins again on a chain that was stopped while seeding', async () => {
  const devnet = await startDevnet({ chainId: 31338 })
  await deploySafeContracts(devnet)
  await deploySafe(devnet, treasury.plan)
  await seedDemoWorld([devnet])
  const nonce = await devnet.client.readContract({
    address: treasury.address,
    abi: safeAbi,
    functionName: 'nonce',
  })
  await devnet.stop()
  expect(nonce).toBe(9n)
}, 120_000)
