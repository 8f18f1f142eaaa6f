import {
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  decodeEventLog,
  type Hex,
  parseAbi,
} from 'viem'
import {
  type ChainLog,
  getSafeFilters,
} from '../../apps/gateway/src/chain/fetchLogs.js'
import { fetchLogsOfRange } from '../../apps/gateway/src/chain/fetchRange.js'
import type { FollowedChain } from '../../apps/gateway/src/indexer/followedChain.js'

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

/** Fetching and decoding, rows dropped: the same questions, viem's parameter decoder, no store. */
export async function measureReference(
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

/** The naive way: the whole ABI for every log. */
export function decodeEvent(each: ChainLog) {
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
