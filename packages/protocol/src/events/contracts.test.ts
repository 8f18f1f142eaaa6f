import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  batchCalls,
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  getSafeCreation,
  type PlannedTransaction,
  runTransaction,
  sendAll,
  sendTransaction,
  signTransaction,
  startDevnet,
  type TransactionPlan,
} from '@covault/devnet'
import {
  type Abi,
  type AbiEvent,
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../creationEntries.js'
import {
  createCallLibraries,
  fallbackHandlers,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  singletons,
} from '../deployments/table.js'
import { decodeLog } from '../events.js'
import { encodeExecTransaction } from '../execTransaction.js'
import { pairExecutions } from '../executionPairing.js'
import { isVersionAtLeast, type SafeVersion } from '../safeVersion.js'
import { buildSignatures } from '../signature.js'
import { getExpectedEvent } from './expectedEvent.js'

/** As the node spells it. */
type RawLog = {
  address: Address
  topics: Hex[]
  data: Hex
  logIndex: Hex
  transactionHash: Hex
}

const chainId = 31337
const { alice, bob, carol } = demoAccounts

/** Where npm keeps what each version was compiled to. */
const artifactFolders: Record<string, readonly [string, string]> = {
  '1.1.1': ['safe-contracts-1.1.1', 'build/contracts'],
  '1.3.0': ['@gnosis.pm/safe-contracts', 'build/artifacts/contracts'],
  '1.4.1': ['@safe-global/safe-contracts', 'build/artifacts/contracts'],
  '1.4.1-2': ['safe-contracts-1.4.1-2', 'build/artifacts/contracts'],
  '1.5.0': ['@safe-global/safe-smart-account', 'build/artifacts/contracts'],
}

const variants = [
  { version: '1.1.1', l2: false },
  { version: '1.3.0', l2: false },
  { version: '1.3.0', l2: true },
  { version: '1.4.1', l2: false },
  { version: '1.4.1', l2: true },
  { version: '1.5.0', l2: false },
  { version: '1.5.0', l2: true },
] as const

const abi: Abi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function swapOwner(address previous, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function setFallbackHandler(address handler)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function changeMasterCopy(address masterCopy)',
  'function approveHash(bytes32 hash)',
  'function signMessage(bytes message)',
  'function performCreate(uint256 value, bytes code) returns (address)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  'function migrateToL2(address singleton)',
  'function migrateFromV111(address singleton, address fallbackHandler)',
  'function setupToL2(address singleton)',
  'function setSafeMethod(bytes4 selector, bytes32 method)',
  'function setDomainVerifier(bytes32 domainSeparator, address verifier)',
  'function setSupportedInterface(bytes4 interfaceId, bool supported)',
  'function createProxyWithNonceL2(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function createChainSpecificProxyWithNonceL2(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function transfer(address to, uint256 value)',
  'function mint(address to, uint256 id)',
  'function mint(address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
])

const sentinel: Address = '0x0000000000000000000000000000000000000001'
/** It has no method with four zero bytes as selector and no fallback. */
const reverting = findContract('MultiSendCallOnly', '1.3.0')

let devnet: Devnet
let tokens: Tokens

beforeAll(async () => {
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
  tokens = {
    erc20: await deployToken('ERC20Token'),
    erc721: await deployToken('ERC721Token'),
    erc1155: await deployToken('ERC1155Token'),
  }
}, 120_000)

afterAll(() => devnet?.stop())

describe.each(variants)('a $version safe, L2 $l2', ({ version, l2 }) => {
  let safe: DeployedSafe
  let logs: RawLog[]

  beforeAll(async () => {
    const from = await devnet.client.getBlockNumber()
    safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      version,
      l2,
      saltNonce: 77n,
    })
    await live(safe)
    logs = await fetchLogs(from + 1n)
  }, 300_000)

  test('every log is read as the ABI of its version says', () => {
    const items = readEvents(version)
    const known = logs.filter(({ topics }) => items.has(getLayout(topics)))
    for (const log of known) {
      const item = items.get(getLayout(log.topics))
      if (item) expect(decodeLog(log)).toEqual(getExpectedEvent(item, log))
    }
    expect(logs.filter((log) => !known.includes(log))).toEqual([])
  })

  test('the safe has said all that this version can say', () => {
    const types = logs.flatMap((log) => decodeLog(log)?.type ?? [])
    expect(new Set(types)).toEqual(new Set(getSpoken({ version, l2 })))
  })

  test('each execution has its end and, on L2, its details', () => {
    const entries = groupByTransaction(logs).flatMap((logs) =>
      pairExecutions({ chainId, logs }),
    )
    const executions = entries.filter((entry) => entry.type === 'execution')
    const modules = entries.filter((entry) => entry.type === 'moduleExecution')
    expect(executions.map(({ success }) => success)).toContain(false)
    expect(modules.map(({ success }) => success)).toEqual([true, false])
    expect(entries.filter(({ type }) => type === 'unpaired')).toEqual([])
    const nonces = executions.map(
      ({ details }) => details?.event.transaction.nonce,
    )
    const expected = executions.map((_, nonce) => BigInt(nonce))
    expect(nonces).toEqual(l2 ? expected : executions.map(() => undefined))
    expect(modules.map(({ details }) => details?.event.to)).toEqual(
      l2 ? [carol.address, reverting] : [undefined, undefined],
    )
  })
})

describe('in one transaction', () => {
  test.each([
    { version: '1.3.0', l2: true },
    { version: '1.4.1', l2: true },
    { version: '1.5.0', l2: true },
    { version: '1.4.1', l2: false },
  ] as const)(
    'a safe runs two transactions and a failing module call of another: $version, L2 $l2',
    async (variant) => {
      const plan = { ...variant, owners: [alice.address], threshold: 1 }
      const outer = await deploySafe(devnet, { ...plan, saltNonce: 1n })
      const inner = await deploySafe(devnet, { ...plan, saltNonce: 2n })
      await run(inner, {
        to: inner.address,
        data: encode('enableModule', [outer.address]),
      })
      const succeeding = await sign(inner, { to: carol.address, nonce: 1n })
      const failing = await sign(inner, {
        to: reverting,
        data: '0x00000000',
        safeTxGas: 50_000n,
        nonce: 2n,
      })
      const { receipt, safeTxHash } = await run(
        outer,
        batchCalls(outer, [
          { to: inner.address, data: succeeding.calldata },
          {
            to: inner.address,
            data: callModule(reverting, '0x00000000'),
          },
          { to: inner.address, data: failing.calldata },
        ]),
      )
      const entries = pairExecutions({
        chainId,
        logs: await fetchTransaction(receipt.blockNumber),
      })
      const announced = (to: Address) =>
        variant.l2 ? { event: expect.objectContaining({ to }) } : undefined
      const announcedCall = (nonce: bigint) =>
        variant.l2 ? { event: { transaction: { nonce } } } : undefined
      expect(entries).toMatchObject([
        {
          type: 'execution',
          safe: inner.address,
          safeTxHash: succeeding.safeTxHash,
          success: true,
          details: announcedCall(1n),
        },
        {
          type: 'moduleExecution',
          safe: inner.address,
          module: outer.address,
          success: false,
          details: announced(reverting),
        },
        {
          type: 'execution',
          safe: inner.address,
          safeTxHash: failing.safeTxHash,
          success: false,
          details: announcedCall(2n),
        },
        {
          type: 'execution',
          safe: outer.address,
          safeTxHash,
          success: true,
          details: announcedCall(0n),
        },
      ])
    },
    60_000,
  )

  test('a safe runs another of its own transactions', async () => {
    const safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      saltNonce: 3n,
    })
    const inside = await sign(safe, { to: carol.address, nonce: 1n })
    const { receipt } = await run(safe, {
      to: safe.address,
      data: inside.calldata,
    })
    const entries = pairExecutions({
      chainId,
      logs: await fetchTransaction(receipt.blockNumber),
    })
    expect(entries).toMatchObject([
      { success: true, details: { event: { transaction: { nonce: 1n } } } },
      { success: true, details: { event: { transaction: { nonce: 0n } } } },
    ])
  })

  test.each([
    { from: '1.1.1', to: '1.4.1' },
    { from: '1.3.0', to: '1.3.0' },
    { from: '1.4.1', to: '1.4.1' },
  ] as const)(
    'SafeToL2Migration moves a $from safe and its hash is reproduced',
    async ({ from, to }) => {
      const safe = await deploySafe(devnet, {
        owners: [alice.address],
        threshold: 1,
        version: from,
        l2: false,
        saltNonce: 4n,
      })
      const { receipt, safeTxHash } = await run(safe, migration(from, to))
      const entries = pairExecutions({
        chainId,
        logs: await fetchTransaction(receipt.blockNumber),
      })
      expect(entries.at(-1)).toMatchObject({
        type: 'execution',
        safeTxHash,
        success: true,
        details: { synthetic: true, event: { transaction: { nonce: 0n } } },
      })
      expect(entries[0]).toMatchObject({
        event: { type: from === '1.1.1' ? 'safeSetup' : 'changedMasterCopy' },
      })
    },
    60_000,
  )

  test('SafeToL2Migration with gas fields it does not know of is not believed', async () => {
    const safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      l2: false,
      saltNonce: 5n,
    })
    const plan = { ...migration('1.4.1', '1.4.1'), safeTxGas: 1_000_000n }
    const { receipt } = await run(safe, plan)
    const entries = pairExecutions({
      chainId,
      logs: await fetchTransaction(receipt.blockNumber),
    })
    expect(entries).toMatchObject([
      { type: 'unpaired' },
      { type: 'event', event: { type: 'changedMasterCopy' } },
      { type: 'execution', success: true, details: undefined },
    ])
  })

  test.each(['1.4.1', '1.5.0'] as const)(
    'a %s safe is created and moved to the L2 singleton by its setup',
    async (version) => {
      const l2Singleton = findSingleton(version, { l2: true })
      const safe = await deploySafe(devnet, {
        owners: [alice.address],
        threshold: 1,
        version,
        l2: false,
        saltNonce: 6n,
        setupCall: {
          to: findContract('SafeToL2Setup', version),
          data: encode('setupToL2', [l2Singleton]),
        },
      })
      const { blockNumber } = await devnet.client.getTransactionReceipt({
        hash: safe.transactionHash,
      })
      const entries = pairExecutions({
        chainId,
        logs: await fetchTransaction(blockNumber),
      })
      expect(entries).toMatchObject([
        {
          type: 'creation',
          safe: safe.address,
          factory: findContract('SafeProxyFactory', version),
          initialSingleton: findSingleton(version, { l2: false }),
          singleton: l2Singleton,
        },
        { type: 'event', event: { type: 'safeSetup' } },
        { type: 'event', event: { type: 'changedMasterCopy' } },
      ])
    },
  )

  test.each([
    { method: 'createProxyWithNonceL2', chainSpecific: false },
    { method: 'createChainSpecificProxyWithNonceL2', chainSpecific: true },
  ] as const)('$method tells how to create the safe again', async (variant) => {
    const version = '1.5.0'
    const creation = getSafeCreation({
      owners: [alice.address],
      threshold: 1,
      version,
      saltNonce: 8n,
    })
    const { initializer, saltNonce, singleton } = creation
    const { blockNumber } = await sendTransaction(devnet.client, {
      account: alice,
      to: creation.factory,
      data: encode(variant.method, [singleton, initializer, saltNonce]),
    })
    const logs = await fetchLogs(blockNumber)
    const items = readEvents(version)
    for (const log of logs) {
      const item = items.get(getLayout(log.topics))
      expect(decodeLog(log)).toEqual(item && getExpectedEvent(item, log))
    }
    const entries = groupByTransaction(logs).flatMap((logs) =>
      pairExecutions({ chainId, logs }),
    )
    const initialization = {
      initializer,
      saltNonce,
      chainSpecific: variant.chainSpecific,
    }
    expect(entries).toMatchObject([
      { type: 'creation', initialSingleton: singleton, initialization },
      { type: 'event', event: { type: 'safeSetup' } },
    ])
  })
})

/** A transaction of the safe, or one that its owner sends to a contract. */
type Step =
  | { plan: TransactionPlan }
  | { to: Address; data?: Hex; value?: bigint }

type Tokens = { erc20: Address; erc721: Address; erc1155: Address }

/** Makes a safe say everything it can. */
async function live(safe: DeployedSafe): Promise<void> {
  const { version, address } = safe
  const steps: Step[] = [
    { to: address, value: 10n ** 18n },
    { plan: { to: carol.address, value: 1n } },
    { plan: { to: carol.address, gasPrice: 1n, baseGas: 21_000n } },
    { plan: { to: reverting, data: '0x00000000', safeTxGas: 50_000n } },
    ...changeSettings(safe),
    ...runModule(safe),
    ...moveTokens(safe),
    ...(version === '1.1.1' ? callOldMethods(safe) : callLibraries(safe)),
    ...(version === '1.5.0' ? configureHandler(safe) : []),
  ]
  const receipts = await sendAll(devnet.client, {
    account: alice,
    transactions: await signSteps(safe, steps),
  })
  expect(new Set(receipts.map(({ status }) => status))).toEqual(
    new Set(['success']),
  )
}

async function signSteps(
  safe: DeployedSafe,
  steps: readonly Step[],
): Promise<PlannedTransaction[]> {
  const gas = 700_000n
  const transactions: PlannedTransaction[] = []
  let nonce = 0n
  for (const step of steps) {
    if (!('plan' in step)) {
      transactions.push({ ...step, gas })
      continue
    }
    const { calldata } = await sign(safe, { ...step.plan, nonce })
    transactions.push({ to: safe.address, data: calldata, gas })
    nonce++
  }
  return transactions
}

function changeSettings(safe: DeployedSafe): Step[] {
  const { version } = safe
  return [
    ownCall(safe, 'addOwnerWithThreshold', [bob.address, 1n]),
    ownCall(safe, 'swapOwner', [sentinel, bob.address, carol.address]),
    ownCall(safe, 'removeOwner', [sentinel, carol.address, 1n]),
    ownCall(safe, 'changeThreshold', [1n]),
    ownCall(safe, 'setFallbackHandler', [carol.address]),
    ...(version === '1.1.1' ? [] : [ownCall(safe, 'setGuard', [zeroAddress])]),
    ...(version === '1.5.0'
      ? [ownCall(safe, 'setModuleGuard', [zeroAddress])]
      : []),
    { to: safe.address, data: encode('approveHash', [pad('0xabcd')]) },
  ]
}

/** An account that was enabled as module needs no contract. */
function runModule(safe: DeployedSafe): Step[] {
  return [
    ownCall(safe, 'enableModule', [alice.address]),
    { to: safe.address, data: callModule(carol.address, '0x') },
    { to: safe.address, data: callModule(reverting, '0x00000000') },
    ownCall(safe, 'disableModule', [sentinel, alice.address]),
  ]
}

function moveTokens(safe: DeployedSafe): Step[] {
  const { erc20, erc721, erc1155 } = tokens
  const batch = [alice.address, bob.address, [1n, 2n], [3n, 4n], '0x']
  return [
    { to: erc20, data: encode('transfer', [safe.address, 5n]) },
    { plan: { to: erc20, data: encode('transfer', [bob.address, 5n]) } },
    { to: erc721, data: encode('mint', [safe.address, BigInt(safe.address)]) },
    { to: erc1155, data: encode('mint', [alice.address, 1n, 9n, '0x']) },
    { to: erc1155, data: encode('mint', [alice.address, 2n, 9n, '0x']) },
    { to: erc1155, data: encode('safeBatchTransferFrom', batch) },
  ]
}

/** What later versions moved into libraries. */
function callOldMethods(safe: DeployedSafe): Step[] {
  const masterCopy = findSingleton('1.1.1', { l2: false })
  return [
    ownCall(safe, 'changeMasterCopy', [masterCopy]),
    ownCall(safe, 'signMessage', ['0x1234']),
  ]
}

/** The 1.3.0 build of SignMessageLib is not on npm; 1.4.1's does the same. */
function callLibraries({ version }: DeployedSafe): Step[] {
  const signing = version === '1.3.0' ? '1.4.1' : version
  const code = '0x600060005360016000f3'
  const plans: TransactionPlan[] = [
    {
      to: findContract('SignMessageLib', signing),
      data: encode('signMessage', ['0x1234']),
    },
    {
      to: findContract('CreateCall', version),
      data: encode('performCreate', [0n, code]),
    },
  ]
  return plans.map((plan) => ({ plan: { ...plan, operation: 1 } }))
}

function configureHandler(safe: DeployedSafe): Step[] {
  const handler = findContract('ExtensibleFallbackHandler', '1.5.0')
  return [
    ownCall(safe, 'setFallbackHandler', [handler]),
    ownCall(safe, 'setSafeMethod', ['0x12345678', pad(carol.address)]),
    ownCall(safe, 'setDomainVerifier', [pad('0x77'), bob.address]),
    ownCall(safe, 'setSupportedInterface', ['0x87654321', true]),
    ownCall(safe, 'setSupportedInterface', ['0x87654321', false]),
  ]
}

function ownCall(
  { address }: DeployedSafe,
  functionName: string,
  args: readonly unknown[],
): Step {
  return { plan: { to: address, data: encode(functionName, args) } }
}

function encode(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}

function run(safe: DeployedSafe, plan: TransactionPlan) {
  const signers = [alice]
  return runTransaction(devnet, safe, { plan, signers, gas: 2_000_000n })
}

async function sign(safe: DeployedSafe, plan: TransactionPlan) {
  const signed = await signTransaction(safe, { plan, signers: [alice] })
  const { transaction, signatures, safeTxHash } = signed
  const calldata = encodeExecTransaction(
    transaction,
    buildSignatures(signatures),
  )
  return { safeTxHash, calldata }
}

function callModule(to: Address, data: Hex): Hex {
  return encode('execTransactionFromModule', [to, 0n, data, 0])
}

function migration(from: SafeVersion, to: SafeVersion): TransactionPlan {
  const singleton = findSingleton(to, { l2: true })
  const handler = findContract('CompatibilityFallbackHandler', to)
  const data =
    from === '1.1.1'
      ? encode('migrateFromV111', [singleton, handler])
      : encode('migrateToL2', [singleton])
  return { to: findContract('SafeToL2Migration', '1.4.1'), data, operation: 1 }
}

function getSpoken({
  version,
  l2,
}: {
  version: SafeVersion
  l2: boolean
}): string[] {
  return [
    ...['proxyCreation', 'approveHash', 'signMessage'],
    ...['addedOwner', 'removedOwner', 'changedThreshold'],
    ...['enabledModule', 'disabledModule'],
    ...['executionSuccess', 'executionFailure'],
    ...['executionFromModuleSuccess', 'executionFromModuleFailure'],
    ...['erc20Transfer', 'erc721Transfer', 'erc1155Transfer'],
    ...(l2 ? ['safeMultiSigTransaction', 'safeModuleTransaction'] : []),
    ...(isVersionAtLeast(version, '1.3.0')
      ? [
          ...['safeSetup', 'safeReceived', 'contractCreation'],
          ...['changedFallbackHandler', 'changedGuard'],
        ]
      : ['changedMasterCopy']),
    ...(version === '1.5.0'
      ? [
          ...['changedModuleGuard', 'changedSafeMethod'],
          ...['changedDomainVerifier', 'addedInterface', 'removedInterface'],
        ]
      : []),
  ]
}

async function fetchLogs(fromBlock: bigint): Promise<RawLog[]> {
  const body = {
    ...{ jsonrpc: '2.0', id: 1, method: 'eth_getLogs' },
    params: [{ fromBlock: numberToHex(fromBlock), toBlock: 'latest' }],
  }
  const response = await fetch(devnet.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { result } = (await response.json()) as { result: RawLog[] }
  return result
}

async function fetchTransaction(blockNumber: bigint): Promise<LoggedEvent[]> {
  const [logs = []] = groupByTransaction(await fetchLogs(blockNumber))
  return logs
}

function groupByTransaction(logs: readonly RawLog[]): LoggedEvent[][] {
  const hashes = [...new Set(logs.map((log) => log.transactionHash))]
  return hashes.map((hash) =>
    logs
      .filter((log) => log.transactionHash === hash)
      .flatMap((log) => {
        const event = decodeLog(log)
        if (event === undefined || event.type === 'undecodable') return []
        return [{ logIndex: Number(log.logIndex), event }]
      }),
  )
}

async function deployToken(contract: string): Promise<Address> {
  const path = `test/${contract}.sol/${contract}.json`
  const { bytecode } = readArtifact('1.5.0', path)
  const hash = await devnet.client.sendTransaction({
    account: alice,
    data: bytecode,
  })
  const { contractAddress } = await devnet.client.waitForTransactionReceipt({
    hash,
  })
  if (!contractAddress) throw new Error(`${contract} was not deployed.`)
  return contractAddress
}

/** topic0 does not say which parameters are indexed, the two together do. */
function getLayout(topics: readonly Hex[]): string {
  return `${topics[0]} ${topics.length}`
}

/** By layout, all events that the version's build knows, and the tokens'. */
function readEvents(version: SafeVersion): Map<string, AbiEvent> {
  const own = listArtifacts(version).flatMap((path) =>
    readArtifact(version, path).abi.filter((item) => item.type === 'event'),
  )
  const tokens = ['ERC20Token', 'ERC721Token', 'ERC1155Token'].flatMap((name) =>
    readArtifact('1.5.0', `test/${name}.sol/${name}.json`).abi.filter(
      (item) => item.type === 'event',
    ),
  )
  return new Map(
    [...tokens, ...own].map((item) => {
      const indexed = item.inputs.filter((input) => input.indexed)
      return [`${toEventSelector(item)} ${indexed.length + 1}`, item]
    }),
  )
}

function listArtifacts(version: string): string[] {
  return readdirSync(findFolder(version), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.json') && !path.endsWith('.dbg.json'))
}

function readArtifact(version: string, path: string) {
  const text = readFileSync(join(findFolder(version), path), 'utf8')
  return JSON.parse(text) as { abi: Abi; bytecode: Hex }
}

/** The artifacts are dependencies of the devnet. */
function findFolder(version: string): string {
  const require = createRequire(
    new URL('../../../devnet/package.json', import.meta.url),
  )
  const [name, folder] = artifactFolders[version] ?? ['', '']
  return join(dirname(require.resolve(`${name}/package.json`)), folder)
}

function findSingleton(version: SafeVersion, { l2 }: { l2: boolean }): Address {
  const found = singletons.find(
    (singleton) =>
      singleton.version === version &&
      singleton.kind === 'canonical' &&
      singleton.l2 === l2,
  )
  if (!found) throw new Error(`There is no singleton ${version}.`)
  return found.address
}

function findContract(contract: string, version: SafeVersion): Address {
  const found = [
    ...createCallLibraries,
    ...fallbackHandlers,
    ...migrations,
    ...multiSends,
    ...proxyFactories,
    ...signMessageLibraries,
  ].find(
    (deployment) =>
      deployment.contract === contract &&
      deployment.version === version &&
      deployment.kind === 'canonical',
  )
  if (!found) throw new Error(`There is no ${contract} ${version}.`)
  return found.address
}
