import { parseAbi } from '@covault/protocol'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Resolve } from '../chain/pinnedRequest.js'
import { fetchPublishedContract } from '../chain/sourcify.js'
import type { Config } from '../config.js'
import type { VerifiedContract } from '../contractsConfig.js'
import { createWeighedMap } from '../weighedMap.js'

/** Contracts whose source somebody verified: the operator, or Sourcify. */
export type VerifiedLookup = {
  /** What is known by now. What is not is asked for, for the next time. */
  find(place: ContractPlace): VerifiedContract | undefined
  /** Whether it is known, or known to be unknown. */
  isSettled(place: ContractPlace): boolean
  /** Waits until it is. */
  learn(place: ContractPlace): Promise<void>
}

type ContractPlace = { chainId: number; address: Address }

type Learned = {
  contract: VerifiedContract | undefined
  /** Milliseconds; until then nobody is asked again. */
  until: number
}

/** Sources are published late, but what is published stays. */
const knownMs = 24 * 3_600_000
const unknownMs = 10 * 60_000
const mostBytes = 64 * 1024 * 1024
/** An ABI in memory, read twice, in times of its text: an estimate. */
const timesOfText = 12
/** Strangers choose the addresses: they must not make us flood a service. */
const mostAtOnce = 8

export function createVerifiedContracts(parameters: {
  config: Pick<Config, 'contracts' | 'assets'>
  log: Logger
  resolve?: Resolve
  now?: () => number
}): VerifiedLookup {
  const { config, log, resolve, now = Date.now } = parameters
  const { sourcify: server, outboundChainIds } = config.assets
  const learned = createWeighedMap<Learned>(mostBytes)
  const asking = new Map<string, Promise<void>>()

  const ask = async (key: string, place: ContractPlace) => {
    const contract = await fetchContract(server ?? '', { ...place, resolve })
    const { chainId, address } = place
    if (contract)
      log.debug({ chainId, address }, 'A contract was found at Sourcify.')
    const until = now() + (contract ? knownMs : unknownMs)
    const text = contract ? JSON.stringify(contract.abi) : ''
    learned.set(key, { contract, until }, timesOfText * text.length)
    asking.delete(key)
  }

  const isSettled = ({ chainId, address }: ContractPlace): boolean =>
    server === undefined ||
    !outboundChainIds.has(chainId) ||
    config.contracts.get(chainId)?.has(address) === true ||
    (learned.get(`${chainId}:${address}`)?.until ?? 0) > now()

  const learn = async (place: ContractPlace) => {
    if (isSettled(place)) return
    const key = `${place.chainId}:${place.address}`
    const running = asking.get(key)
    if (running !== undefined) return running
    if (asking.size >= mostAtOnce) return
    const started = ask(key, place)
    asking.set(key, started)
    await started
  }

  return {
    find(place) {
      const { chainId, address } = place
      const own = config.contracts.get(chainId)?.get(address)
      if (own || server === undefined) return own
      void learn(place)
      return learned.get(`${chainId}:${address}`)?.contract
    },
    isSettled,
    learn,
  }
}

/** A service that is away or makes no sense is as good as one without it. */
async function fetchContract(
  server: string,
  place: ContractPlace & { resolve: Resolve | undefined },
): Promise<VerifiedContract | undefined> {
  try {
    const published = await fetchPublishedContract(server, place)
    if (!published) return undefined
    const { name, abi } = published
    return { name, abi, methods: parseAbi(JSON.stringify(abi)) }
  } catch {
    return undefined
  }
}
