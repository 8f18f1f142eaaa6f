import {
  findDeploymentByAddress,
  isVersionAtLeast,
  singletons,
} from '@covault/protocol'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getLatestBlock } from './blocks.js'
import { type Probe, type ProbeCall, probe } from './probe.js'
import {
  type AtBlock,
  decode,
  decodeVersion,
  encodeModulesCall,
  firstPage,
  formatVersion,
  isProxyCode,
  NotASafeError,
  readHex,
  readModules,
  readSafes,
  type SafeState,
  safeAbi,
  slots,
  toStoredAddress,
} from './readSafe.js'
import type { RpcEndpoint, RpcOutcome } from './rpcEndpoint.js'

/** What deciding about a safe needs of its state. */
type SafeCore = Pick<
  SafeState,
  'owners' | 'threshold' | 'nonce' | 'singleton' | 'version'
>

/** One question for a safe; one or two for what is none. */
export async function readSafeCore(
  rpc: RpcEndpoint,
  parameters: { safe: Address; block: AtBlock },
): Promise<SafeCore> {
  const { safe, block } = parameters
  const found = await probeSafe(rpc, parameters)
  if (found) return found.core
  const blockHash =
    block === 'latest' ? (await getLatestBlock(rpc)).hash : block.blockHash
  return readSeparately(rpc, { safe, blockHash })
}

/** An answer has as much room as code: 20 safes, 32 owners of each. */
export const mostSafesAtOnce = 20
const mostOwnersEach = 32

/** The owners of all of these that are safes, in one question. */
export async function readOwnersOfMany(
  rpc: RpcEndpoint,
  safes: readonly Address[],
): Promise<Address[]> {
  const [target, ...more] = safes
  if (!target || more.length >= mostSafesAtOnce) return []
  const owners: ProbeCall = {
    data: encode('getOwners'),
    gas: 1_000_000,
    most: 64 + 32 * mostOwnersEach,
  }
  const found = await probe(rpc, {
    target,
    calls: safes.map((to) => ({ ...owners, to })),
    block: 'latest',
  })
  if (found)
    return found.answers.flatMap(
      (answer) => decode('getOwners', toOutcome(answer)) ?? [],
    )
  const { hash: blockHash } = await getLatestBlock(rpc)
  const states = await readSafes(rpc, { safes, blockHash })
  return states.flatMap((each) =>
    each instanceof NotASafeError ? [] : each.owners,
  )
}

/** The whole state; a safe of our time takes one question. */
export async function readSafe(
  rpc: RpcEndpoint,
  parameters: { safe: Address; blockHash: Hex },
): Promise<SafeState> {
  const { safe, blockHash } = parameters
  const block = { blockHash }
  const found = await probeSafe(rpc, { safe, block })
  if (!found) return readSeparately(rpc, parameters)
  const outcome = toOutcome(found.answers[names.indexOf('modules')])
  return {
    ...found.core,
    modules: await readModules(rpc, { safe, block, outcome }),
    ...(readTold(found) ?? (await readStored(rpc, parameters))),
  }
}

type Found = {
  core: SafeCore
  answers: Probe['answers']
  /** Whether the contract's own word for its storage can be taken. */
  tellsStorage: boolean
}

const abi = parseAbi([
  'function masterCopy() view returns (address)',
  'function getStorageAt(uint256 offset, uint256 length) view returns (bytes)',
])

const encode = (
  functionName: 'VERSION' | 'getOwners' | 'getThreshold' | 'nonce',
) => encodeFunctionData({ abi: safeAbi, functionName })

const readSlot = (slot: Hex): ProbeCall => ({
  data: encodeFunctionData({
    abi,
    functionName: 'getStorageAt',
    args: [BigInt(slot), 1n],
  }),
  gas: 200_000,
  most: 96,
})

/** Together below what may be returned at once: as much as code may be long. */
const calls = {
  singleton: {
    data: encodeFunctionData({ abi, functionName: 'masterCopy' }),
    gas: 100_000,
    most: 32,
  },
  version: { data: encode('VERSION'), gas: 200_000, most: 128 },
  owners: { data: encode('getOwners'), gas: 5_000_000, most: 16_448 },
  threshold: { data: encode('getThreshold'), gas: 200_000, most: 32 },
  nonce: { data: encode('nonce'), gas: 200_000, most: 32 },
  modules: { data: encodeModulesCall(firstPage), gas: 1_000_000, most: 1_696 },
  guard: readSlot(slots.guard),
  moduleGuard: readSlot(slots.moduleGuard),
  fallbackHandler: readSlot(slots.fallbackHandler),
} satisfies Record<string, ProbeCall>

type Name = keyof typeof calls
const names = Object.keys(calls) as Name[]

/** `undefined`: the node does not run it, or the safe is beyond measure. */
async function probeSafe(
  rpc: RpcEndpoint,
  { safe, block }: { safe: Address; block: AtBlock },
): Promise<Found | undefined> {
  const found = await probe(rpc, {
    target: safe,
    calls: Object.values(calls),
    block,
  })
  if (!found) return undefined
  const { codeHash, answers, cut } = found
  const answer = (name: Name) => toOutcome(answers[names.indexOf(name)])
  if (codeHash === zeroHash || codeHash === keccak256('0x'))
    throw new NotASafeError(safe, 'There is no contract at this address.')
  const owners = decode('getOwners', answer('owners'))
  const threshold = decode('getThreshold', answer('threshold'))
  const nonce = decode('nonce', answer('nonce'))
  const isProxy = isProxyCode(codeHash)
  if (!cut && (!owners || nonce === undefined || !threshold))
    throw new NotASafeError(
      safe,
      isProxy
        ? 'It has not been set up with owners.'
        : 'Its code is not a safe contract, and it has no owners.',
    )
  // Their proxies tell themselves to whom they delegate; others may lie.
  const singleton = isProxy
    ? (toStoredAddress(readHex(answer('singleton'))) ?? zeroAddress)
    : await readSingleton(rpc, { safe, block })
  const known = findDeploymentByAddress(singletons, singleton)
  if (!known && !isProxy)
    throw new NotASafeError(
      safe,
      'Neither its code nor the contract it delegates to is a safe contract.',
    )
  if (!owners || nonce === undefined || !threshold) {
    if (known) return undefined
    throw new NotASafeError(safe, 'It has not been set up with owners.')
  }
  const version = known
    ? formatVersion(known)
    : decodeVersion(answer('version'))
  const tellsStorage =
    isProxy && known !== undefined && isVersionAtLeast(known.version, '1.3.0')
  const core = { owners, threshold, nonce, singleton, version }
  return { core, answers, tellsStorage }
}

function toOutcome(answer: Hex | undefined): RpcOutcome | undefined {
  return answer === undefined ? undefined : { result: answer }
}

async function readSingleton(
  rpc: RpcEndpoint,
  { safe, block }: { safe: Address; block: AtBlock },
): Promise<Address> {
  const [outcome] = await rpc.batch([
    { method: 'eth_getStorageAt', params: [safe, slots.singleton, block] },
  ])
  return toStoredAddress(readHex(outcome)) ?? zeroAddress
}

type Slots = Pick<SafeState, 'guard' | 'moduleGuard' | 'fallbackHandler'>

function readTold({ tellsStorage, answers }: Found): Slots | undefined {
  if (!tellsStorage) return undefined
  const [guard, moduleGuard, fallbackHandler] = slotNames.map((name) => {
    const data = answers[names.indexOf(name)]
    const functionName = 'getStorageAt'
    return data && decodeFunctionResult({ abi, functionName, data })
  })
  return guard && moduleGuard && fallbackHandler
    ? {
        guard: toStoredAddress(guard),
        moduleGuard: toStoredAddress(moduleGuard),
        fallbackHandler: toStoredAddress(fallbackHandler),
      }
    : undefined
}

const slotNames = ['guard', 'moduleGuard', 'fallbackHandler'] as const

async function readStored(
  rpc: RpcEndpoint,
  { safe, blockHash }: { safe: Address; blockHash: Hex },
): Promise<Slots> {
  const outcomes = await rpc.batch(
    slotNames.map((name) => ({
      method: 'eth_getStorageAt',
      params: [safe, slots[name], { blockHash }],
    })),
  )
  const [guard, moduleGuard, fallbackHandler] = outcomes.map((outcome) =>
    toStoredAddress(readHex(outcome)),
  )
  return {
    guard: guard ?? null,
    moduleGuard: moduleGuard ?? null,
    fallbackHandler: fallbackHandler ?? null,
  }
}

/** Each part in a question of its own. */
async function readSeparately(
  rpc: RpcEndpoint,
  { safe, blockHash }: { safe: Address; blockHash: Hex },
): Promise<SafeState> {
  const [state] = await readSafes(rpc, { safes: [safe], blockHash })
  if (state === undefined || state instanceof NotASafeError)
    throw state ?? new NotASafeError(safe, 'It could not be read.')
  return state
}
