import type { Address } from 'viem'
import {
  type ChainBlock,
  getBlockByNumber,
  getBlocks,
  getFinalized,
  getHead,
  getLatestBlock,
} from '../chain/blocks.js'
import { checkGenesis } from '../chain/identity.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { OtherGenesisError, RpcInconsistentError } from '../chain/rpcErrors.js'
import { jumpCursor } from '../store/applyBlocks.js'
import { readGenesis, rememberChain } from '../store/chains.js'
import {
  type BlockId,
  type Cursor,
  createCursor,
  listBlocks,
  rememberBlocks,
} from '../store/cursors.js'
import { readStanding } from '../store/standing.js'
import { undoBlocks } from '../store/undo.js'
import { adoptWatches, hasWaiting } from '../store/watches.js'
import { applyNext } from './applyNext.js'
import { givesWholeBlocks } from './fetchWholeBlock.js'
import { forgetUndone } from './findMissing.js'
import type { FollowedChain } from './followedChain.js'
import { refreshStates } from './refreshStates.js'
import { isCrowded } from './seeBlock.js'

export type Step =
  | {
      type: 'applied'
      block: BlockId
      head: bigint
      rows: number
      /** Its logs were asked for safe by safe, though there are many. */
      safeBySafe: boolean
    }
  /** `quiet`: where the chain stands, if nothing waits to be looked at there. */
  | { type: 'idle'; head: bigint; quiet: BlockId | undefined }
  | { type: 'reorg'; depth: bigint; ancestor: bigint; safes: Address[] }
  | { type: 'jumped'; to: bigint }
  /** Nothing can be done at present; `behind`: the node ends below our cursor. */
  | { type: 'held'; reason: string; behind: boolean }

/**
 * One step at the tip: the next block is applied, or the blocks that are no
 * longer the chain's are undone. Everything in a step comes from one node.
 * While its latest block is the one of a `quiet` step before, the store is
 * not asked whether something waits.
 */
export async function advance(
  chain: FollowedChain,
  options: { acceptShorter?: boolean; quiet?: BlockId | undefined } = {},
): Promise<Step> {
  const { chainId, store, pool } = chain
  return pool.use(async (rpc) => {
    const { number: head, hash } = await getLatestBlock(rpc)
    const { quiet } = options
    if (hash === quiet?.hash) return { type: 'idle', head: quiet.number, quiet }
    const standing = await readStanding(store, chainId)
    if (!standing) return start(chain, rpc)
    const { cursor, waits } = standing
    if (hash === cursor.hash && !waits)
      return { type: 'idle', head: cursor.number, quiet: cursor }
    const [current, next] = await getBlocks(rpc, [
      cursor.number,
      cursor.number + 1n,
    ])
    if (current === undefined) {
      if (!options.acceptShorter)
        return {
          type: 'held',
          reason: `The RPC endpoint ends at block ${head}, below block ${cursor.number}, which was seen before.`,
          behind: true,
        }
      return goBack(chain, rpc, { cursor, shorter: true })
    }
    if (current.hash !== cursor.hash)
      return goBack(chain, rpc, { cursor, shorter: false })
    if (next === undefined) {
      await refreshStates(chain, rpc, cursor)
      await adoptWaiting(chain, cursor)
      return head > cursor.number
        ? {
            type: 'held',
            reason: `The RPC endpoint has no block ${cursor.number + 1n} below its head ${head}.`,
            behind: false,
          }
        : { type: 'idle', head, quiet: undefined }
    }
    if (next.parentHash !== cursor.hash)
      throw new RpcInconsistentError(
        `The RPC endpoint's block ${next.number} does not follow its block ${cursor.number}.`,
      )
    if (await isTooFar(chain, rpc, head - cursor.number))
      return jump(chain, rpc, { cursor, head })
    const stored = await applyNext(chain, rpc, { cursor, block: next, head })
    const block = { number: next.number, hash: next.hash }
    return { type: 'applied', block, head, ...stored }
  })
}

/** The first time: begin at the head, the past is the backfill's. */
async function start(chain: FollowedChain, rpc: RpcEndpoint): Promise<Step> {
  const { chainId, store } = chain
  const genesis = await getBlockByNumber(rpc, 0n)
  if (!genesis)
    throw new RpcInconsistentError('The RPC endpoint has no first block.')
  const genesisHash = genesis.hash
  const known = await rememberChain(store, { chainId, genesisHash })
  if (known !== genesisHash)
    throw new OtherGenesisError({ known, found: genesisHash })
  const head = await getHead(rpc)
  const window = await readWindow(chain, rpc, head)
  const block = window.at(-1)
  if (!block)
    return {
      type: 'held',
      reason: 'The RPC endpoint has no blocks.',
      behind: false,
    }
  await rememberBlocks(store, {
    chainId,
    blocks: window.map(({ number, hash }) => ({ number, hash, kept: false })),
  })
  const final = window[0]?.number ?? block.number
  await createCursor(store, { chainId, block, final })
  return { type: 'jumped', to: block.number }
}

async function isTooFar(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  distance: bigint,
): Promise<boolean> {
  const { jumpDistance, wholeJumpDistance } = chain.settings
  if (distance <= jumpDistance) return false
  if (distance > wholeJumpDistance) return true
  return !(givesWholeBlocks(rpc) && (await isCrowded(chain)))
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
    throw new RpcInconsistentError(
      'The latest blocks changed while they were read.',
    )
  return blocks
}

/**
 * Finds the highest known block that the node still has, and undoes what lies
 * above, unless it is final: then the operator decides.
 */
async function goBack(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  { cursor, shorter }: { cursor: Cursor; shorter: boolean },
): Promise<Step> {
  const { chainId, store } = chain
  const genesis = await readGenesis(store, chainId)
  if (genesis !== undefined) await checkGenesis(rpc, genesis)
  const ancestor = await findAncestor(chain, rpc, cursor)
  if (ancestor.number < cursor.final)
    return {
      type: 'held',
      reason: `The RPC endpoint has other blocks above block ${ancestor.number} than were stored, and blocks up to ${cursor.final} were final. Nothing is undone. Check the RPC endpoint. If it is right, run covault accept-reorg --chain ${chainId} --block ${ancestor.number}.`,
      behind: shorter,
    }
  const { safes } = await undoBlocks(store, { chainId, cursor, ancestor })
  forgetUndone(chain, { cursor, safes })
  const depth = cursor.number - ancestor.number
  chain.log.warn(
    { chainId, depth: Number(depth), ancestor: String(ancestor.number) },
    'Blocks were replaced by others and undone',
  )
  return { type: 'reorg', depth, ancestor: ancestor.number, safes }
}

const blocksPerLook = 50

async function findAncestor(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  cursor: Cursor,
): Promise<BlockId> {
  const { chainId, store } = chain
  const known = await listBlocks(store, {
    chainId,
    below: cursor.number,
    limit: blocksPerLook,
  })
  const blocks = await getBlocks(
    rpc,
    known.map(({ number }) => number),
  )
  const found = known.find(({ hash }, index) => blocks[index]?.hash === hash)
  return (
    found ?? findDeepAncestor(chain, rpc, known.at(-1)?.number ?? cursor.number)
  )
}

/** By halves: of a block that the node has, it has all that came before. */
async function findDeepAncestor(
  { chainId, store }: FollowedChain,
  rpc: RpcEndpoint,
  above: bigint,
): Promise<BlockId> {
  // Nothing we know may be left: what is not known cannot be wrong.
  let ancestor: BlockId | undefined = await getBlockByNumber(rpc, 0n)
  if (!ancestor)
    throw new RpcInconsistentError('The RPC endpoint has no first block.')
  let [low, high] = [0n, above]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const [known] = await listBlocks(store, {
      chainId,
      below: middle + 1n,
      limit: 1,
    })
    if (known === undefined || known.number <= low) low = middle
    else if ((await getBlockByNumber(rpc, known.number))?.hash === known.hash) {
      ancestor = known
      low = middle
    } else high = known.number
  }
  return { number: ancestor.number, hash: ancestor.hash }
}

/** Their past is read at once, not when the next block comes. */
async function adoptWaiting(
  { chainId, store }: FollowedChain,
  cursor: Cursor,
): Promise<void> {
  if (await hasWaiting(store, chainId))
    await adoptWatches(store, { chainId, cursor })
}
