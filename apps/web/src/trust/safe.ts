import {
  isVersionAtLeast,
  parseSafeVersion,
  safeSlots,
} from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import {
  type Address,
  getAddress,
  type Hex,
  pad,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import { getCode, getStorageAt } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import { safeAbi } from './abis.js'
import { callContract } from './callContract.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { type Head, readOncePerBlock } from './head.js'
import { type ReadProvenance, readAt } from './provenance.js'
import { findKnown, readParts, type Safe } from './readSafes.js'

/** What one address is, as the chain had it at one block. */
export type SafeReading =
  | { status: 'empty'; provenance: ReadProvenance }
  | { status: 'notSafe'; provenance: ReadProvenance }
  | { status: 'safe'; provenance: ReadProvenance; safe: SafeState }

export type SafeState = Safe & {
  singleton: Address
  modules: readonly Address[]
  /** More modules than we read; nobody has so many in earnest. */
  hasMoreModules: boolean
  guard: Address | null
  /** Undefined: safes of this version have none. */
  moduleGuard?: Address | null
  fallbackHandler: Address | null
}

export function safeQuery(chain: ChainConfig, address: Address) {
  return queryOptions({
    queryKey: ['safe', chain.chainId, address],
    queryFn: (context) =>
      readOncePerBlock(context, chain, (head) =>
        readSafe(createChainClient(chain), { address, head }),
      ),
    refetchInterval: pollInterval,
  })
}

/** What is signed rests on what was read on this visit. */
export function withoutKept(
  reading: SafeReading | undefined,
): SafeReading | undefined {
  return reading?.provenance.keptAt === undefined ? reading : undefined
}

export async function readSafe(
  client: ChainClient,
  place: { address: Address; head: Pick<Head, 'number'> },
): Promise<SafeReading> {
  return finishReading(client, await beginReading(client, place))
}

/** All but whether the code behind the proxy is a published one. */
export type BegunReading =
  | Exclude<SafeReading, { status: 'safe' }>
  | {
      status: 'safe'
      provenance: ReadProvenance
      safe: Omit<SafeState, 'known'>
    }

/** One round of questions; the code behind the proxy needs another. */
export async function beginReading(
  client: ChainClient,
  {
    address,
    head: { number: blockNumber },
  }: { address: Address; head: Pick<Head, 'number'> },
): Promise<BegunReading> {
  const place = { address, blockNumber }
  const [code, [part], contracts, modules] = await Promise.all([
    getCode(client, place),
    readParts(client, { addresses: [address], blockNumber }),
    readContracts(client, place),
    readModules(client, place).catch((error: unknown) => error),
  ])
  const provenance = readAt(client, blockNumber)
  if (!code || code === '0x') return { status: 'empty', provenance }
  const safe = part?.safe
  if (!safe) return { status: 'notSafe', provenance }
  // What is no safe may refuse this question; a safe does not.
  if (modules instanceof Error) throw modules
  const { moduleGuard, ...slots } = contracts
  return {
    status: 'safe',
    provenance,
    safe: {
      ...safe,
      ...slots,
      ...(hasModuleGuard(safe.version) && { moduleGuard }),
      // The only other thing that can come out of it.
      ...(modules as ModuleList),
    },
  }
}

export async function finishReading(
  client: ChainClient,
  begun: BegunReading,
): Promise<SafeReading> {
  if (begun.status !== 'safe') return begun
  const { singleton } = begun.safe
  const { block } = begun.provenance
  const known = await findKnown(client, {
    singletons: [singleton],
    blockNumber: block,
  })
  return {
    status: 'safe',
    provenance: readAt(client, block),
    safe: { ...begun.safe, known: known.has(singleton) },
  }
}

type ModuleList = Pick<SafeState, 'modules' | 'hasMoreModules'>

type Place = { address: Address; blockNumber: bigint }

const { singleton, guard, fallbackHandler, moduleGuard } = safeSlots
const slots = [singleton, guard, fallbackHandler, moduleGuard].map((slot) =>
  toHex(slot, { size: 32 }),
)

async function readContracts(client: ChainClient, place: Place) {
  const [singleton, guard, fallbackHandler, moduleGuard] = await Promise.all(
    slots.map((slot) => getStorageAt(client, { ...place, slot })),
  )
  return {
    singleton: toAddress(singleton),
    guard: toAddressOrNull(guard),
    moduleGuard: toAddressOrNull(moduleGuard),
    fallbackHandler: toAddressOrNull(fallbackHandler),
  }
}

/** Since 1.5.0; what is not known to have one has none. */
function hasModuleGuard(version: string): boolean {
  const known = parseSafeVersion(version)?.version
  return known !== undefined && isVersionAtLeast(known, '1.5.0')
}

const sentinel = '0x0000000000000000000000000000000000000001'

async function readModules(
  client: ChainClient,
  { address, blockNumber }: Place,
): Promise<ModuleList> {
  const [modules, next] = await callContract(client, {
    address,
    abi: safeAbi,
    functionName: 'getModulesPaginated',
    args: [sentinel, 50n],
    blockNumber,
  })
  return {
    modules,
    hasMoreModules: next !== sentinel && next !== zeroAddress,
  }
}

function toAddress(word: Hex | undefined): Address {
  return getAddress(slice(pad(word ?? '0x', { size: 32 }), 12))
}

function toAddressOrNull(word: Hex | undefined): Address | null {
  const address = toAddress(word)
  return address === zeroAddress ? null : address
}
