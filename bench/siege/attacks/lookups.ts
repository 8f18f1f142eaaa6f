import type { Hex } from 'viem'
import { inventAddress, pick } from '../invented.js'
import { manyCalls, nestedCalls } from '../longData.js'
import { type Attack, post } from '../target.js'

export const unknownContracts: Attack = {
  name: 'contracts and owners that do not exist',
  ask: ({ safe: { chainId } }) => ({
    path: pick([
      `/v1/chains/${chainId}/contracts/${inventAddress()}`,
      `/v1/chains/${chainId}/owners/${inventAddress()}/safes`,
      `/v2/owners/${inventAddress()}/safes`,
      `/v2/chains/${chainId}/delegates?delegator=${inventAddress()}`,
    ]),
  }),
}

const bulk: Hex = `0x${'ab'.repeat(450_000)}`

export const largeBodies: Attack = {
  name: 'large calldata to decode and estimate',
  ask({ safe: { chainId, address } }) {
    const { to, data } = pick([
      manyCalls,
      nestedCalls,
      { ...manyCalls, data: bulk },
    ])
    const call = { to, data, value: '0', operation: 1 }
    return pick([
      post(`/v1/chains/${chainId}/data-decoder`, { data, to }),
      post(`/v1/chains/${chainId}/transactions/${address}/preview`, call),
      post(
        `/v2/chains/${chainId}/safes/${address}/multisig-transactions/estimations`,
        call,
      ),
    ])
  },
}
