import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  demoCollectibleAbi,
  demoItemsAbi,
  demoTokenAbi,
  deploySafe,
  executeTransaction,
  getDemoContractAddress,
  proposeTransaction,
  type SafePlan,
  sendTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  type AssetChange,
  decodeCall,
  decodeLog,
  encodeMethod,
  erc1155SafeTransferFromMethod,
  getIntent,
  getKnownContracts,
  type Intent,
  identifyAsset,
  type KnownContract,
  listMovements,
  multiSends,
  type SafeTransaction,
  sumMovements,
} from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { expect } from 'vitest'
import {
  type ChainClient,
  type ChainConfig,
  createNodeClient,
} from '../trust/chainClient.js'
import { readHead } from '../trust/head.js'
import { readSafe, type SafeState } from '../trust/safe.js'
import { type Simulation, simulateTransaction } from '../trust/simulate.js'

const { alice, bob, supplier } = demoAccounts
export const dollar = getDemoContractAddress('dollar')
export const rings = getDemoContractAddress('rings')
const items = getDemoContractAddress('items')

const tokens: readonly (readonly [Address, KnownContract])[] = [
  [dollar, { kind: 'erc20' }],
  [rings, { kind: 'erc721' }],
  [items, { kind: 'erc1155' }],
]

/** A chain with safes that own things, and what is asked of them. */
export type SimulationWorld = ReturnType<typeof createSimulationWorld>

export function createSimulationWorld({
  getDevnet,
  chain,
}: {
  getDevnet: () => Devnet
  chain: Omit<ChainConfig, 'rpcUrl'>
}) {
  let salt = 9_000n
  const getClient = (): ChainClient => createNodeClient(getDevnet().url)
  const getChain = () => ({ ...chain, rpcUrl: getDevnet().url })

  /** Two of two, with money, tokens and a collectible. */
  const makeSafe = async (plan: Partial<SafePlan> = {}) => {
    salt += 1n
    const { client } = getDevnet()
    const safe = await deploySafe(getDevnet(), {
      owners: [alice.address, bob.address],
      threshold: 2,
      saltNonce: salt,
      ...plan,
    })
    await client.setBalance({ address: safe.address, value: 10n ** 19n })
    const give = (to: Address, data: Hex) =>
      sendTransaction(client, { account: supplier, to, data })
    await give(
      dollar,
      encodeFunctionData({
        abi: demoTokenAbi,
        functionName: 'mint',
        args: [safe.address, 10n ** 12n],
      }),
    )
    await give(
      items,
      encodeFunctionData({
        abi: demoItemsAbi,
        functionName: 'mint',
        args: [safe.address, 7n, 100n],
      }),
    )
    return safe
  }

  const mintRing = async (to: Address) => {
    const receipt = await sendTransaction(getDevnet().client, {
      account: supplier,
      to: rings,
      data: encodeFunctionData({
        abi: demoCollectibleAbi,
        functionName: 'mint',
        args: [to],
      }),
    })
    const [movement] = listMovements(receipt.logs)
    if (movement?.asset.kind !== 'erc721') throw new Error('No ring was made.')
    return movement.asset.tokenId
  }

  const take = async (safe: DeployedSafe): Promise<SafeState> => {
    const client = getClient()
    const head = await readHead(client, getChain())
    const reading = await readSafe(client, { address: safe.address, head })
    if (reading.status !== 'safe') throw new Error('There is no safe.')
    return reading.safe
  }

  const complete = async (safe: DeployedSafe, plan: TransactionPlan) => {
    const { transaction } = await proposeTransaction(getDevnet(), safe, {
      plan,
      signers: [],
    })
    return transaction
  }

  /** What the bytes mean, with what the chain says of the contracts. */
  const decode = async (
    safe: SafeState,
    transaction: SafeTransaction,
  ): Promise<Intent> => {
    const addresses = multiSends.map(({ address }) => address)
    const codes = await Promise.all(
      addresses.map((address) => getDevnet().client.getCode({ address })),
    )
    const codeHashes = new Map(
      addresses.flatMap((address, index) => {
        const code = codes[index]
        return code ? [[address, keccak256(code)] as const] : []
      }),
    )
    const known = getKnownContracts({ chainId: chain.chainId, codeHashes })
    const tree = decodeCall(transaction, {
      safe: safe.address,
      contracts: new Map([...tokens, ...known]),
    })
    return getIntent(tree, { ownerSets: new Map([[safe.address, safe]]) })
  }

  const simulate = async (
    safe: DeployedSafe,
    plan: TransactionPlan,
    client: ChainClient = getClient(),
  ): Promise<Simulation> => {
    const transaction = await complete(safe, plan)
    const state = await take(safe)
    return simulateTransaction(client, {
      chain: getChain(),
      safe: state,
      transaction,
      intent: await decode(state, transaction),
      executor: alice.address,
    })
  }

  /** Simulates, executes, and compares all that can be compared. */
  const compare = async (safe: DeployedSafe, plan: TransactionPlan) => {
    const simulation = await simulate(safe, plan)
    const signed = await proposeTransaction(getDevnet(), safe, {
      plan,
      signers: [alice, bob],
    })
    // What fails inside is no measure for how much gas it needs.
    const execution = executeTransaction(getDevnet(), signed, {
      gas: 2_000_000n,
    })
    if (simulation.outcome.status === 'reverted') {
      await expect(execution).rejects.toThrow()
      return simulation
    }
    const receipt = await execution
    const { effects, storage } = simulation
    expect(withoutSignatures(effects?.logs ?? [])).toEqual(
      withoutSignatures(receipt.logs),
    )
    const real = await readRealChanges(getDevnet(), {
      hash: receipt.transactionHash,
      logs: receipt.logs,
      sender: alice.address,
    })
    const changes = (effects?.changes ?? []).filter(
      ({ holder, asset }) =>
        asset.kind !== 'native' || holder !== alice.address,
    )
    expect(summarise(changes)).toEqual(summarise(real))
    for (const change of changes) await expectBalance(getDevnet(), change)
    const after = await take(safe)
    expect(
      Object.fromEntries((storage ?? []).map((row) => [row.field, row.after])),
    ).toEqual(describeState(after))
    return simulation
  }

  return {
    getDevnet,
    getClient,
    makeSafe,
    mintRing,
    take,
    simulate,
    compare,
  }
}

/** Of real executions and simulated ones only the signatures differ. */
function withoutSignatures(
  logs: readonly { address: string; topics: readonly string[]; data: string }[],
) {
  return logs
    .filter(({ address }) => !/^0xe{40}$/i.test(address))
    .filter((log) => decodeLog(log)?.type !== 'safeMultiSigTransaction')
    .map(({ address, topics, data }) => ({
      address: getAddress(address),
      topics: [...topics],
      data,
    }))
}

/** By the node's own account of what the block has changed. */
async function readRealChanges(
  { client }: Devnet,
  {
    hash,
    logs,
    sender,
  }: { hash: Hex; logs: Parameters<typeof listMovements>[0]; sender: Address },
): Promise<AssetChange[]> {
  const diff = (await client.request({
    method: 'debug_traceTransaction' as never,
    params: [
      hash,
      { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
    ] as never,
  })) as {
    pre: Record<Address, { balance?: Hex }>
    post: Record<Address, { balance?: Hex }>
  }
  const { miner } = await client.getBlock()
  const native = Object.entries(diff.post).flatMap(([address, { balance }]) => {
    const holder = getAddress(address)
    const before = diff.pre[address as Address]?.balance ?? '0x0'
    if (!balance || holder === sender || holder === getAddress(miner)) return []
    const change = BigInt(balance) - BigInt(before)
    return change === 0n
      ? []
      : [{ holder, asset: { kind: 'native' } as const, change }]
  })
  return [
    ...native,
    ...sumMovements(listMovements(logs)).filter(
      ({ holder, change }) => holder !== zeroAddress && change !== 0n,
    ),
  ].map((one) => ({ ...one, balances: undefined }))
}

function summarise(changes: readonly AssetChange[]): string[] {
  return changes
    .map(
      ({ holder, asset, change }) =>
        `${holder} ${identifyAsset(asset)} ${change}`,
    )
    .toSorted()
}

async function expectBalance(
  { client }: Devnet,
  { holder, asset, balances }: AssetChange,
) {
  if (asset.kind === 'native')
    expect(balances?.after).toBe(await client.getBalance({ address: holder }))
  if (asset.kind === 'erc20')
    expect(balances?.after).toBe(
      await client.readContract({
        address: asset.token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [holder],
      }),
    )
}

/** The state of a real safe in the words of the judgement. */
function describeState(safe: SafeState) {
  const list = (addresses: readonly Address[]) =>
    addresses.length === 0 ? 'none' : addresses.toSorted().join(', ')
  return {
    owners: list(safe.owners),
    threshold: String(safe.threshold),
    modules: list(safe.modules),
    guard: safe.guard ?? 'none',
    moduleGuard: safe.moduleGuard ?? 'none',
    fallbackHandler: safe.fallbackHandler ?? 'none',
    singleton: safe.singleton,
    nonce: String(safe.nonce),
    otherSlots: 'none',
  }
}

export function payDollars(to: Address, amount: bigint) {
  return {
    to: dollar,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, amount],
    }),
  }
}

export function sendRing(from: Address, to: Address, tokenId: bigint) {
  return {
    to: rings,
    data: encodeFunctionData({
      abi: demoCollectibleAbi,
      functionName: 'transferFrom',
      args: [from, to, tokenId],
    }),
  }
}

export function sendItems(from: Address, to: Address, amount: bigint) {
  return {
    to: items,
    data: encodeMethod(erc1155SafeTransferFromMethod, {
      from,
      to,
      id: 7n,
      value: amount,
      data: '0x',
    }),
  }
}
