import type { Address } from 'viem'
import type { ChainLog } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { ChainRows } from '../store/chainRows.js'
import { readProposals } from '../store/executions.js'
import { type DecodedLogs, toPlace } from './activity.js'
import type { KnownState, NoncesUsed } from './cases.js'
import type { FollowedChain } from './followedChain.js'
import { interpret } from './interpret.js'

/** Logs of safes -> rows, raw logs included. */
export async function readLogs(
  chain: Pick<FollowedChain, 'chainId' | 'store'>,
  rpc: RpcEndpoint,
  parameters: {
    logs: readonly ChainLog[]
    safes: ReadonlySet<Address>
    decoded: DecodedLogs
    states: ReadonlyMap<Address, KnownState>
    noncesUsed: NoncesUsed
  },
): Promise<ChainRows> {
  const { chainId, store } = chain
  const { logs, safes, states, noncesUsed } = parameters
  const { activities, flaws } = parameters.decoded
  const { rows, forged } = await interpret(
    {
      chainId,
      rpc,
      states,
      noncesUsed,
      findProposals: (hashes) => readProposals(store, { chainId, hashes }),
    },
    activities,
  )
  const emitters = new Set([...safes].map((safe) => safe.toLowerCase()))
  for (const log of logs) {
    if (!emitters.has(log.address.toLowerCase())) continue
    const isForged = forged.has(`${log.blockNumber}:${log.logIndex}`)
    rows.logs.push({
      ...toPlace(log, 0),
      blockHash: log.blockHash,
      address: log.address,
      topics: log.topics,
      data: log.data,
      flaw: isForged ? 'forged' : (flaws.get(log) ?? null),
    })
  }
  return rows
}
