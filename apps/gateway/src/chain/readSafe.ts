import {
  BaseError,
  findDeploymentByAddress,
  proxyCodeHashes,
  type SafeVersion,
  safeSlots,
  singletons,
} from '@covault/protocol'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { isHex } from './answer.js'
import type { RpcCall, RpcEndpoint, RpcOutcome } from './rpcEndpoint.js'

export type SafeState = {
  /** In the contract's order. */
  owners: readonly Address[]
  threshold: bigint
  nonce: bigint
  singleton: Address
  /** As the wire says it, `1.4.1+L2`; null for a singleton nobody knows. */
  version: string | null
  modules: readonly Address[]
  guard: Address | null
  moduleGuard: Address | null
  fallbackHandler: Address | null
}

export const safeAbi = parseAbi([
  'function VERSION() view returns (string)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)',
  'function getModules() view returns (address[])',
])

export const slots = {
  singleton: toHex(safeSlots.singleton, { size: 32 }),
  guard: toHex(safeSlots.guard, { size: 32 }),
  moduleGuard: toHex(safeSlots.moduleGuard, { size: 32 }),
  fallbackHandler: toHex(safeSlots.fallbackHandler, { size: 32 }),
} as const

/** Whether this is the code of a proxy that one of Safe's factories makes. */
export function isProxyCode(codeHash: Hex): boolean {
  return Object.values(proxyCodeHashes).includes(codeHash)
}

export const firstPage = '0x0000000000000000000000000000000000000001'
const modulesPerPage = 50n
/** A safe with more is broken on purpose. */
const mostPages = 20

/** Several safes at one block, in as few bodies as the node takes. */
export async function readSafes(
  rpc: RpcEndpoint,
  parameters: { safes: readonly Address[]; blockHash: Hex },
): Promise<(SafeState | NotASafeError)[]> {
  const { safes, blockHash } = parameters
  const questions = safes.map((safe) => getQuestions(safe, { blockHash }))
  const size = questions[0]?.length ?? 0
  const outcomes = size === 0 ? [] : await rpc.batch(questions.flat())
  return Promise.all(
    safes.map((safe, index) =>
      readAnswers(rpc, {
        safe,
        blockHash,
        outcomes: outcomes.slice(index * size, (index + 1) * size),
      }).catch((error: unknown) => {
        if (error instanceof NotASafeError) return error
        throw error
      }),
    ),
  )
}

/** Where in the chain something is asked. */
export type AtBlock = { blockHash: Hex } | 'latest'

function getQuestions(safe: Address, block: AtBlock): RpcCall[] {
  const slot = (name: keyof typeof slots): RpcCall => ({
    method: 'eth_getStorageAt',
    params: [safe, slots[name], block],
  })
  return [
    { method: 'eth_getCode', params: [safe, block] },
    slot('singleton'),
    slot('guard'),
    slot('moduleGuard'),
    slot('fallbackHandler'),
    ask(
      safe,
      block,
      encodeFunctionData({ abi: safeAbi, functionName: 'VERSION' }),
    ),
    ask(
      safe,
      block,
      encodeFunctionData({ abi: safeAbi, functionName: 'getOwners' }),
    ),
    ask(
      safe,
      block,
      encodeFunctionData({ abi: safeAbi, functionName: 'getThreshold' }),
    ),
    ask(
      safe,
      block,
      encodeFunctionData({ abi: safeAbi, functionName: 'nonce' }),
    ),
    ask(safe, block, encodeModulesCall(firstPage)),
  ]
}

function ask(safe: Address, block: AtBlock, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to: safe, data }, block] }
}

export function encodeModulesCall(start: Address): Hex {
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'getModulesPaginated',
    args: [start, modulesPerPage],
  })
}

async function readAnswers(
  rpc: RpcEndpoint,
  parameters: {
    safe: Address
    blockHash: Hex
    outcomes: readonly RpcOutcome[]
  },
): Promise<SafeState> {
  const { safe, blockHash, outcomes } = parameters
  const [codeAnswer, ...answers] = outcomes
  // Only the first two must succeed: what a contract reverts on is told apart
  // from a node that does not know the block.
  const code = readHex(codeAnswer)
  const singleton = toStoredAddress(readHex(answers[0])) ?? zeroAddress
  if (code === '0x')
    throw new NotASafeError(safe, 'There is no contract at this address.')
  const known = findDeploymentByAddress(singletons, singleton)
  if (!known && !isProxyCode(keccak256(code)))
    throw new NotASafeError(
      safe,
      'Neither its code nor the contract it delegates to is a safe contract.',
    )
  const [, guard, moduleGuard, handler, version, owners, threshold, nonce] =
    answers
  const state = {
    owners: decode('getOwners', owners),
    threshold: decode('getThreshold', threshold),
    nonce: decode('nonce', nonce),
  }
  if (!state.owners || state.nonce === undefined || !state.threshold)
    throw new NotASafeError(safe, 'It has not been set up with owners.')
  return {
    owners: state.owners,
    threshold: state.threshold,
    nonce: state.nonce,
    singleton,
    version: known ? formatVersion(known) : decodeVersion(version),
    modules: await readModules(rpc, {
      safe,
      block: { blockHash },
      outcome: answers[8],
    }),
    guard: toStoredAddress(readHex(guard)),
    moduleGuard: toStoredAddress(readHex(moduleGuard)),
    fallbackHandler: toStoredAddress(readHex(handler)),
  }
}

export function formatVersion(known: {
  version: SafeVersion
  l2: boolean
}): string {
  return known.l2 ? `${known.version}+L2` : known.version
}

/** An unknown singleton says what it likes: only something like a version is kept. */
export function decodeVersion(outcome: RpcOutcome | undefined): string | null {
  const text = decode('VERSION', outcome)
  return text !== undefined && /^[0-9A-Za-z.+-]{1,30}$/.test(text) ? text : null
}

export async function readModules(
  rpc: RpcEndpoint,
  parameters: {
    safe: Address
    block: AtBlock
    outcome: RpcOutcome | undefined
  },
): Promise<Address[]> {
  const { safe, block } = parameters
  const modules: Address[] = []
  let page = decode('getModulesPaginated', parameters.outcome)
  if (page === undefined) {
    const [outcome] = await rpc.batch([
      ask(
        safe,
        block,
        encodeFunctionData({ abi: safeAbi, functionName: 'getModules' }),
      ),
    ])
    return [...(decode('getModules', outcome) ?? [])]
  }
  for (let count = 0; page && count < mostPages; count++) {
    const [found, next]: readonly [readonly Address[], Address] = page
    modules.push(...found)
    if (BigInt(next) <= 1n) break
    // Before 1.4.1 `next` is the first of the next page, which the contract
    // then leaves out when asked to start there.
    if (modules.at(-1) !== next) modules.push(next)
    const [outcome] = await rpc.batch([
      ask(safe, block, encodeModulesCall(next)),
    ])
    page = decode('getModulesPaginated', outcome)
  }
  return modules
}

export function readHex(outcome: RpcOutcome | undefined): Hex {
  if (outcome?.error) throw outcome.error
  return isHex(outcome?.result) ? outcome.result : '0x'
}

export function toStoredAddress(word: Hex): Address | null {
  const address = getAddress(`0x${word.slice(2).padStart(64, '0').slice(24)}`)
  return address === zeroAddress ? null : address
}

type Answers = {
  VERSION: string
  getOwners: readonly Address[]
  getThreshold: bigint
  nonce: bigint
  getModulesPaginated: readonly [readonly Address[], Address]
  getModules: readonly Address[]
}

/** `undefined`: the contract reverted or answered something else. */
export function decode<name extends keyof Answers>(
  functionName: name,
  outcome: RpcOutcome | undefined,
): Answers[name] | undefined {
  if (outcome === undefined || outcome.error || !isHex(outcome.result))
    return undefined
  try {
    return decodeFunctionResult({
      abi: safeAbi,
      functionName,
      data: outcome.result,
    } as never) as Answers[name]
  } catch {
    return undefined
  }
}

export class NotASafeError extends BaseError {
  override name = 'NotASafeError'
  readonly reason: string
  constructor(address: Address, reason: string) {
    super(`${address} is not a safe. ${reason}`)
    this.reason = reason
  }
}
