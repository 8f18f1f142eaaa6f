import { count, inventAddress, pick } from '../invented.js'
import type { Attack } from '../target.js'

const views = [
  '',
  '/balances/usd',
  '/nonces',
  '/transactions/queued',
  '/transactions/history',
  '/messages',
]

/** Addresses where no safe is. */
export const unknownSafes: Attack = {
  name: 'safes that do not exist',
  ask: ({ safe: { chainId } }) => ({
    path: `/v1/chains/${chainId}/safes/${inventAddress()}${pick(views)}`,
  }),
}

/** Real safes of others: more than the gateway follows. */
export const otherSafes: Attack = {
  name: 'safes of others',
  ask: ({ safe: { chainId }, strangers }) => ({
    path: `/v1/chains/${chainId}/safes/${pick(strangers)}${pick(views)}`,
  }),
}

export const watches: Attack = {
  name: 'watches of others',
  ask: ({ safe: { chainId }, strangers }) => ({
    method: 'POST',
    path: `/v1/chains/${chainId}/safes/${pick(strangers)}/watch`,
  }),
}

export const overviews: Attack = {
  name: 'overviews of many safes',
  ask: ({ safe: { chainId }, strangers }) => {
    const safes = Array.from({ length: 10 }, () => {
      const address = Math.random() < 0.5 ? inventAddress() : pick(strangers)
      return `${chainId}:${address}`
    })
    return { path: `/v2/safes?currency=usd&safes=${safes.join(',')}` }
  },
}

/** The same question, told apart by what means nothing. */
export const freshQueries: Attack = {
  name: 'the same question with ?x=N',
  ask: ({ safe: { chainId, address } }) => ({
    path: `/v1/chains/${chainId}/safes/${address}${pick(views)}?x=${count()}`,
  }),
}
