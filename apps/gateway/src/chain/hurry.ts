import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcUnavailableError } from './rpcErrors.js'

/**
 * Does work with a node and gives up when none of its questions is answered
 * for so long, unless there is a reason to wait on. Anyone who waits is told in
 * time; the work itself goes on and is forgotten.
 */
export async function hurry<result>(
  rpc: RpcEndpoint,
  patience: { silentMs: number; waitsOn?: (waitedMs: number) => boolean },
  work: (rpc: RpcEndpoint) => Promise<result>,
): Promise<result> {
  const { silentMs, waitsOn } = patience
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const waitedMs = performance.now() - started
      if (waitsOn?.(waitedMs)) {
        timer?.refresh()
        return
      }
      const reason = `The RPC endpoint did not answer within ${Math.round(waitedMs)} ms.`
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
