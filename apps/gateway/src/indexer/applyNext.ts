import { type Address, getAddress } from 'viem'
import { type ChainBlock, getFinalized } from '../chain/blocks.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { applyBlock } from '../store/applyBlocks.js'
import { countRows } from '../store/chainRows.js'
import type { Cursor } from '../store/cursors.js'
import { readStates, type StoredState } from '../store/safeStates.js'
import { listStaleSafes } from '../store/safes.js'
import { type Activity, groupByActivity } from './activity.js'
import type { KnownState } from './cases.js'
import { readFactoryLogs } from './factories.js'
import type { FollowedChain } from './followedChain.js'
import {
  type BlockState,
  countExecutions,
  readBlockStates,
} from './readBlockStates.js'
import { readLogs } from './readLogs.js'
import { statesPerStep } from './refreshStates.js'
import { seeBlock } from './seeBlock.js'

/** Reads the block after the cursor and stores it. */
export async function applyNext(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; block: ChainBlock; head: bigint },
): Promise<{ rows: number; safeBySafe: boolean }> {
  const { chainId, store, settings } = chain
  const { cursor, block, head } = parameters
  const times = new Map([[block.number, block.time]])
  const { looked, logs, factoryLogs, safeBySafe } = await seeBlock(
    chain,
    rpc,
    block,
  )
  const { safes } = looked
  const factory = settings.factoryMode
    ? await readFactoryLogs(chain, rpc, {
        logs: factoryLogs,
        times,
        at: block,
      })
    : { creations: [], states: [] }

  const decoded = groupByActivity({ logs, safes: new Set(safes), times })
  const stale = await listStaleSafes(store, { chainId, limit: statesPerStep })
  const emitters = new Set(logs.map(({ address }) => getAddress(address)))
  const touched = safes.filter((safe) => emitters.has(safe))
  const { states, corrections, unread } = await readBlockStates(chain, rpc, {
    parent: cursor,
    block,
    head,
    safes: [...new Set([...touched, ...stale])],
    stale,
    activities: decoded.activities,
  })
  const rows = await readLogs(chain, rpc, {
    logs,
    safes: new Set(safes),
    decoded,
    states: new Map<Address, KnownState>([
      ...(await guessStates(chain, { unread, activities: decoded.activities })),
      ...states.map(({ safe, present }) => [safe, present] as const),
    ]),
    noncesUsed: new Map(
      states.flatMap(({ safe, noncesUsed }) =>
        noncesUsed === undefined
          ? []
          : [[`${safe}:${block.number}`, noncesUsed] as const],
      ),
    ),
  })
  for (const { safe, former, verified } of states)
    if (!verified && former)
      chain.log.warn(
        { chainId, safe, block: String(block.number) },
        'The logs of a safe do not match what its contract returns',
      )
  const read = new Set(states.map(({ safe }) => safe))
  await applyBlock(store, {
    chainId,
    cursor,
    block: { number: block.number, hash: block.hash },
    final: await getFinalized(rpc, { head, depth: settings.finalityDepth }),
    looked,
    rows,
    creations: factory.creations,
    factoriesRead: settings.factoryMode,
    states: [
      ...corrections,
      ...states.flatMap((state) => toStoredState(state, block)),
      ...factory.states.filter(({ safe }) => !read.has(safe)),
    ],
    staleRead: unread.length > 0 ? [] : stale,
    unread,
    invalidated: states.flatMap(({ safe, former, present }) =>
      isSameDomain(former ?? present, present) ? [] : [safe],
    ),
  })
  return { rows: countRows(rows), safeBySafe }
}

/** As many nonces further as executions are told. */
async function guessStates(
  { chainId, store }: FollowedChain,
  parameters: {
    unread: readonly Address[]
    activities: readonly Activity[]
  },
): Promise<(readonly [Address, KnownState])[]> {
  const { unread, activities } = parameters
  const known = await readStates(store, { chainId, safes: unread })
  return [...known].map(([safe, { version, nonce }]) => {
    const own = activities.filter((activity) => activity.safe === safe)
    return [safe, { version, nonce: nonce + countExecutions(own) }]
  })
}

function toStoredState(
  { safe, present, changed, verified }: BlockState,
  { number: blockNumber, hash: blockHash }: ChainBlock,
): StoredState[] {
  return changed ? [{ safe, ...present, blockNumber, blockHash, verified }] : []
}

type Versioned = { version: string | null }

/** Signatures bind the chain since 1.3.0: those made before are worth nothing after. */
function isSameDomain(former: Versioned, present: Versioned): boolean {
  const bindsChain = ({ version }: Versioned) =>
    version === null || !/^(0|1\.[012])\./.test(version)
  return bindsChain(former) === bindsChain(present)
}
