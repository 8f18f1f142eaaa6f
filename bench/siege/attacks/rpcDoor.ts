import { inventAddress, inventHash, pick } from '../invented.js'
import { type Attack, post } from '../target.js'

/** Code that runs until its gas is used up. */
const endless = '0x5b600056'

const questions: readonly (() => { method: string; params: unknown[] })[] = [
  () => ({
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x0', toBlock: 'latest' }],
  }),
  () => ({ method: 'eth_call', params: [{ data: endless }, 'latest'] }),
  () => ({ method: 'eth_estimateGas', params: [{ data: endless }] }),
  () => ({ method: 'eth_getCode', params: [inventAddress(), 'latest'] }),
  () => ({ method: 'eth_sendRawTransaction', params: [inventHash()] }),
  () => ({ method: 'debug_traceTransaction', params: [inventHash()] }),
  () => ({ method: 'anvil_setBalance', params: [inventAddress(), '0x1'] }),
  () => ({ method: 'evm_mine', params: [] }),
]

const call = (id: number) => ({ jsonrpc: '2.0', id, ...pick(questions)() })

/** Questions that are heavy, forbidden, many at once or large. */
export const rpcDoor: Attack = {
  name: 'heavy and forbidden RPC calls',
  ask({ safe: { chainId } }) {
    const path = `/rpc/${chainId}`
    const large = { data: `0x${'60'.repeat(400_000)}` }
    const shape = Math.random()
    if (shape < 0.1)
      return post(
        path,
        Array.from({ length: 200 }, (_, id) => call(id)),
      )
    if (shape < 0.2)
      return post(path, {
        ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
        params: [large, 'latest'],
      })
    return post(path, call(1))
  },
}
