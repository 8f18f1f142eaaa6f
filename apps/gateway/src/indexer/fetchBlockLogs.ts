import { type Address, padHex } from 'viem'
import type { ChainBlock } from '../chain/blocks.js'
import {
  type BloomBits,
  bloomMayContain,
  countBits,
  getBloomBits,
  isBloomUsable,
  readBloom,
} from '../chain/bloom.js'
import {
  type ChainLog,
  fetchLogsOfBlock,
  getSafeFilters,
  isLogOfSafes,
} from '../chain/fetchLogs.js'
import { BlockMissingError } from '../chain/limits/missingBlock.js'
import { hasReceipts, readReceiptLogs } from '../chain/receipts.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from '../chain/rpcErrors.js'
import { factoryFilter } from './factories.js'

/**
 * The logs of safes in a block, and of tokens they moved. The block's bloom
 * saves the question when it excludes every safe. When it names a safe of
 * which nothing came, the node may know the block but not its receipts yet,
 * or leave logs out: it is asked again, then for the receipts. What still
 * escapes is found when the block is final.
 */
export async function fetchSafeLogs(
  rpc: RpcEndpoint,
  { block, safes }: { block: ChainBlock; safes: readonly Address[] },
): Promise<ChainLog[]> {
  if (safes.length === 0) return []
  if (!mayHold(block, safes.flatMap(getSafeBits))) return []
  const filters = getSafeFilters(safes)
  const logs = await fetchLogsOfBlock(rpc, { block, filters })
  if (!isBloomUsable(readBloom(block))) return logs
  if (logs.length > 0 && !isSomeoneSilent({ block, safes, logs })) return logs
  if (!(await hasReceipts(rpc, block)))
    throw new RpcInconsistentError(
      `The RPC endpoint has block ${block.number}, but not its receipts yet.`,
    )
  const again = await fetchLogsOfBlock(rpc, { block, filters })
  if (!isSomeoneSilent({ block, safes, logs: again })) return again
  const own = new Set(safes.map((safe) => safe.toLowerCase()))
  const whole = await readReceiptLogs(rpc, block).catch((error: unknown) => {
    const isRefused =
      error instanceof RpcAnswerError || error instanceof BlockMissingError
    if (isRefused) return undefined
    throw error
  })
  return whole?.filter((log) => isLogOfSafes(log, own)) ?? again
}

/** How often a bloom may name a safe by accident and still count as a witness. */
const mostAccidents = 0.01

/** Whether the bloom names a safe as an emitter that no log is of. */
function isSomeoneSilent(parameters: {
  block: ChainBlock
  safes: readonly Address[]
  logs: readonly ChainLog[]
}): boolean {
  const { block, safes, logs } = parameters
  const bloom = readBloom(block)
  const fill = countBits(bloom) / (bloom.length * 8)
  if (safes.length * fill ** 3 > mostAccidents) return false
  const emitters = new Set(logs.map(({ address }) => address.toLowerCase()))
  return safes.some((safe) => {
    const [asEmitter] = getSafeBits(safe)
    return (
      asEmitter !== undefined &&
      bloomMayContain(bloom, asEmitter) &&
      !emitters.has(safe.toLowerCase())
    )
  })
}

export async function fetchFactoryLogs(
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[]> {
  if (!mayHold(block, factoryBits)) return []
  return fetchLogsOfBlock(rpc, { block, filters: [factoryFilter] })
}

function mayHold(block: ChainBlock, bits: readonly BloomBits[]): boolean {
  const bloom = readBloom(block)
  return (
    !isBloomUsable(bloom) || bits.some((each) => bloomMayContain(bloom, each))
  )
}

const factoryBits = factoryFilter.topics[0].map(getBloomBits)

const bitsOfSafes = new Map<Address, BloomBits[]>()

/** As the emitter of a log, and as a party to a transfer. */
function getSafeBits(safe: Address): BloomBits[] {
  const known = bitsOfSafes.get(safe)
  if (known) return known
  const bits = [getBloomBits(safe), getBloomBits(padHex(safe, { size: 32 }))]
  bitsOfSafes.set(safe, bits)
  return bits
}
