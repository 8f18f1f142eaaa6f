import type { ChainBlock } from '../chain/blocks.js'
import { type ChainLog, isLogOfSafes, listParties } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { filterFollowed, isFollowedMore } from '../store/followed.js'
import { type Looked, listWatches } from '../store/watches.js'
import { isFactoryLog } from './factories.js'
import { fetchFactoryLogs, fetchSafeLogs } from './fetchBlockLogs.js'
import { fetchWholeBlock } from './fetchWholeBlock.js'
import type { FollowedChain } from './followedChain.js'

type SeenBlock = {
  looked: Looked
  logs: ChainLog[]
  factoryLogs: ChainLog[]
  /** There are many safes, and the node gives no block whole. */
  safeBySafe: boolean
}

/**
 * The logs of a block that are ours. Few safes are named in the question; of
 * many the whole block is read once, and the store asked who of those in it is
 * followed, so that neither questions nor memory grow with their number.
 */
export async function seeBlock(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<SeenBlock> {
  const { chainId, store, settings } = chain
  const crowded = await isCrowded(chain)
  const whole = crowded ? await fetchWholeBlock(rpc, block) : undefined
  if (whole) {
    const parties = listParties(whole)
    const safes = await filterFollowed(store, { chainId, addresses: parties })
    const own = new Set(safes.map((safe) => safe.toLowerCase()))
    return {
      looked: { safes, parties },
      logs: whole.filter((log) => isLogOfSafes(log, own)),
      factoryLogs: settings.factoryMode ? whole.filter(isFactoryLog) : [],
      safeBySafe: false,
    }
  }
  const safes = (await listWatches(store, chainId)).map(({ safe }) => safe)
  return {
    looked: { safes },
    logs: await fetchSafeLogs(rpc, { block, safes }),
    factoryLogs: settings.factoryMode ? await fetchFactoryLogs(rpc, block) : [],
    safeBySafe: crowded,
  }
}

/** Whether naming every safe costs more than reading everybody's logs. */
export function isCrowded({
  chainId,
  store,
  settings,
}: FollowedChain): Promise<boolean> {
  return isFollowedMore(store, { chainId, than: settings.wholeBlocksAbove })
}
