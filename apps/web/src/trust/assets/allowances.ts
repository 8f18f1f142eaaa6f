import {
  BaseError,
  identifyAllowanceModule,
  listAllowanceModules,
} from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { readBlock } from '../block.js'
import { callContract } from '../callContract.js'
import { callMany } from '../callMany.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../chainClient.js'
import { readContract } from '../contract.js'
import { readOncePerBlock } from '../head.js'
import { type ReadProvenance, readAt } from '../provenance.js'
import type { SafeState } from '../safe.js'

/** What somebody may spend of one token, as the chain had it at one block. */
export type Allowance = {
  module: Address
  delegate: Address
  /** The zero address is the native currency. */
  token: Address
  amount: bigint
  spent: bigint
  /** 0: the amount never renews. */
  resetMinutes: number
  /** Since 1970, when the period began. */
  lastResetMinute: number
  /** Of its next spending. */
  nonce: number
}

/** One build of the allowance module and what it keeps for the safe. */
export type AllowanceBook = {
  module: Address
  version: string
  isStandIn: boolean
  /** Only then can anybody spend. */
  isEnabled: boolean
  delegates: readonly Address[]
  /** Limits that were deleted are not among them. */
  allowances: readonly Allowance[]
}

export type AllowanceBooks = {
  provenance: ReadProvenance
  /** The block's own time, in minutes since 1970. */
  minute: number
  /** The newest build first; empty: the chain has none. */
  books: readonly AllowanceBook[]
}

export function allowancesQuery(
  chain: ChainConfig,
  { address, modules }: Pick<SafeState, 'address' | 'modules'>,
) {
  return queryOptions({
    queryKey: ['allowances', chain.chainId, address, modules],
    queryFn: (context) =>
      readOncePerBlock(context, chain, ({ number }) =>
        readAllowances(createChainClient(chain), {
          chainId: chain.chainId,
          safe: { address, modules },
          blockNumber: number,
        }),
      ),
    refetchInterval: pollInterval,
  })
}

export async function readAllowances(
  client: ChainClient,
  {
    chainId,
    safe,
    blockNumber,
  }: {
    chainId: number
    safe: Pick<SafeState, 'address' | 'modules'>
    blockNumber: bigint
  },
): Promise<AllowanceBooks> {
  const [{ timestamp }, ...books] = await Promise.all([
    readBlock(client, blockNumber),
    ...listAllowanceModules(chainId).map(({ address: module }) =>
      readBook(client, { chainId, module, safe, blockNumber }),
    ),
  ])
  return {
    provenance: readAt(client, blockNumber),
    minute: Math.floor(Number(timestamp) / 60),
    books: books.filter((book) => book !== undefined),
  }
}

/** Of whichever module the safe uses, or would use. */
export function findBook({ books }: AllowanceBooks): AllowanceBook | undefined {
  return books.find(({ isEnabled }) => isEnabled) ?? books[0]
}

/** What is left in the present period. */
export function getRemaining({ amount, spent }: Allowance): bigint {
  return amount > spent ? amount - spent : 0n
}

type Asked = {
  module: Address
  safe: Pick<SafeState, 'address' | 'modules'>
  blockNumber: bigint
}

/** Undefined: nothing that is known to be the module lies there. */
async function readBook(
  client: ChainClient,
  { chainId, ...asked }: Asked & { chainId: number },
): Promise<AllowanceBook | undefined> {
  const { module: address, safe, blockNumber } = asked
  const { codeHash } = await readContract(client, { address, blockNumber })
  const identity = identifyAllowanceModule({ chainId, address, codeHash })
  if (!identity) return undefined
  const delegates = await readDelegates(client, asked)
  const tokens = await readTokens(client, { ...asked, delegates })
  const pairs = delegates.flatMap((delegate, index) =>
    (tokens[index] ?? []).map((token) => ({ delegate, token })),
  )
  const allowances = await readPairs(client, { ...asked, pairs })
  return {
    module: address,
    ...identity,
    isEnabled: safe.modules.includes(address),
    delegates,
    allowances: allowances.filter(({ amount }) => amount > 0n),
  }
}

// The contract counts a page in one byte.
const pageSize = 255

async function readDelegates(
  client: ChainClient,
  { module, safe, blockNumber }: Asked,
): Promise<readonly Address[]> {
  const [delegates, next] = await callContract(client, {
    address: module,
    abi: allowanceModuleAbi,
    functionName: 'getDelegates',
    args: [safe.address, 0, pageSize],
    blockNumber,
  })
  if (next !== 0) throw new TooManyDelegatesError({ safe: safe.address })
  return delegates
}

async function readTokens(
  client: ChainClient,
  {
    module,
    safe,
    blockNumber,
    delegates,
  }: Asked & { delegates: readonly Address[] },
): Promise<(readonly Address[])[]> {
  const answers = await askModule(client, {
    target: module,
    calls: delegates.map((delegate) =>
      encodeFunctionData({
        abi: allowanceModuleAbi,
        functionName: 'getTokens',
        args: [safe.address, delegate],
      }),
    ),
    blockNumber,
  })
  return answers.map((data) =>
    decodeFunctionResult({
      abi: allowanceModuleAbi,
      functionName: 'getTokens',
      data,
    }),
  )
}

async function readPairs(
  client: ChainClient,
  {
    module,
    safe,
    blockNumber,
    pairs,
  }: Asked & { pairs: readonly { delegate: Address; token: Address }[] },
): Promise<Allowance[]> {
  const answers = await askModule(client, {
    target: module,
    calls: pairs.map(({ delegate, token }) =>
      encodeFunctionData({
        abi: allowanceModuleAbi,
        functionName: 'getTokenAllowance',
        args: [safe.address, delegate, token],
      }),
    ),
    blockNumber,
  })
  return pairs.flatMap((pair, index) => {
    const data = answers[index]
    if (data === undefined) return []
    const [amount, spent, reset, lastReset, nonce] = decodeFunctionResult({
      abi: allowanceModuleAbi,
      functionName: 'getTokenAllowance',
      data,
    })
    return {
      module,
      ...pair,
      amount,
      spent,
      resetMinutes: Number(reset),
      lastResetMinute: Number(lastReset),
      nonce: Number(nonce),
    }
  })
}

async function askModule(
  client: ChainClient,
  {
    target,
    calls,
    blockNumber,
  }: { target: Address; calls: readonly Hex[]; blockNumber: bigint },
): Promise<Hex[]> {
  const answers = await callMany(client, {
    questions: calls.map((callData) => ({ target, callData })),
    blockNumber,
  })
  // What was refused cannot be read: nothing is told of a part of the limits.
  return answers.map(({ success, returnData }) => (success ? returnData : '0x'))
}

const address = { name: '', type: 'address' } as const

/** What is asked of AllowanceModule, 0.1.0 and 0.1.1 alike. */
const allowanceModuleAbi = [
  {
    type: 'function',
    name: 'getDelegates',
    stateMutability: 'view',
    inputs: [
      address,
      { name: '', type: 'uint48' },
      { name: '', type: 'uint8' },
    ],
    outputs: [
      { name: '', type: 'address[]' },
      { name: '', type: 'uint48' },
    ],
  },
  {
    type: 'function',
    name: 'getTokens',
    stateMutability: 'view',
    inputs: [address, address],
    outputs: [{ name: '', type: 'address[]' }],
  },
  {
    type: 'function',
    name: 'getTokenAllowance',
    stateMutability: 'view',
    inputs: [address, address, address],
    outputs: [{ name: '', type: 'uint256[5]' }],
  },
] as const

class TooManyDelegatesError extends BaseError {
  constructor({ safe }: { safe: Address }) {
    super(
      `The safe ${safe} has more than ${pageSize} spenders with spending limits, which is more than this page reads.`,
    )
  }
}
