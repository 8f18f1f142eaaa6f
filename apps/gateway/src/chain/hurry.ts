import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcUnavailableError } from './rpcErrors.js'

/**
 * Does work with a node and gives up when none of its questions is answered
 * for so long. Whoever waits is told in time; the work itself goes on and is
 * forgotten.
 */
export async function hurry<result>(
  rpc: RpcEndpoint,
  silentMs: number,
  work: (rpc: RpcEndpoint) => Promise<result>,
): Promise<result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = `The node did not answer within ${silentMs} ms.`
      reject(new RpcUnavailableError(reason))
    }, silentMs)
  })
  const heard = () => timer?.refresh()
  const working = work({
    id: rpc.id,
    request: (method, params) => rpc.request(method, params).finally(heard),
    batch: (calls) => rpc.batch(calls).finally(heard),
  })
  return Promise.race([working, late]).finally(() => {
    clearTimeout(timer)
    timer = undefined
  })
}
