import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  sendTransaction,
  signTransaction,
} from '@covault/devnet'
import {
  buildSignatures,
  encodeExecTransaction,
  encodeMultiSend,
  findDeployment,
  hashSafeTransaction,
  migrations,
  multiSends,
  type SafeTransaction,
  singletons,
} from '@covault/protocol'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  padHex,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listHistoryLines } from '../store/history.js'
import { listSafesOfOwner, readStates } from '../store/safeStates.js'
import { readTimelinePage } from '../store/timeline.js'
import { findImitations } from '../store/transfers.js'
import { placeEmitter, placeForwarder } from '../testing/emitter.js'
import { type FaultyRpc, startFaultyRpc } from '../testing/faultyRpc.js'
import { storeProposal } from '../testing/proposals.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  startTestWorld,
  type TestWorld,
  watch,
} from '../testing/testWorld.js'
import { fillCreations } from './fillCreations.js'
import { fillDetails } from './fillDetails.js'
import type { FollowedChain } from './followedChain.js'

const { alice, bob, carol, dave } = demoAccounts
const forger = '0x00000000000000000000000000000000DeaDBeef'
const someHash = keccak256('0x1234')
const everything = 10n ** 12n

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

let world: TestWorld
let proxy: FaultyRpc
let chain: FollowedChain
/** An L2 safe whose every transaction runs somebody's code in its name. */
let victim: DeployedSafe
let emitters: Address[]
let forwarder: Address
let salt = 5000n

beforeAll(async () => {
  world = await startTestWorld()
  const { devnet } = world
  proxy = await startFaultyRpc(devnet.url)
  emitters = await Promise.all(
    ([0, 1, 2, 3, 4] as const).map((count) => placeEmitter(devnet, count)),
  )
  forwarder = await placeForwarder(devnet)
  const { store } = await world.openDatabase()
  chain = createTestChain({ store, urls: [proxy.url] })
  await catchUp(chain)
  victim = await newSafe()
  await follow(victim.address)
}, 120_000)
afterAll(async () => {
  await proxy.stop()
  await world.stop()
})

async function newSafe(plan: Partial<Parameters<typeof deploySafe>[1]> = {}) {
  const safe = await deploySafe(world.devnet, {
    owners: [alice.address],
    threshold: 1,
    saltNonce: ++salt,
    ...plan,
  })
  await sendTransaction(world.devnet.client, {
    account: dave,
    to: safe.address,
    value: 1_000n,
  })
  return safe
}

async function follow(safe: Address) {
  await catchUp(chain)
  await watch(chain, safe)
  await catchUp(chain)
}

const readLines = (safe: Address, of = chain) =>
  listHistoryLines(of.store, { chainId: 31337, safe, upTo: everything })

const run = (
  safe: DeployedSafe,
  plan: { to: Address; data?: Hex; operation?: 0 | 1; value?: bigint },
) =>
  runTransaction(world.devnet, safe, {
    plan,
    signers: [alice],
    gas: 5_000_000n,
  })

type Log = { topics: Hex[]; data?: Hex }

const word = (value: Hex | bigint) =>
  padHex(typeof value === 'bigint' ? `0x${value.toString(16)}` : value, {
    size: 32,
  })

const topic = (signature: string) => keccak256(stringToHex(signature))

/** Makes a safe say these things, all in one transaction. */
async function forge(safe: DeployedSafe, logs: readonly Log[]) {
  const multiSend = findDeployment(
    multiSends.filter(({ callOnly }) => !callOnly),
    safe,
  )
  return run(safe, {
    to: multiSend?.address ?? zeroAddress,
    operation: 1,
    data: encodeMultiSend(
      logs.map(({ topics, data = '0x' }) => ({
        to: emitters[topics.length] ?? zeroAddress,
        operation: 1,
        value: 0n,
        data: concat([...topics, data]),
      })),
    ),
  })
}

const forgedTransaction: SafeTransaction = {
  to: forger,
  value: 77n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 0n,
}

function announce(transaction: SafeTransaction): Log {
  const additional = encodeAbiParameters(
    parseAbiParameters('uint256, address, uint256'),
    [transaction.nonce, alice.address, 1n],
  )
  return {
    topics: [
      topic(
        'SafeMultiSigTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes,bytes)',
      ),
    ],
    data: encodeAbiParameters(
      parseAbiParameters(
        'address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes, bytes',
      ),
      [
        transaction.to,
        transaction.value,
        transaction.data,
        transaction.operation,
        0n,
        0n,
        0n,
        zeroAddress,
        zeroAddress,
        padHex('0x1b', { size: 65 }),
        additional,
      ],
    ),
  }
}

function succeed(hash: Hex): Log {
  return {
    topics: [topic('ExecutionSuccess(bytes32,uint256)'), hash],
    data: word(0n),
  }
}

const hashOf = (transaction: SafeTransaction) =>
  hashSafeTransaction(
    { chainId: 31337, safe: victim.address, version: victim.version },
    transaction,
  )

const forgeries: Record<string, () => Log[]> = {
  AddedOwner: () => [{ topics: [topic('AddedOwner(address)'), word(forger)] }],
  RemovedOwner: () => [
    { topics: [topic('RemovedOwner(address)'), word(alice.address)] },
  ],
  ChangedThreshold: () => [
    { topics: [topic('ChangedThreshold(uint256)')], data: word(9n) },
  ],
  EnabledModule: () => [
    { topics: [topic('EnabledModule(address)'), word(forger)] },
  ],
  DisabledModule: () => [
    { topics: [topic('DisabledModule(address)'), word(forger)] },
  ],
  ChangedGuard: () => [
    { topics: [topic('ChangedGuard(address)'), word(forger)] },
  ],
  ChangedModuleGuard: () => [
    { topics: [topic('ChangedModuleGuard(address)'), word(forger)] },
  ],
  ChangedFallbackHandler: () => [
    { topics: [topic('ChangedFallbackHandler(address)'), word(forger)] },
  ],
  ChangedMasterCopy: () => [
    { topics: [topic('ChangedMasterCopy(address)')], data: word(forger) },
  ],
  SafeSetup: () => [
    {
      topics: [
        topic('SafeSetup(address,address[],uint256,address,address)'),
        word(forger),
      ],
      data: encodeAbiParameters(
        parseAbiParameters('address[], uint256, address, address'),
        [[forger], 1n, forger, forger],
      ),
    },
  ],
  ExecutionSuccess: () => [succeed(someHash)],
  'ExecutionSuccess of an announced rival': () => [
    announce(forgedTransaction),
    succeed(hashOf(forgedTransaction)),
  ],
  'ExecutionSuccess of a transaction to come': () => {
    const transaction = { ...forgedTransaction, nonce: 500n }
    return [announce(transaction), succeed(hashOf(transaction))]
  },
  ExecutionFailure: () => [
    {
      topics: [topic('ExecutionFailure(bytes32,uint256)'), someHash],
      data: word(0n),
    },
  ],
  ExecutionFailed: () => [
    { topics: [topic('ExecutionFailed(bytes32)')], data: someHash },
  ],
  ExecutionFromModuleSuccess: () => [
    { topics: [topic('ExecutionFromModuleSuccess(address)'), word(forger)] },
  ],
  ExecutionFromModuleFailure: () => [
    { topics: [topic('ExecutionFromModuleFailure(address)'), word(forger)] },
  ],
  SafeModuleTransaction: () => [
    {
      topics: [
        topic('SafeModuleTransaction(address,address,uint256,bytes,uint8)'),
      ],
      data: encodeAbiParameters(
        parseAbiParameters('address, address, uint256, bytes, uint8'),
        [forger, forger, 5n, '0x', 0],
      ),
    },
    { topics: [topic('ExecutionFromModuleSuccess(address)'), word(forger)] },
  ],
  ApproveHash: () => [
    {
      topics: [
        topic('ApproveHash(bytes32,address)'),
        someHash,
        word(alice.address),
      ],
    },
  ],
  SignMsg: () => [{ topics: [topic('SignMsg(bytes32)'), someHash] }],
  SafeReceived: () => [
    {
      topics: [topic('SafeReceived(address,uint256)'), word(forger)],
      data: word(10n ** 20n),
    },
  ],
  'Transfer of a token that the safe is not': () => [
    {
      topics: [
        topic('Transfer(address,address,uint256)'),
        word(forger),
        word(victim.address),
      ],
      data: word(10n ** 20n),
    },
  ],
}

/** Lines that say something about the safe, without its raw logs. */
const withoutLogs = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith('log '))

test.each(Object.keys(forgeries))(
  '16: a forged %s changes nothing that is reported',
  async (name) => {
    const before = withoutLogs(await readLines(victim.address))
    const { safeTxHash } = await forge(victim, forgeries[name]?.() ?? [])
    await catchUp(chain)
    const after = withoutLogs(await readLines(victim.address))
    const added = after.filter((line) => !before.includes(line))
    // The transaction that forged is itself real: its execution and its item.
    expect(added.map((line) => line.split(' ')[0]).sort()).toEqual([
      'execution',
      'timeline',
    ])
    expect(added.every((line) => line.includes(safeTxHash))).toBe(true)
    expect(before.every((line) => after.includes(line))).toBe(true)
    const state = await readState(victim.address)
    expect(state).toMatchObject({ owners: [alice.address], threshold: 1n })
    expect(state?.modules).toEqual([])
    expect(state?.guard).toBeNull()
    expect(state?.singleton).toBe('0x29fcB43b46531BcA003ddC8FCB67FFE91900C762')
  },
)

async function readState(safe: Address) {
  const { store, chainId } = chain
  return (await readStates(store, { chainId, safes: [safe] })).get(safe)
}

test('16: the past is read as critically as the present', async () => {
  const { store } = await world.openDatabase()
  const late = createTestChain({ store, urls: [world.devnet.url] })
  await catchUp(late)
  await watch(late, victim.address)
  await catchUp(late)
  expect(withoutLogs(await readLines(victim.address, late))).toEqual(
    withoutLogs(await readLines(victim.address)),
  )
})

test('16: a queued proposal that a forged log calls executed stays queued', async () => {
  const safe = await newSafe({ l2: false })
  await follow(safe.address)
  const queued = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n, nonce: 1n },
    signers: [alice],
  })
  await storeProposal(chain.store, queued)
  await forge(safe, [succeed(queued.safeTxHash)])
  await catchUp(chain)
  const lines = await readLines(safe.address)
  expect(lines.some((line) => line.includes(queued.safeTxHash))).toBe(false)
})

test('16: a proxy that no known factory made is not found by a log alone', async () => {
  const { store } = await world.openDatabase()
  const all = createTestChain({
    store,
    urls: [world.devnet.url],
    settings: { factoryMode: true },
  })
  await catchUp(all)
  await sendTransaction(world.devnet.client, {
    account: dave,
    to: emitters[2] ?? zeroAddress,
    data: concat([
      topic('ProxyCreation(address,address)'),
      word(forger),
      word(forger),
    ]),
  })
  await catchUp(all)
  const owned = await listSafesOfOwner(store, {
    chainId: 31337,
    owner: alice.address,
  })
  expect(owned).toContain(victim.address)
  expect(owned).not.toContain(forger)
})

test('17: what cannot be decoded is kept raw, and reading goes on', async () => {
  await forge(victim, [
    { topics: [topic('AddedOwner(address)')], data: '0x1234' },
    { topics: [topic('ExecutionSuccess(bytes32,uint256)')], data: '0x' },
    { ...announce(forgedTransaction), data: padHex('0xff', { size: 100_000 }) },
    { topics: [] },
  ])
  const { safeTxHash } = await run(victim, { to: dave.address, value: 1n })
  await catchUp(chain)
  const lines = await readLines(victim.address)
  expect(lines.join('\n')).toContain(safeTxHash)
  const flaws = lines.filter((line) =>
    /^log .*(outOfBounds|topicCount|dirty)/.test(line),
  )
  expect(flaws.length).toBeGreaterThanOrEqual(2)
})

test('18: an execution inside of a contract is known by hash only, until a node traces it', async () => {
  const safe = await newSafe({ l2: false })
  await follow(safe.address)
  proxy.setFault(({ method }) =>
    method.startsWith('debug_') || method.startsWith('trace_')
      ? { error: { code: -32601, message: 'Method not found' } }
      : undefined,
  )
  const signed = await signTransaction(safe, {
    plan: { to: dave.address, value: 3n, nonce: 0n },
    signers: [alice],
  })
  const { transaction, signatures, safeTxHash } = signed
  await sendTransaction(world.devnet.client, {
    account: bob,
    to: forwarder,
    data: concat([
      word(safe.address),
      encodeExecTransaction(transaction, buildSignatures(signatures)),
    ]),
    gas: 1_000_000n,
  })
  await catchUp(chain)
  const readRow = () =>
    chain.store
      .selectFrom('multisig_tx')
      .select(['details', 'nonce', 'success', 'executor'])
      .where('safe_tx_hash', '=', Buffer.from(safeTxHash.slice(2), 'hex'))
      .executeTakeFirstOrThrow()
  expect(await readRow()).toMatchObject({
    details: 'unavailable',
    nonce: null,
    success: true,
  })
  proxy.setFault(() => undefined)
  expect(await fillDetails(chain)).toBeGreaterThan(0)
  expect(await readRow()).toMatchObject({ details: 'trace', nonce: '0' })
  const lines = await readLines(safe.address)
  expect(lines.some((line) => / native out .* 3 t$/.test(line))).toBe(true)
  await expectSameAsChain(chain, [safe.address])
})

test('18: executions in a batch of calls are read from the outer calldata', async () => {
  const safe = await newSafe({ l2: false })
  await follow(safe.address)
  const signed = await Promise.all(
    [0n, 1n].map((nonce) =>
      signTransaction(safe, {
        plan: { to: dave.address, value: nonce + 1n, nonce },
        signers: [alice],
      }),
    ),
  )
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  await sendTransaction(world.devnet.client, {
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
  })
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

test('19: two executions and a failed module call in one transaction are told apart', async () => {
  const safe = await newSafe()
  await follow(safe.address)
  await run(safe, {
    to: safe.address,
    data: encodeFunctionData({
      abi: parseAbi(['function enableModule(address)']),
      args: [forwarder],
    }),
  })
  const signed = await Promise.all(
    [1n, 2n].map((nonce) =>
      signTransaction(safe, {
        // The second fails inside and says so: it pays for its gas.
        plan:
          nonce === 1n
            ? { to: dave.address, value: 1n, nonce }
            : {
                to: safe.address,
                data: '0x12345678',
                nonce,
                safeTxGas: 50_000n,
              },
        signers: [alice],
      }),
    ),
  )
  const moduleCall = encodeFunctionData({
    abi: parseAbi([
      'function execTransactionFromModule(address,uint256,bytes,uint8) returns (bool)',
    ]),
    args: [safe.address, 10n ** 30n, '0x', 0],
  })
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  await sendTransaction(world.devnet.client, {
    account: bob,
    to: findDeployment(callOnly, safe)?.address ?? zeroAddress,
    data: encodeMultiSend([
      ...signed.map(({ transaction, signatures }) => ({
        to: safe.address,
        value: 0n,
        operation: 0 as const,
        data: encodeExecTransaction(transaction, buildSignatures(signatures)),
      })),
      {
        to: forwarder,
        value: 0n,
        operation: 0,
        data: concat([word(safe.address), moduleCall]),
      },
    ]),
    gas: 5_000_000n,
  })
  await catchUp(chain)
  const lines = await readLines(safe.address)
  const about = (hash: Hex | undefined) =>
    lines.find(
      (line) => line.startsWith('execution') && line.includes(hash ?? '-'),
    )
  expect(about(signed[0]?.safeTxHash)).toMatch(/ t 0 1$/)
  expect(about(signed[1]?.safeTxHash)).toMatch(/ f \d+ 2$/)
  const modules = lines.filter((line) => line.startsWith('module'))
  expect(modules).toHaveLength(1)
  expect(modules[0]).toMatch(/ f$/)
  await expectSameAsChain(chain, [safe.address])
})

test('20: after a migration the version and singleton are what slot 0 says', async () => {
  const safe = await newSafe({ version: '1.3.0', l2: false })
  await follow(safe.address)
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

test('20: a queue made for a domain without the chain is kept and marked', async () => {
  const safe = await newSafe({ version: '1.1.1' })
  await follow(safe.address)
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

test('every leg of a batch that pays native currency is a transfer', async () => {
  const safe = await newSafe()
  await follow(safe.address)
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
  const paid = (await readLines(safe.address)).filter((line) =>
    / native out /.test(line),
  )
  expect(paid.map((line) => line.split(' ').at(-2))).toEqual(['11', '12'])
})

test('reads tokens and items that arrive, and knows senders that only look like someone who was paid', async () => {
  const safe = await newSafe()
  await follow(safe.address)
  const { store, chainId } = chain
  const friend = '0xabcd000000000000000000000000000000001234'
  const imitator = '0xabcd111111111111111111111111111111111234'
  await run(safe, { to: friend, value: 1n })
  const token = (topics: Hex[], data: Hex) =>
    sendTransaction(world.devnet.client, {
      account: dave,
      to: emitters[topics.length] ?? zeroAddress,
      data: concat([...topics, data]),
    })
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
  const lines = (await readLines(safe.address)).filter((line) =>
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
  const imitations = await findImitations(store, {
    chainId,
    safe: safe.address,
    from: 0n,
    to: everything,
  })
  const suspect = lines.find((line) => line.includes(imitator.toLowerCase()))
  const [, block, , logIndex, leg] = suspect?.split(' ') ?? []
  expect([...imitations]).toEqual([`${block}:${logIndex}:${leg}`])
  await expectSameAsChain(chain, [safe.address])
})

test('finds how a followed safe was created where the factories are not followed', async () => {
  const safe = await newSafe()
  await follow(safe.address)
  expect(await fillCreations(chain)).toBeGreaterThan(0)
  const row = await chain.store
    .selectFrom('safe')
    .select(['creation_block', 'creator', 'factory', 'salt_nonce'])
    .where('address', '=', Buffer.from(safe.address.slice(2), 'hex'))
    .executeTakeFirstOrThrow()
  expect(row.salt_nonce).toBe(String(salt))
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
