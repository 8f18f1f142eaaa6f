import { isPinned, singletons } from '@covault/protocol'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  slice,
  zeroHash,
} from 'viem'
import { getCode, getStorageAt } from 'viem/actions'
import { safeAbi } from './abis.js'
import { type Answer, callMany } from './callMany.js'
import type { ChainClient } from './chainClient.js'

export type Safe = {
  address: Address
  owners: readonly Address[]
  threshold: number
  nonce: bigint
  version: string
  /** The code behind the proxy is a published one, by address and code hash. */
  known: boolean
}

// One eth_call must stay below the gas limit nodes set for it; a safe costs
// about 60,000 with ten owners.
const safesPerCall = 100

type Asked = {
  addresses: readonly Address[]
  blockNumber: bigint
  /** Those that are only being looked for: they are read after the others. */
  later?: Promise<readonly Address[]>
}

/**
 * What the chain says about these addresses at one block. An address that does
 * not answer like a safe is left out; a node that does not answer throws.
 */
export async function readSafes(
  client: ChainClient,
  { addresses, blockNumber, later = Promise.resolve([]) }: Asked,
): Promise<Safe[]> {
  const [first, found] = await Promise.all([
    readParts(client, { addresses, blockNumber }),
    later,
  ])
  const [known, rest] = await Promise.all([
    findKnown(client, { singletons: listSingletons(first), blockNumber }),
    readParts(client, {
      addresses: found.filter((address) => !addresses.includes(address)),
      blockNumber,
    }),
  ])
  const seen = new Set(listSingletons(first))
  const more = await findKnown(client, {
    singletons: listSingletons(rest).filter((address) => !seen.has(address)),
    blockNumber,
  })
  return [...first, ...rest].flatMap(({ safe, singleton }) =>
    safe ? { ...safe, known: known.has(singleton) || more.has(singleton) } : [],
  )
}

function listSingletons(parts: readonly Part[]): Address[] {
  return parts.map(({ singleton }) => singleton)
}

type Part = {
  /** Undefined: it does not answer like a safe. */
  safe: Omit<Safe, 'known'> | undefined
  /** What slot 0 holds, whatever that is. */
  singleton: Address
}

/** Everything but the code behind the proxies, in one round. */
export async function readParts(
  client: ChainClient,
  {
    addresses,
    blockNumber,
  }: { addresses: readonly Address[]; blockNumber: bigint },
): Promise<Part[]> {
  const [answers, slots] = await Promise.all([
    readAnswers(client, { addresses, blockNumber }),
    Promise.all(
      addresses.map((address) =>
        getStorageAt(client, { address, slot: '0x0', blockNumber }),
      ),
    ),
  ])
  return addresses.map((address, index) => {
    const safe = decodeSafe(answers.slice(index * 4, index * 4 + 4))
    return {
      safe: safe && { address, ...safe },
      singleton: readSingleton(slots[index]),
    }
  })
}

const functionNames = ['getOwners', 'getThreshold', 'nonce', 'VERSION'] as const

async function readAnswers(
  client: ChainClient,
  {
    addresses,
    blockNumber,
  }: { addresses: readonly Address[]; blockNumber: bigint },
): Promise<Answer[]> {
  const asked = functionNames.map((functionName) =>
    encodeFunctionData({ abi: safeAbi, functionName }),
  )
  const pages = chunk(addresses, safesPerCall).map((page) =>
    callMany(client, {
      questions: page.flatMap((target) =>
        asked.map((callData) => ({ target, callData })),
      ),
      blockNumber,
    }),
  )
  return (await Promise.all(pages)).flat()
}

function decodeSafe(answers: readonly Answer[]) {
  const [owners, threshold, nonce, version] = answers
  if (!owners || !threshold || !nonce || !version) return undefined
  if (!answers.every(({ success }) => success)) return undefined
  try {
    const decoded = {
      owners: decodeFunctionResult({
        abi: safeAbi,
        functionName: 'getOwners',
        data: owners.returnData,
      }),
      threshold: Number(
        decodeFunctionResult({
          abi: safeAbi,
          functionName: 'getThreshold',
          data: threshold.returnData,
        }),
      ),
      nonce: decodeFunctionResult({
        abi: safeAbi,
        functionName: 'nonce',
        data: nonce.returnData,
      }),
      version: decodeFunctionResult({
        abi: safeAbi,
        functionName: 'VERSION',
        data: version.returnData,
      }),
    }
    // A proxy nobody has set up yet answers all four, with no owner.
    return decoded.threshold > 0 ? decoded : undefined
  } catch {
    return undefined
  }
}

/** Those whose code is a published one, by address and code hash. */
export async function findKnown(
  client: ChainClient,
  {
    singletons: asked,
    blockNumber,
  }: { singletons: readonly Address[]; blockNumber: bigint },
): Promise<Set<Address>> {
  const addresses = [...new Set(asked)]
  const codes = await Promise.all(
    addresses.map((address) => getCode(client, { address, blockNumber })),
  )
  return new Set(
    addresses.filter((address, index) => {
      const codeHash = keccak256(codes[index] ?? '0x')
      return isPinned(singletons, { address, codeHash })
    }),
  )
}

/** Slot 0 of every Safe proxy holds the address of its implementation. */
function readSingleton(slot: Hex | undefined): Address {
  return getAddress(slice(slot ?? zeroHash, 12))
}

function chunk<item>(items: readonly item[], length: number): item[][] {
  const count = Math.ceil(items.length / length)
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  )
}
