import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  sendAll,
  sendTransaction,
  signTransaction,
  startDevnet,
} from '@covault/devnet'
import {
  buildSignatures,
  decodeLog,
  encodeExecTransaction,
} from '@covault/protocol'
import {
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  decodeEventLog,
  type Hex,
  parseAbi,
  toHex,
} from 'viem'
import {
  type ChainLog,
  fetchLogsOfRange,
  getSafeFilters,
} from '../apps/gateway/src/chain/fetchLogs.js'
import { createRpcPool } from '../apps/gateway/src/chain/rpcPool.js'
import { watchSafe } from '../apps/gateway/src/commands/watchSafe.js'
import { advance } from '../apps/gateway/src/indexer/advance.js'
import { backfill } from '../apps/gateway/src/indexer/backfill.js'
import {
  defaultSettings,
  type FollowedChain,
} from '../apps/gateway/src/indexer/followedChain.js'
import {
  type Execution,
  emptyRows,
  insertRows,
} from '../apps/gateway/src/store/chainRows.js'
import { startEmbeddedPostgres } from '../apps/gateway/src/store/embeddedPostgres.js'
import { openStore, type Store } from '../apps/gateway/src/store/openStore.js'
import { silent as log } from '../apps/gateway/src/testing/silent.js'

const chainId = 31337

type Result = {
  safes: number
  transactions: number
  logs: number
  /** Fetch and decode alone, rows dropped; the reference for the next. */
  referenceLogsPerSecond: number
  indexedLogsPerSecond: number
  /** Must be at least 0.6. */
  storeRatio: number
  indexSeconds: number
  viemDecodesPerSecond: number
  ourDecodesPerSecond: number
  /** Must be at least 10. */
  decoderRatio: number
  rowsPerSecond: number
  megabytesAtFirst: number
  megabytesAtEnd: number
}

/** How fast executed transactions are read, decoded and stored. */
export async function run({ quick }: { quick: boolean }): Promise<Result> {
  const size = quick
    ? { safes: 10, transactions: 500, rows: 40_000 }
    : { safes: 50, transactions: 5_000, rows: 200_000 }
  const folder = mkdtempSync(join(tmpdir(), 'covault-bench-'))
  const devnet = await startDevnet({ chainId, noMining: true })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
  const store = await openStore({ url: postgres.url, log })
  try {
    await deploySafeContracts(devnet)
    const safes = await makeHistory(devnet, size)
    const chain = openBenchChain(devnet, store)
    const addresses = safes.map(({ address }) => address)
    const reference = await measureReference(chain, addresses)
    const indexSeconds = await measureIndexing(chain, addresses)
    const decoders = measureDecoders(reference.logs)
    const memory = await measureMemory(store, size.rows)
    const logs = reference.logs.length
    const result: Result = {
      safes: size.safes,
      transactions: size.transactions,
      logs,
      referenceLogsPerSecond: Math.round(logs / reference.seconds),
      indexedLogsPerSecond: Math.round(logs / indexSeconds),
      storeRatio: round(reference.seconds / indexSeconds),
      indexSeconds: round(indexSeconds),
      ...decoders,
      ...memory,
    }
    console.table(result)
    return result
  } finally {
    await store.destroy()
    await postgres.stop()
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seven of ten pay, the others call: as safes do. */
async function makeHistory(
  devnet: Devnet,
  size: { safes: number; transactions: number },
): Promise<DeployedSafe[]> {
  const { alice, dave } = demoAccounts
  const safes: DeployedSafe[] = []
  for (let index = 0; index < size.safes; index++) {
    const safe = await deploySafe(devnet, {
      owners: [alice.address],
      threshold: 1,
      saltNonce: BigInt(index),
    })
    await sendTransaction(devnet.client, {
      account: dave,
      to: safe.address,
      value: 10n ** 15n,
    })
    safes.push(safe)
  }
  const transactions: { to: Address; data: Hex; gas: bigint }[] = []
  for (let index = 0; index < size.transactions; index++) {
    const safe = safes[index % safes.length]
    if (!safe) continue
    const nonce = BigInt(Math.floor(index / safes.length))
    const signed = await signTransaction(safe, {
      plan:
        index % 10 < 7
          ? { to: dave.address, value: 1n, nonce }
          : { to: safe.address, data: '0xaffed0e0', nonce },
      signers: [alice],
    })
    transactions.push({
      to: safe.address,
      data: encodeExecTransaction(
        signed.transaction,
        buildSignatures(signed.signatures),
      ),
      gas: 200_000n,
    })
  }
  await sendAll(devnet.client, { account: demoAccounts.bob, transactions })
  return safes
}

function openBenchChain(devnet: Devnet, store: Store): FollowedChain {
  return {
    chainId,
    store,
    log,
    pool: createRpcPool({ chainId, urls: [devnet.url], timeoutMs: 60_000 }),
    ranges: { get: () => 100n, learn: () => undefined },
    settings: defaultSettings,
  }
}

const abi = parseAbi([
  'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'event SafeReceived(address indexed sender, uint256 value)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  'event ExecutionFromModuleFailure(address indexed module)',
  'event ApproveHash(bytes32 indexed approvedHash, address indexed owner)',
  'event SignMsg(bytes32 indexed msgHash)',
  'event AddedOwner(address indexed owner)',
  'event RemovedOwner(address indexed owner)',
  'event ChangedThreshold(uint256 threshold)',
  'event EnabledModule(address indexed module)',
  'event DisabledModule(address indexed module)',
  'event ChangedFallbackHandler(address indexed handler)',
  'event ChangedGuard(address indexed guard)',
  'event SafeModuleTransaction(address module, address to, uint256 value, bytes data, uint8 operation)',
  'event SafeMultiSigTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures, bytes additionalInfo)',
])

const inputsByName: ReadonlyMap<string, readonly AbiParameter[]> = new Map(
  abi.map((event) => [
    event.name,
    event.inputs.filter((input) => !('indexed' in input && input.indexed)),
  ]),
)

/** The fixed reference: the same questions, viem's parameter decoder, no store. */
async function measureReference(
  chain: FollowedChain,
  safes: readonly Address[],
): Promise<{ seconds: number; logs: ChainLog[] }> {
  const kept: ChainLog[] = []
  const started = performance.now()
  await chain.pool.use(async (rpc) => {
    const head = BigInt(String(await rpc.request('eth_blockNumber', [])))
    for (let to = head; to >= 0n; ) {
      const { logs, from } = await fetchLogsOfRange(rpc, {
        filters: getSafeFilters(safes),
        from: 0n,
        to,
        ranges: chain.ranges,
      })
      for (const each of logs) decodeWithViemParameters(each)
      kept.push(...logs)
      to = from - 1n
    }
  })
  return { seconds: (performance.now() - started) / 1000, logs: kept }
}

const nameByTopic = new Map<Hex, string>()

function decodeWithViemParameters(each: ChainLog): unknown {
  const [topic0] = each.topics
  if (!topic0) return undefined
  const name =
    nameByTopic.get(topic0) ?? decodeEvent(each)?.eventName ?? 'unknown'
  nameByTopic.set(topic0, name)
  const inputs = inputsByName.get(name)
  return inputs && decodeAbiParameters(inputs, each.data)
}

function decodeEvent(each: ChainLog) {
  try {
    return decodeEventLog({
      abi,
      topics: each.topics as [Hex, ...Hex[]],
      data: each.data,
    })
  } catch {
    return undefined
  }
}

async function measureIndexing(
  chain: FollowedChain,
  safes: readonly Address[],
): Promise<number> {
  const { store, pool } = chain
  await advance(chain)
  const limits = { safes: 1000, blocksBeforeCreation: 1_000_000n }
  for (const safe of safes) await watchSafe({ store, pool, limits }, { safe })
  await advance(chain)
  const started = performance.now()
  while ((await backfill(chain)).type !== 'done') {
    // Until all of the past is stored.
  }
  return (performance.now() - started) / 1000
}

function measureDecoders(logs: readonly ChainLog[]) {
  const sample = logs.slice(0, 2_000)
  const viem = measureRate(sample, decodeEvent)
  const ours = measureRate(sample, decodeLog)
  return {
    viemDecodesPerSecond: Math.round(viem),
    ourDecodesPerSecond: Math.round(ours),
    decoderRatio: round(ours / viem),
  }
}

function measureRate(
  logs: readonly ChainLog[],
  decode: (each: ChainLog) => unknown,
): number {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < 1_000)
    for (const each of logs) {
      decode(each)
      count++
    }
  return (count * 1000) / (performance.now() - started)
}

/** Memory after the first 10,000 rows and after all of them. */
async function measureMemory(store: Store, rows: number) {
  const batch = 1_000
  let first = 0
  const started = performance.now()
  for (let written = 0; written < rows; written += batch) {
    await insertRows(store, {
      chainId: 1,
      rows: {
        ...emptyRows(),
        executions: Array.from({ length: batch }, (_, index) =>
          inventExecution(written + index),
        ),
      },
    })
    if (written + batch === 10_000) first = readMegabytes()
  }
  return {
    rowsPerSecond: Math.round((rows * 1000) / (performance.now() - started)),
    megabytesAtFirst: first,
    megabytesAtEnd: readMegabytes(),
  }
}

const zero: Address = '0x0000000000000000000000000000000000000000'

function inventExecution(index: number): Execution {
  const hash = toHex(index, { size: 32 })
  return {
    blockNumber: BigInt(index),
    txIndex: 0,
    logIndex: 0,
    txHash: hash,
    time: index,
    safe: zero,
    safeTxHash: hash,
    success: true,
    payment: 0n,
    details: 'log',
    fields: {
      nonce: BigInt(index),
      to: zero,
      value: 1n,
      data: '0x',
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zero,
      refundReceiver: zero,
    },
    executor: zero,
    signatures: `0x${'11'.repeat(65)}`,
    threshold: 1n,
  }
}

function readMegabytes(): number {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().rss / 1_048_576)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
