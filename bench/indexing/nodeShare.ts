import type { RpcEndpoint } from '../../apps/gateway/src/chain/rpcEndpoint.js'
import type { RpcPool } from '../../apps/gateway/src/chain/rpcPool.js'

/** How long the node had at least one question to answer. */
export type NodeShare = { seconds: number; bodies: number }

export function observeNode(pool: RpcPool): {
  pool: RpcPool
  share: NodeShare
} {
  const share: NodeShare = { seconds: 0, bodies: 0 }
  let open = 0
  let since = 0
  const during = async <result>(ask: () => Promise<result>) => {
    share.bodies++
    if (open++ === 0) since = performance.now()
    try {
      return await ask()
    } finally {
      if (--open === 0) share.seconds += (performance.now() - since) / 1000
    }
  }
  const observe = (rpc: RpcEndpoint): RpcEndpoint => ({
    id: rpc.id,
    request: (...question) => during(() => rpc.request(...question)),
    batch: (calls) => during(() => rpc.batch(calls)),
  })
  return {
    pool: { ...pool, use: (action) => pool.use((rpc) => action(observe(rpc))) },
    share,
  }
}
