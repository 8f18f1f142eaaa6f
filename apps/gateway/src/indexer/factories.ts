import {
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceMethod,
  decodeLog,
  decodeMethod,
  findDeploymentByAddress,
  proxyFactories,
} from '@covault/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import { getTransactions } from '../chain/blocks.js'
import type { ChainLog, LogFilter } from '../chain/fetchLogs.js'
import { askForBlock } from '../chain/limits/missingBlock.js'
import { readSafes } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { BlockId } from '../store/cursors.js'
import type { StoredState } from '../store/safeStates.js'
import { type Creation, filterKnownSafes } from '../store/safes.js'
import { toPlace } from './activity.js'
import type { FollowedChain } from './followedChain.js'

/**
 * Proxies created, and owners changed anywhere: enough to know the safes of
 * every owner. Anybody can log these; they only say where to look.
 */
export const factoryFilter = {
  topics: [
    [
      '0xa38789425dbeee0239e16ff2d2567e31720127fbc6430758c1a4efc6aef29f80',
      '0x4f51faf6c4561ff95f067657e43439f0f856d97c04d9ec9070a6199ad418e235',
      '0x6e78ae8c51534f0b801d7aa7cce5a2113f3c3368c61b06fa61415f361d400431',
      '0x7a1c96f74273709828c0e67ab96189772005d3b4948bc6902693eb21e4e2cc6a',
      '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26',
      '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf',
    ],
  ],
} as const satisfies LogFilter

export function isFactoryLog({ topics: [topic0] }: ChainLog): boolean {
  return factoryFilter.topics[0].some((topic) => topic === topic0)
}

export async function readFactoryLogs(
  chain: Pick<FollowedChain, 'chainId' | 'store'>,
  rpc: RpcEndpoint,
  parameters: {
    logs: readonly ChainLog[]
    times: ReadonlyMap<bigint, number>
    /** Where the safes are read: the past is of no interest here. */
    at: BlockId
  },
): Promise<{ creations: Creation[]; states: StoredState[] }> {
  const { logs, times, at } = parameters
  const creations = await readCreations(rpc, { logs, times })
  const changed = await findChangedSafes(chain, { logs, creations })
  const { number: blockNumber, hash: blockHash } = at
  const question = { safes: changed, blockHash }
  const answers = await askForBlock(() => readSafes(rpc, question))
  const states = changed.flatMap((safe, index): StoredState[] => {
    const state = answers[index]
    if (state === undefined || state instanceof Error) return []
    return [{ safe, blockNumber, blockHash, ...state, verified: true }]
  })
  const isSafe = new Set(states.map(({ safe }) => safe))
  return {
    creations: creations.filter(({ safe }) => isSafe.has(safe)),
    states,
  }
}

/** What a known factory says it created; whether it is a safe is asked later. */
export async function readCreations(
  rpc: RpcEndpoint,
  parameters: {
    logs: readonly ChainLog[]
    times: ReadonlyMap<bigint, number>
  },
): Promise<Creation[]> {
  const { logs, times } = parameters
  const own = logs.filter(
    ({ address }) =>
      findDeploymentByAddress(proxyFactories, getAddress(address)) !==
      undefined,
  )
  const transactions = await getTransactions(rpc, [
    ...new Set(own.map(({ transactionHash }) => transactionHash)),
  ])
  const creations = new Map<Address, Creation>()
  for (const log of own) {
    const event = decodeLog(log)
    if (
      event?.type !== 'proxyCreation' &&
      event?.type !== 'proxyCreationL2' &&
      event?.type !== 'chainSpecificProxyCreationL2'
    )
      continue
    const transaction = transactions.get(log.transactionHash)
    const time = log.time ?? times.get(log.blockNumber) ?? 0
    const former = creations.get(event.proxy)
    creations.set(event.proxy, {
      safe: event.proxy,
      place: former?.place ?? toPlace(log, time),
      creator: getAddress(transaction?.from ?? log.address),
      factory: event.address,
      singleton: event.singleton ?? null,
      initializer: event.type === 'proxyCreation' ? null : event.initializer,
      saltNonce: event.type === 'proxyCreation' ? null : event.saltNonce,
      ...readCreationCall(transaction?.input, event.address, transaction?.to),
    })
  }
  return [...creations.values()]
}

/** What the factory was asked, where it was asked directly. */
function readCreationCall(
  input: Hex | undefined,
  factory: Address,
  to: Hex | null | undefined,
): Partial<Creation> {
  if (!input || !to || getAddress(to) !== factory) return {}
  const selector = input.slice(0, 10).toLowerCase()
  try {
    if (selector === createProxyMethod.selector) {
      const { singleton, data } = decodeMethod(createProxyMethod, input)
      return { singleton, initializer: data }
    }
    const method = [
      createProxyWithNonceMethod,
      createProxyWithCallbackMethod,
    ].find((known) => known.selector === selector)
    if (!method) return {}
    const call = decodeMethod(method, input)
    const { singleton, initializer, saltNonce } = call
    return { singleton, initializer, saltNonce }
  } catch {
    return {}
  }
}

async function findChangedSafes(
  { chainId, store }: Pick<FollowedChain, 'chainId' | 'store'>,
  parameters: { logs: readonly ChainLog[]; creations: readonly Creation[] },
): Promise<Address[]> {
  const { logs, creations } = parameters
  const emitters = [...new Set(logs.map(({ address }) => getAddress(address)))]
  const known = await filterKnownSafes(store, { chainId, addresses: emitters })
  return [...new Set([...creations.map(({ safe }) => safe), ...known])]
}
