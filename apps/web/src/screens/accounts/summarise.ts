import { formatCount, listWords } from '../../lib/formatCount.js'
import type { AccountGroup, ChainState } from './groupAccounts.js'

/** The line beside the title: how much there is, or what is being done. */
export function summarise({
  states,
  groups,
}: {
  states: readonly ChainState[]
  groups: readonly AccountGroup[]
}): string {
  const waiting = states.filter(({ safes, error }) => !safes && !error)
  if (waiting.length > 0)
    return `Reading ${listWords(waiting.map(({ chain }) => chain.name))}`
  const read = groups.flatMap(({ chains }) =>
    chains.filter(({ reading }) => reading.status === 'read'),
  )
  if (read.length === 0)
    return states.some(({ safes }) => safes) ? 'No safes' : 'Not loaded'
  const networks = new Set(read.map(({ chain }) => chain.chainId))
  const safes = groups.filter(({ chains }) =>
    chains.some(({ reading }) => reading.status === 'read'),
  )
  return `${formatCount(safes.length, 'safe')} on ${formatCount(networks.size, 'network')}`
}
