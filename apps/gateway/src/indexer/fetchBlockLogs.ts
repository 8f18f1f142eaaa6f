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
import { keepLatest } from '../keepLatest.js'
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
  if (!mayHold(block, listSafeBits(safes))) return []
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

function mayHold(block: ChainBlock, bits: Iterable<BloomBits>): boolean {
  const bloom = readBloom(block)
  if (!isBloomUsable(bloom)) return true
  for (const each of bits) if (bloomMayContain(bloom, each)) return true
  return false
}

const factoryBits = factoryFilter.topics[0].map(getBloomBits)

/** With more safes, blocks are read whole wherever the node gives them. */
const mostRemembered = 20_000
const bitsOfSafes = new Map<Address, BloomBits[]>()

/** One after the other: of many safes, the first ones are mostly enough. */
function* listSafeBits(safes: readonly Address[]): Generator<BloomBits> {
  for (const safe of safes) yield* getSafeBits(safe)
}

/** As the emitter of a log, and as a party to a transfer. */
function getSafeBits(safe: Address): BloomBits[] {
  const known = bitsOfSafes.get(safe)
  if (known) return known
  const bits = [getBloomBits(safe), getBloomBits(padHex(safe, { size: 32 }))]
  keepLatest(bitsOfSafes, { key: safe, value: bits, most: mostRemembered })
  return bits
}
