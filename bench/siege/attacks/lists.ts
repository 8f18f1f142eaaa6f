import { demoAccounts } from '@covault/devnet'
import { getSafeMessageTypedData } from '@covault/protocol'
import { count, pick } from '../invented.js'
import { type Attack, post } from '../target.js'

const largestPage = encodeURIComponent('limit=100&offset=0')

/** Pages of messages, each as large as one may be. */
export const largeMessageLists: Attack = {
  name: 'lists of large messages',
  ask: ({ hostile }) => ({
    path: `/v1/chains/${hostile.chainId}/safes/${hostile.address}/messages?cursor=${largestPage}&x=${count()}`,
  }),
}

export const largeMessages: Attack = {
  name: 'large messages one by one',
  ask: ({ hostile, largeMessages }) => ({
    path: `/v1/chains/${hostile.chainId}/messages/${pick(largeMessages)}`,
  }),
}

/** Pages of transactions whose calldata is as large as it may be. */
export const largeCalldataLists: Attack = {
  name: 'lists of large calldata',
  ask: ({ hostile }) => {
    const safe = `/v1/chains/${hostile.chainId}/safes/${hostile.address}`
    const list = pick(['transactions/queued', 'multisig-transactions'])
    return {
      path: `${safe}/${list}?trusted=false&cursor=${largestPage}&x=${count()}`,
    }
  },
}

/** A message of a safe's own owner is valid: only its size can be refused. */
export const newLargeMessages: Attack = {
  name: 'new large messages',
  async ask({ hostile }) {
    const { chainId, address: safe, version } = hostile
    const size = pick([60_000, 900_000])
    const message = `${count()} ${'m'.repeat(size)}`
    const domain = { chainId, safe, version }
    const signature = await demoAccounts.stranger.signTypedData(
      getSafeMessageTypedData(domain, message),
    )
    const origin = JSON.stringify({ name: 'x'.repeat(180) })
    return post(`/v1/chains/${chainId}/safes/${safe}/messages`, {
      message,
      signature,
      origin,
    })
  },
}
