import { batchCalls } from '@covault/devnet'
import type { Address, Hex } from 'viem'
import { inventAddress, pick } from '../invented.js'
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

/** A batch of many calls: the most work for the fewest bytes. */
const batch = batchCalls(
  { version: '1.4.1' },
  Array.from({ length: 3_000 }, (_, at) => ({
    to: `0x${String(at).padStart(40, '1')}` as Address,
    data: '0xa9059cbb' as const,
  })),
)
const bulk: Hex = `0x${'ab'.repeat(450_000)}`

export const largeBodies: Attack = {
  name: 'large calldata to decode and estimate',
  ask({ safe: { chainId, address } }) {
    const { to, data } = pick([batch, { ...batch, data: bulk }])
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
