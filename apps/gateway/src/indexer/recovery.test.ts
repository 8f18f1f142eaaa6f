import {
  type DeployedSafe,
  demoAccounts,
  sendTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  buildSignatures,
  encodeExecTransaction,
  encodeMultiSend,
  fallbackHandlers,
  findDeployment,
  migrations,
  multiSends,
  singletons,
} from '@covault/protocol'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  padHex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toBytes } from '../store/bytes.js'
import { readStates } from '../store/safeStates.js'
import { readTimelinePage } from '../store/timeline.js'
import { readIncoming } from '../store/transferReads.js'
import { placeEmitter, placeFixedCall } from '../testing/emitter.js'
import { type FaultyRpc, refuseTraces } from '../testing/faultyRpc.js'
import { topic, word } from '../testing/forgeries.js'
import { storeProposal } from '../testing/proposals.js'
import {
  follow,
  listExecutions,
  listLines,
  openScene,
  type Scene,
} from '../testing/scene.js'
import { sendBlock } from '../testing/sendBlock.js'
import { catchUp, expectSameAsChain } from '../testing/testWorld.js'
import { fillCreations } from './fillCreations.js'
import { fillDetails } from './fillDetails.js'
import type { FollowedChain } from './followedChain.js'

const { alice, bob, carol, dave } = demoAccounts

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 300_000 })

let scene: Scene
let proxy: FaultyRpc
let chain: FollowedChain
let emitters: Address[]

beforeAll(async () => {
  scene = await openScene({ firstSalt: 7000n })
  const { devnet } = scene
  proxy = await scene.newProxy()
  emitters = await Promise.all(
    ([0, 1, 2, 3, 4] as const).map((count) => placeEmitter(devnet, count)),
  )
  chain = await scene.newChain({ urls: [proxy.url] })
}, 600_000)
afterAll(() => scene.stop())

const run = (safe: DeployedSafe, plan: TransactionPlan) =>
  scene.run(safe, plan, { gas: 5_000_000n })

test('18: executions in a batch of calls are read from the outer calldata @full', async () => {
  const safe = await scene.newSafe({ l2: false })
  await follow(chain, safe.address)
  const signed = await Promise.all(
    [0n, 1n].map((nonce) =>
      signTransaction(safe, {
        plan: { to: dave.address, value: nonce + 1n, nonce },
        signers: [alice],
      }),
    ),
  )
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  await sendBlock(scene.devnet, [
    {
      account: bob,
      to: findDeployment(callOnly, safe)?.address ?? zeroAddress,
      data: encodeMultiSend(
        signed.map(({ transaction, signatures }) => ({
          to: safe.address,
          value: 0n,
          operation: 0,
          data: encodeExecTransaction(transaction, buildSignatures(signatures)),
        })),
      ),
      gas: 2_000_000n,
    },
  ])
  await catchUp(chain)
  const { rows } = {
    rows: await chain.store
      .selectFrom('multisig_tx')
      .select(['details', 'nonce'])
      .where('safe', '=', Buffer.from(safe.address.slice(2), 'hex'))
      .orderBy('nonce')
      .execute(),
  }
  expect(rows).toEqual([
    { details: 'batch', nonce: '0' },
    { details: 'batch', nonce: '1' },
  ])
  await expectSameAsChain(chain, [safe.address])
})

test('20: after a migration the version and singleton are what slot 0 says @full', async () => {
  const safe = await scene.newSafe({ version: '1.3.0', l2: false })
  await follow(chain, safe.address)
  const library = migrations.find(
    ({ contract, version }) =>
      contract === 'SafeMigration' && version === '1.4.1',
  )
  await run(safe, {
    to: library?.address ?? zeroAddress,
    operation: 1,
    data: encodeFunctionData({
      abi: parseAbi(['function migrateL2Singleton()']),
    }),
  })
  await catchUp(chain)
  const l2 = singletons.find(({ version, l2 }) => version === '1.4.1' && l2)
  expect(await readState(safe.address)).toMatchObject({
    version: '1.4.1+L2',
    singleton: l2?.address,
    nonce: 1n,
    verified: true,
  })
  await expectSameAsChain(chain, [safe.address])
})

test('20: a queue made for a domain without the chain is kept and marked @full', async () => {
  const safe = await scene.newSafe({ version: '1.1.1' })
  await follow(chain, safe.address)
  const queued = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n, nonce: 7n },
    signers: [alice],
  })
  await storeProposal(chain.store, queued)
  const target = findDeployment(singletons, {
    version: '1.3.0',
    chainId: 31337,
  })
  await run(safe, {
    to: safe.address,
    data: encodeFunctionData({
      abi: parseAbi(['function changeMasterCopy(address)']),
      args: [target?.address ?? zeroAddress],
    }),
  })
  await catchUp(chain)
  expect((await readState(safe.address))?.version).toMatch(/^1\.3\.0/)
  const row = await chain.store
    .selectFrom('multisig_tx')
    .select(['invalidated', 'note'])
    .where('safe_tx_hash', '=', Buffer.from(queued.safeTxHash.slice(2), 'hex'))
    .executeTakeFirstOrThrow()
  expect(row.note).toBe('a note')
  expect(row.invalidated).toContain('signs differently')
})

test.each(['1.4.1', '1.5.0'] as const)(
  '20: a %s safe that its setup made an L2 one is one from its first block @full',
  async (version) => {
    const every = await scene.newChain({ settings: { factoryMode: true } })
    await catchUp(every)
    const [one, two] = [false, true].map((l2) =>
      findDeployment(
        singletons.filter((each) => each.l2 === l2),
        {
          version,
          chainId: 31337,
        },
      ),
    )
    const library = findLibrary('SafeToL2Setup', version)
    const safe = await scene.newSafe({
      version,
      l2: false,
      setupCall: {
        to: library,
        data: encodeFunctionData({
          abi: parseAbi(['function setupToL2(address)']),
          args: [two?.address ?? zeroAddress],
        }),
      },
    })
    const { safeTxHash } = await run(safe, { to: dave.address, value: 2n })
    await follow(chain, safe.address)
    await catchUp(every)
    for (const { store, chainId } of [chain, every]) {
      const { address } = safe
      const states = await readStates(store, { chainId, safes: [address] })
      expect(states.get(address)).toMatchObject({
        singleton: two?.address,
        version: `${version}+L2`,
        verified: true,
      })
    }
    const created = await every.store
      .selectFrom('safe')
      .select('singleton')
      .where('address', '=', toBytes(safe.address))
      .executeTakeFirstOrThrow()
    expect(created.singleton?.toString('hex')).toBe(
      one?.address.slice(2).toLowerCase(),
    )
    expect(await readDetails(safeTxHash)).toMatchObject({ details: 'log' })
    await expectSameAsChain(chain, [safe.address])
  },
)

test.each(['1.3.0', '1.4.1'] as const)(
  '20: what a migration of a %s safe to L2 announces in its name is one execution @full',
  async (version) => {
    const safe = await scene.newSafe({ version, l2: false })
    await follow(chain, safe.address)
    const l2 = findDeployment(
      singletons.filter((each) => each.l2),
      {
        version,
        chainId: 31337,
      },
    )
    const { safeTxHash } = await run(safe, {
      to: findLibrary('SafeToL2Migration', '1.4.1'),
      operation: 1,
      data: encodeFunctionData({
        abi: parseAbi(['function migrateToL2(address)']),
        args: [l2?.address ?? zeroAddress],
      }),
    })
    await catchUp(chain)
    expect(await readState(safe.address)).toMatchObject({
      singleton: l2?.address,
      version: `${version}+L2`,
      nonce: 1n,
      verified: true,
    })
    expect(await listExecutions(chain, safe.address)).toHaveLength(1)
    const row = await readDetails(safeTxHash)
    expect(row).toMatchObject({ details: 'calldata', nonce: '0' })
    expect(row.signatures?.length).toBe(65)
    const after = await run(safe, { to: dave.address, value: 2n })
    await catchUp(chain)
    expect(await readDetails(after.safeTxHash)).toMatchObject({
      details: 'log',
    })
    await expectSameAsChain(chain, [safe.address])
  },
)

test('20: a 1.1.1 safe that a migration sets up again keeps its owners, its execution and its queue @full', async () => {
  const safe = await scene.newSafe({ version: '1.1.1' })
  await follow(chain, safe.address)
  const queued = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n, nonce: 7n },
    signers: [alice],
  })
  await storeProposal(chain.store, queued)
  const plan = { version: '1.4.1' as const, chainId: 31337 }
  const l2 = findDeployment(
    singletons.filter((each) => each.l2),
    plan,
  )
  const handler = findDeployment(fallbackHandlers, plan)
  const { safeTxHash } = await run(safe, {
    to: findLibrary('SafeToL2Migration', '1.4.1'),
    operation: 1,
    data: encodeFunctionData({
      abi: parseAbi(['function migrateFromV111(address, address)']),
      args: [l2?.address ?? zeroAddress, handler?.address ?? zeroAddress],
    }),
  })
  await catchUp(chain)
  expect(await readState(safe.address)).toMatchObject({
    owners: [alice.address],
    singleton: l2?.address,
    version: '1.4.1+L2',
    fallbackHandler: handler?.address,
    nonce: 1n,
  })
  expect(await listExecutions(chain, safe.address)).toHaveLength(1)
  expect(await readDetails(safeTxHash)).toMatchObject({ nonce: '0' })
  const { invalidated } = await readDetails(queued.safeTxHash)
  expect(invalidated).toContain('signs differently')
  await expectSameAsChain(chain, [safe.address])
})

const operationAbi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
])

/** A bundle of one or more operations that pay, as the entry points take it. */
function encodeBundle(
  version: '0.6' | '0.7',
  parameters: { safe: Address; values: readonly bigint[] },
): Hex {
  const operations = parameters.values.map((value, index) => ({
    sender: parameters.safe,
    nonce: BigInt(index),
    initCode: '0x' as Hex,
    callData: encodeFunctionData({
      abi: operationAbi,
      functionName: 'executeUserOp',
      args: [dave.address, value, '0x', 0],
    }),
    preVerificationGas: 0n,
    paymasterAndData: '0x' as Hex,
    signature: '0x' as Hex,
  }))
  const word = padHex('0x', { size: 32 })
  const old = {
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
  }
  return version === '0.6'
    ? encodeFunctionData({
        abi: [operationAbi[1]],
        args: [operations.map((each) => ({ ...each, ...old })), bob.address],
      })
    : encodeFunctionData({
        abi: [operationAbi[2]],
        args: [
          operations.map((each) => ({
            ...each,
            accountGasLimits: word,
            gasFees: word,
          })),
          bob.address,
        ],
      })
}

test.each(['0.6', '0.7'] as const)(
  '18: what a user operation of entry point %s executed is read from the bundle @full',
  async (version) => {
    const safe = await scene.newSafe({ l2: false })
    // Acts as the entry point and the safe's module in one.
    const module = await placeFixedCall(scene.devnet, {
      to: safe.address,
      data: encodeFunctionData({
        abi: parseAbi([
          'function execTransactionFromModule(address,uint256,bytes,uint8) returns (bool)',
        ]),
        args: [dave.address, 5n, '0x', 0],
      }),
    })
    await run(safe, {
      to: safe.address,
      data: encodeFunctionData({
        abi: parseAbi(['function enableModule(address)']),
        args: [module],
      }),
    })
    await follow(chain, safe.address)
    proxy.setFault(refuseTraces)
    const bundle = (values: readonly bigint[]) =>
      sendTransaction(scene.devnet.client, {
        account: bob,
        to: module,
        data: encodeBundle(version, { safe: safe.address, values }),
        gas: 1_000_000n,
      })
    await bundle([5n])
    // One of two left a log: which one is not said.
    await bundle([6n, 5n])
    await catchUp(chain)
    const readRows = () =>
      chain.store
        .selectFrom('module_tx')
        .select(['details', 'value'])
        .where('safe', '=', toBytes(safe.address))
        .orderBy('block_number')
        .execute()
    expect(await readRows()).toEqual([
      { details: 'batch', value: '5' },
      { details: 'unavailable', value: null },
    ])
    proxy.setFault(() => undefined)
    await fillDetails(chain)
    expect(await readRows()).toEqual([
      { details: 'batch', value: '5' },
      { details: 'trace', value: '5' },
    ])
    const paid = (await listLines(chain, safe.address)).filter((line) =>
      / native out .* 5 t$/.test(line),
    )
    expect(paid).toHaveLength(2)
    await expectSameAsChain(chain, [safe.address])
  },
)

function findLibrary(
  contract: 'SafeToL2Setup' | 'SafeToL2Migration',
  version: '1.4.1' | '1.5.0',
): Address {
  const found = migrations.find(
    (each) => each.contract === contract && each.version === version,
  )
  return found?.address ?? zeroAddress
}

async function readDetails(safeTxHash: Hex) {
  return chain.store
    .selectFrom('multisig_tx')
    .select(['details', 'nonce', 'signatures', 'invalidated'])
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .executeTakeFirstOrThrow()
}

async function readState(safe: Address) {
  const { store, chainId } = chain
  return (await readStates(store, { chainId, safes: [safe] })).get(safe)
}

test('every leg of a batch that pays native currency is a transfer @full', async () => {
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  await run(safe, {
    to: findDeployment(callOnly, safe)?.address ?? zeroAddress,
    operation: 1,
    data: encodeMultiSend(
      [carol.address, dave.address].map((to, index) => ({
        to,
        value: BigInt(index + 11),
        operation: 0 as const,
        data: '0x',
      })),
    ),
  })
  await catchUp(chain)
  const paid = (await listLines(chain, safe.address)).filter((line) =>
    / native out /.test(line),
  )
  expect(paid.map((line) => line.split(' ').at(-2))).toEqual(['11', '12'])
})

test('reads tokens and items that arrive, and knows senders that only look like someone who was paid @full', async () => {
  const safe = await scene.newSafe()
  await follow(chain, safe.address)
  const { store, chainId } = chain
  const friend = '0xabcd000000000000000000000000000000001234'
  const imitator = '0xabcd111111111111111111111111111111111234'
  await run(safe, { to: friend, value: 1n })
  const token = (topics: Hex[], data: Hex) =>
    sendBlock(scene.devnet, [
      {
        account: dave,
        to: emitters[topics.length] ?? zeroAddress,
        data: concat([...topics, data]),
      },
    ])
  const transfer = topic('Transfer(address,address,uint256)')
  await token([transfer, word(imitator), word(safe.address)], word(5n))
  await token([transfer, word(friend), word(safe.address)], word(6n))
  await token([transfer, word(bob.address), word(safe.address), word(9n)], '0x')
  await token(
    [
      topic('TransferBatch(address,address,address,uint256[],uint256[])'),
      word(bob.address),
      word(bob.address),
      word(safe.address),
    ],
    encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
      [1n, 2n],
      [10n, 20n],
    ]),
  )
  await catchUp(chain)
  const lines = (await listLines(chain, safe.address)).filter((line) =>
    line.startsWith('transfer'),
  )
  const arrived = lines
    .filter((line) => / (erc20|erc721|erc1155) in /.test(line))
    .map((line) => line.split(' '))
    .map((parts) => [parts[5], parts[10], parts[11]])
  expect(arrived).toEqual([
    ['erc20', '-', '5'],
    ['erc20', '-', '6'],
    ['erc721', '9', '1'],
    ['erc1155', '1', '10'],
    ['erc1155', '2', '20'],
  ])
  const incoming = await readIncoming(store, {
    ...{ chainId, safe: safe.address, filter: {}, limit: 20 },
  })
  const imitations = incoming.filter(({ imitation }) => imitation)
  expect(imitations.map(({ from }) => from.toLowerCase())).toEqual([imitator])
  await expectSameAsChain(chain, [safe.address])
})

test('finds how a followed safe was created where the factories are not followed @full', async () => {
  const safe = await scene.newSafe({ saltNonce: 777n })
  await follow(chain, safe.address)
  expect(await fillCreations(chain)).toBeGreaterThan(0)
  const row = await chain.store
    .selectFrom('safe')
    .select(['creation_block', 'creator', 'factory', 'salt_nonce'])
    .where('address', '=', Buffer.from(safe.address.slice(2), 'hex'))
    .executeTakeFirstOrThrow()
  expect(row.salt_nonce).toBe('777')
  expect(row.creator?.toString('hex')).toBe(
    demoAccounts.deployer.address.slice(2).toLowerCase(),
  )
  const { transactionHash } = safe
  const page = await readTimelinePage(chain.store, {
    chainId: 31337,
    safe: safe.address,
    limit: 10,
  })
  expect(page.at(-1)).toMatchObject({
    kind: 'creation',
    txHash: transactionHash,
  })
})
