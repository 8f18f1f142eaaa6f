import { count, inventAddress, pick } from '../invented.js'
import { manyCalls, nestedCalls } from '../longData.js'
import { type Attack, post } from '../target.js'

const lists = [
  'multisig-transactions/',
  'all-transactions/',
  'module-transactions/',
  'incoming-transfers/',
  'transfers/',
  'messages/',
  'balances/',
]

/** The same data by the transaction service's door. */
export const serviceLists: Attack = {
  name: "lists of the transaction service's API",
  ask: ({ safe, hostile, strangers }) => {
    const others = [inventAddress(), pick(strangers)]
    const address = pick([safe.address, hostile.address, ...others])
    const query = `limit=100&trusted=false&x=${count()}`
    const version = pick(['v1', 'v2'])
    return {
      path: `/tx-service/${safe.chainId}/api/${version}/safes/${address}/${pick(lists)}?${query}`,
    }
  },
}

export const serviceBodies: Attack = {
  name: "large bodies to the transaction service's API",
  ask: ({ safe: { chainId, address } }) => {
    const { to, data } = pick([manyCalls, nestedCalls])
    const api = `/tx-service/${chainId}/api/v1`
    return pick([
      post(`${api}/data-decoder/`, { to, data }),
      post(`${api}/safes/${address}/multisig-transactions/estimations/`, {
        ...{ to, data, value: '0', operation: 1 },
      }),
      post(`${api}/safes/${address}/multisig-transactions/`, {
        ...{ to, data, value: '0', operation: 1, nonce: count() },
        contractTransactionHash: `0x${'00'.repeat(32)}`,
      }),
    ])
  },
}
