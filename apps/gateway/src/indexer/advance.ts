import { type Address, getAddress, padHex } from 'viem'
import {
  type ChainBlock,
  getBlockByNumber,
  getBlocks,
  getFinalized,
  getHead,
} from '../chain/blocks.js'
import {
  type BloomBits,
  bloomMayContain,
  getBloomBits,
  isBloomUsable,
} from '../chain/bloom.js'
import {
  type ChainLog,
  fetchLogsOfBlock,
  getSafeFilters,
} from '../chain/fetchLogs.js'
import { readSafes } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { applyBlock, applyStates, jumpCursor } from '../store/applyBlocks.js'
import {
  type BlockId,
  type Cursor,
  createCursor,
  listBlocks,
  readCursor,
  rememberBlocks,
} from '../store/cursors.js'
import { readStates, type StoredState } from '../store/safeStates.js'
import { listStaleSafes } from '../store/safes.js'
import { undoBlocks } from '../store/undo.js'
import { adoptWatches, listWatches } from '../store/watches.js'
import { compareStates } from './compareStates.js'
import { factoryFilter, readFactoryLogs } from './factories.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'

export type Step =
  | { type: 'applied'; block: BlockId; head: bigint; rows: number }
  | { type: 'idle'; head: bigint }
  | { type: 'reorg'; depth: bigint; ancestor: bigint; safes: Address[] }
  | { type: 'jumped'; to: bigint }
  /** Nothing can be done at present; `behind`: the node ends below our cursor. */
  | { type: 'held'; reason: string; behind: boolean }

/**
 * One step at the tip: the next block is applied, or the blocks that are no
 * longer the chain's are undone. Everything in a step comes from one node.
 */
export async function advance(
  chain: FollowedChain,
  options: { acceptShorter?: boolean } = {},
): Promise<Step> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return pool.use((rpc) => start(chain, rpc))
  return pool.use(async (rpc) => {
    const head = await getHead(rpc)
    const [current, next] = await getBlocks(rpc, [
      cursor.number,
      cursor.number + 1n,
    ])
    if (current === undefined) {
      if (!options.acceptShorter)
        return {
          type: 'held',
          reason: `The node ends at block ${head}, below block ${cursor.number} that was seen.`,
          behind: true,
        }
      return goBack(chain, rpc, cursor)
    }
    if (current.hash !== cursor.hash) return goBack(chain, rpc, cursor)
    if (next === undefined) {
      await refreshStates(chain, rpc, cursor)
      await adoptWaiting(chain, cursor)
      return head > cursor.number
        ? {
            type: 'held',
            reason: `The node has no block ${cursor.number + 1n} below its head ${head}.`,
            behind: false,
          }
        : { type: 'idle', head }
    }
    if (next.parentHash !== cursor.hash)
      throw new RpcInconsistentError(
        `The node's block ${next.number} does not follow its block ${cursor.number}.`,
      )
    if (head - cursor.number > chain.settings.jumpDistance)
      return jump(chain, rpc, { cursor, head })
    return applyNext(chain, rpc, { cursor, block: next, head })
  })
}

/** The first time: begin at the head, the past is the backfill's. */
async function start(chain: FollowedChain, rpc: RpcEndpoint): Promise<Step> {
  const { chainId, store } = chain
  const head = await getHead(rpc)
  const window = await readWindow(chain, rpc, head)
  const block = window.at(-1)
  if (!block)
    return { type: 'held', reason: 'The node has no blocks.', behind: false }
  await rememberBlocks(store, {
    chainId,
    blocks: window.map(({ number, hash }) => ({ number, hash, kept: false })),
  })
  await createCursor(store, { chainId, block })
  return { type: 'jumped', to: block.number }
}

async function jump(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, head }: { cursor: Cursor; head: bigint },
): Promise<Step> {
  const window = await readWindow(chain, rpc, head)
  const to = window.at(-1)
  if (!to || to.number <= cursor.number)
    return { type: 'held', reason: 'The head went back.', behind: false }
  await jumpCursor(chain.store, {
    chainId: chain.chainId,
    cursor,
    window,
    to,
  })
  return { type: 'jumped', to: to.number }
}

/** The blocks that may still change, linked to each other, oldest first. */
async function readWindow(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  head: bigint,
): Promise<ChainBlock[]> {
  const depth = chain.settings.finalityDepth
  const final = await getFinalized(rpc, { head, depth })
  const first = head - final > 256n ? head - 256n : final
  const numbers: bigint[] = []
  for (let number = first; number <= head; number++) numbers.push(number)
  const blocks = (await getBlocks(rpc, numbers)).filter(
    (block) => block !== undefined,
  )
  const linked = blocks.every(
    (block, index) =>
      index === 0 || block.parentHash === blocks[index - 1]?.hash,
  )
  if (!linked)
    throw new RpcInconsistentError('The latest blocks changed while read.')
  return blocks
}

/** Finds the highest known block that the node still has, and undoes what lies above. */
async function goBack(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  cursor: Cursor,
): Promise<Step> {
  const { chainId, store } = chain
  const ancestor = await findAncestor(chain, rpc, cursor)
  const { safes } = await undoBlocks(store, { chainId, cursor, ancestor })
  const depth = cursor.number - ancestor.number
  return { type: 'reorg', depth, ancestor: ancestor.number, safes }
}

const blocksPerLook = 50

const statesPerStep = 100

async function findAncestor(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  cursor: Cursor,
): Promise<BlockId> {
  const { chainId, store } = chain
  for (let below = cursor.number; ; ) {
    const known = await listBlocks(store, {
      chainId,
      below,
      limit: blocksPerLook,
    })
    const last = known.at(-1)
    if (!last) break
    const blocks = await getBlocks(
      rpc,
      known.map(({ number }) => number),
    )
    const found = known.find(({ hash }, index) => blocks[index]?.hash === hash)
    if (found) return found
    below = last.number
  }
  // Nothing we know is left: what is not known cannot be wrong.
  const genesis = await getBlockByNumber(rpc, 0n)
  if (!genesis) throw new RpcInconsistentError('The node has no first block.')
  return genesis
}

async function applyNext(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; block: ChainBlock; head: bigint },
): Promise<Step> {
  const { chainId, store, settings } = chain
  const { cursor, block, head } = parameters
  const watches = (await listWatches(store, chainId)).filter(
    ({ followed }) => followed,
  )
  const safes = watches.map(({ safe }) => safe)
  const logs = await fetchOwnLogs(chain, rpc, { block, safes })
  const factory = settings.factoryMode
    ? await readFactoryLogs(chain, rpc, {
        logs: mayHold(block, factoryBits)
          ? await fetchLogsOfBlock(rpc, { block, filters: [factoryFilter] })
          : [],
        times: new Map([[block.number, block.time]]),
        at: block,
      })
    : { creations: [], states: [] }

  const stale = await listStaleSafes(store, { chainId, limit: statesPerStep })
  const emitters = new Set(logs.map(({ address }) => getAddress(address)))
  const touched = safes.filter((safe) => emitters.has(safe))
  const toRead = [...new Set([...touched, ...stale])]
  const before = await readStates(store, { chainId, safes: toRead })
  const read = await readSafes(rpc, { safes: toRead, blockHash: block.hash })
  const fresh = toRead.flatMap((safe, index) => {
    const state = read[index]
    return state === undefined || state instanceof Error
      ? []
      : [{ safe, ...state }]
  })
  const after = new Map(fresh.map((state) => [state.safe, state]))
  const noncesUsed = new Map(
    fresh.flatMap(({ safe, nonce }) => {
      const former = before.get(safe)
      return former && !stale.includes(safe)
        ? [[`${safe}:${block.number}`, nonce - former.nonce] as const]
        : []
    }),
  )
  const { rows, activities } = await readLogs(chain, rpc, {
    logs,
    safes: new Set(safes),
    times: new Map([[block.number, block.time]]),
    states: after,
    noncesUsed,
  })
  const states = fresh.flatMap((state): StoredState[] => {
    const former = before.get(state.safe)
    const { changed, verified } = compareStates({
      former,
      present: state,
      activities: activities.filter(({ safe }) => safe === state.safe),
    })
    if (!verified && former)
      chain.log.warn(
        { chainId, safe: state.safe, block: String(block.number) },
        'The logs of a safe do not tell what its contract answers',
      )
    const { number: blockNumber, hash: blockHash } = block
    return changed ? [{ ...state, blockNumber, blockHash, verified }] : []
  })
  const final = await getFinalized(rpc, { head, depth: settings.finalityDepth })
  await applyBlock(store, {
    chainId,
    cursor,
    block: { number: block.number, hash: block.hash },
    final,
    safes,
    rows,
    creations: factory.creations,
    factoriesRead: settings.factoryMode,
    states: [
      ...states,
      ...factory.states.filter(({ safe }) => !after.has(safe)),
    ],
    staleRead: stale,
    invalidated: states.flatMap(({ safe, version }) =>
      isSameDomain(before.get(safe)?.version ?? version, version) ? [] : [safe],
    ),
  })
  const count = Object.values(rows).reduce((sum, list) => sum + list.length, 0)
  return {
    type: 'applied',
    block: { number: block.number, hash: block.hash },
    head,
    rows: count,
  }
}

/**
 * The block's bloom saves the question when it excludes every safe. When it
 * does not and nothing came, the node may not have its logs ready yet: it is
 * asked once more. What still escapes is found when the block is final.
 */
async function fetchOwnLogs(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { block, safes }: { block: ChainBlock; safes: readonly Address[] },
): Promise<ChainLog[]> {
  if (safes.length === 0) return []
  const bits = safes.flatMap(getSafeBits)
  if (!mayHold(block, bits)) return []
  const filters = getSafeFilters(safes)
  const logs = await fetchLogsOfBlock(rpc, { block, filters })
  const bloom = Buffer.from(block.logsBloom.slice(2), 'hex')
  if (logs.length > 0 || !isBloomUsable(bloom)) return logs
  chain.log.debug(
    { chainId: chain.chainId, block: String(block.number) },
    'The bloom promises logs that the node did not send',
  )
  return fetchLogsOfBlock(rpc, { block, filters })
}

function mayHold(block: ChainBlock, bits: readonly BloomBits[]): boolean {
  const bloom = Buffer.from(block.logsBloom.slice(2), 'hex')
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

/** Their past is read at once, not when the next block comes. */
async function adoptWaiting(
  { chainId, store }: FollowedChain,
  cursor: Cursor,
): Promise<void> {
  const watches = await listWatches(store, chainId)
  const isWaiting = watches.some(
    ({ followed, followedFrom }) => followed && followedFrom === null,
  )
  if (isWaiting) await adoptWatches(store, { chainId, cursor })
}

/** Signatures bind the chain since 1.3.0: those made before are worth nothing after. */
function isSameDomain(former: string | null, present: string | null): boolean {
  const bindsChain = (version: string | null) =>
    version === null || !/^(0|1\.[012])\./.test(version)
  return bindsChain(former) === bindsChain(present)
}

/** Reads at the cursor what is not known there: new safes, and what a reorg took. */
async function refreshStates(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  cursor: Cursor,
): Promise<void> {
  const { chainId, store } = chain
  const stale = await listStaleSafes(store, { chainId, limit: statesPerStep })
  if (stale.length === 0) return
  const answers = await readSafes(rpc, { safes: stale, blockHash: cursor.hash })
  const known = await readStates(store, { chainId, safes: stale })
  const states = stale.flatMap((safe, index): StoredState[] => {
    const state = answers[index]
    if (state === undefined || state instanceof Error) return []
    const { changed } = compareStates({
      former: known.get(safe),
      present: state,
      activities: [],
    })
    const { number: blockNumber, hash: blockHash } = cursor
    return changed
      ? [{ safe, ...state, blockNumber, blockHash, verified: true }]
      : []
  })
  await applyStates(store, { chainId, cursor, states, read: stale })
}
