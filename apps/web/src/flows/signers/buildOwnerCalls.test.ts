// @vitest-environment node
import {
  accounts,
  batchCalls,
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  nameRegistryAddress,
  nameResolverAddress,
  runTransaction,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import type { Call } from '@covault/protocol'
import fc from 'fast-check'
import { type Address, encodeFunctionData, namehash, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSettings } from '../../testing/settingsSuite.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readHead } from '../../trust/head.js'
import { readSafe } from '../../trust/safe.js'
import type { Snapshot } from '../machine/flow.js'
import {
  AddressNotReadError,
  PinnedNameMovedError,
} from '../machine/pinnedAddress.js'
import {
  buildOwnerCalls,
  NothingChangesError,
  OwnersMovedError,
} from './buildOwnerCalls.js'
import {
  addRow,
  createSignersInput,
  getWanted,
  type SignersInput,
} from './signersInput.js'

const { alice, bob, carol, dave, erin, deployer } = demoAccounts
const three = [alice.address, bob.address, carol.address]
const seed = Number(process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff)

const nameAbi = parseAbi([
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address account)',
])

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  process.stdout.write(`owner edits: COVAULT_FUZZ_SEED=${seed}\n`)
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet?.stop())

describe.each(['1.3.0', '1.4.1', '1.5.0'] as const)('version %s', (version) => {
  test('replaces, removes, adds and sets the threshold in one transaction', async () => {
    const safe = await deploySafe(devnet, {
      owners: three,
      threshold: 2,
      version,
    })
    const before = await take(safe)
    const input = edit(createSignersInput(before.safe), {
      becomes: [
        [bob.address, erin.address],
        [carol.address, null],
      ],
      added: [dave.address],
      threshold: 3,
    })
    const calls = await buildOwnerCalls(input, before)
    // One pair was named in the form; the other two are paired by the plan.
    expect(calls).toHaveLength(3)
    await run(safe, before, calls)
    const { safe: reached } = await take(safe)
    expect(reached.owners).toEqual([alice.address, erin.address, dave.address])
    expect(reached.threshold).toBe(3)
  })

  test('every random edit reaches what the form says @full', async () => {
    const safe = await deploySafe(devnet, {
      owners: three,
      threshold: 1,
      version,
      saltNonce: 11n,
    })
    for (const wish of fc.sample(wishes, { numRuns: 10, seed })) {
      const before = await take(safe)
      const input = grant(createSignersInput(before.safe), wish)
      const wanted = getWanted(input, pinned(input))
      const calls = await buildOwnerCalls(input, before).catch(
        (error: unknown) => {
          if (error instanceof NothingChangesError) return []
          throw error
        },
      )
      if (calls.length > 0) await run(safe, before, calls)
      const { safe: reached } = await take(safe)
      expect(new Set(reached.owners)).toEqual(new Set(wanted.owners))
      expect(reached.threshold).toBe(wanted.threshold)
    }
  })
})

test('what is built makes no other call than those of the safe to itself', async () => {
  const safe = await deploySafe(devnet, {
    owners: three,
    threshold: 1,
    saltNonce: 1n,
  })
  const snapshot = await take(safe)
  const input = edit(createSignersInput(snapshot.safe), { threshold: 2 })
  expect(await buildOwnerCalls(input, snapshot)).toEqual([
    {
      to: safe.address,
      value: 0n,
      data: `0x694e80c3${'2'.padStart(64, '0')}`,
      operation: 0,
    },
  ])
})

test('says what has changed on the chain since the draft was begun', async () => {
  const safe = await deploySafe(devnet, {
    owners: three,
    threshold: 1,
    saltNonce: 2n,
  })
  const snapshot = await take(safe)
  const begun = createSignersInput({
    owners: [alice.address, bob.address, dave.address],
    threshold: 2,
  })
  const failure = buildOwnerCalls(edit(begun, { threshold: 3 }), snapshot)
  await expect(failure).rejects.toThrow(OwnersMovedError)
  await expect(failure).rejects.toThrow(
    `${carol.address} became an owner; ${dave.address} is no longer an owner; the threshold is 1 instead of 2.`,
  )
})

test('the order of the owners alone is no change', async () => {
  const safe = await deploySafe(devnet, {
    owners: three,
    threshold: 1,
    saltNonce: 3n,
  })
  const snapshot = await take(safe)
  const begun = createSignersInput({
    owners: [...three].reverse(),
    threshold: 1,
  })
  const input = edit(begun, { becomes: [[bob.address, null]] })
  await run(safe, snapshot, await buildOwnerCalls(input, snapshot))
  expect((await take(safe)).safe.owners).toEqual([alice.address, carol.address])
})

test('refuses a text nobody has read, and no change', async () => {
  const safe = await deploySafe(devnet, {
    owners: three,
    threshold: 1,
    saltNonce: 4n,
  })
  const snapshot = await take(safe)
  const untouched = createSignersInput(snapshot.safe)
  await expect(buildOwnerCalls(untouched, snapshot)).rejects.toThrow(
    NothingChangesError,
  )
  await expect(
    buildOwnerCalls(addRow(untouched, 'somebody'), snapshot),
  ).rejects.toThrow(AddressNotReadError)
})

test('a name that resolves to somebody else by now is refused', async () => {
  const safe = await deploySafe(devnet, {
    owners: three,
    threshold: 1,
    saltNonce: 5n,
  })
  const snapshot = await take(safe)
  await giveName('erin.eth', erin.address)
  const input = edit(createSignersInput(snapshot.safe), {
    added: [erin.address],
  })
  const named = {
    ...input,
    rows: input.rows.map((row) =>
      row.kind === 'added'
        ? { ...row, text: 'erin.eth', resolvedName: 'erin.eth' }
        : row,
    ),
  }
  expect(await buildOwnerCalls(named, snapshot)).toEqual(
    await buildOwnerCalls(input, snapshot),
  )
  await giveName('erin.eth', dave.address)
  const failure = buildOwnerCalls(named, snapshot)
  await expect(failure).rejects.toThrow(PinnedNameMovedError)
  await expect(failure).rejects.toThrow(
    `resolved to ${erin.address} when you entered it, and now resolves to ${dave.address}`,
  )
})

// The chain is here already; what else changes a safe is proven beside it.
testSettings({ getDevnet: () => devnet, take, run })

async function giveName(name: string, address: Address): Promise<void> {
  const node = namehash(name)
  const record = encodeFunctionData({
    abi: nameAbi,
    functionName: 'setRecord',
    args: [node, deployer.address, nameResolverAddress, 0n],
  })
  const answer = encodeFunctionData({
    abi: nameAbi,
    functionName: 'setAddr',
    args: [node, address],
  })
  const { client } = devnet
  const account = deployer
  await sendTransaction(client, {
    account,
    to: nameRegistryAddress,
    data: record,
  })
  await sendTransaction(client, {
    account,
    to: nameResolverAddress,
    data: answer,
  })
}

type Edit = {
  /** Of present owners: null removes, an address replaces. */
  becomes?: readonly (readonly [Address, Address | null])[]
  added?: readonly Address[]
  threshold?: number
}

function edit(input: SignersInput, edits: Edit): SignersInput {
  const { becomes = [], added = [], threshold } = edits
  const fates = new Map(becomes)
  const rows = input.rows.map((row) => {
    if (row.kind === 'added') return row
    const by = fates.get(row.owner)
    if (by === undefined) return row
    return by === null
      ? { ...row, fate: 'leaves' as const }
      : { ...row, fate: 'replaced' as const, text: by, address: by }
  })
  const grown = added.reduce<SignersInput>(
    (grown, owner) => addRow(grown, owner),
    { ...input, rows },
  )
  return {
    ...grown,
    rows: grown.rows.map((row) =>
      row.kind === 'added' ? { ...row, address: row.text as Address } : row,
    ),
    threshold: threshold === undefined ? input.threshold : String(threshold),
  }
}

type Wish = {
  fates: ('stays' | 'leaves' | 'replaced')[]
  newcomers: Address[]
  addedCount: number
  share: number
}

const pool = accounts.map(({ address }) => address)

const wishes: fc.Arbitrary<Wish> = fc.record({
  fates: fc.array(fc.constantFrom('stays', 'leaves', 'replaced'), {
    minLength: 10,
    maxLength: 10,
  }),
  newcomers: fc.shuffledSubarray(pool, { minLength: 10 }),
  addedCount: fc.integer({ min: 0, max: 3 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** Turns a random wish into what the form would let through. */
function grant(
  input: SignersInput,
  { fates, newcomers, addedCount, share }: Wish,
): SignersInput {
  const owners = input.rows.flatMap((row) =>
    row.kind === 'present' ? row.owner : [],
  )
  const free = newcomers.filter((address) => !owners.includes(address))
  const becomes = owners.flatMap(
    (owner, index): [Address, Address | null][] => {
      // The first one stays, so that there is always an owner.
      const fate = index === 0 ? 'stays' : fates[index]
      if (fate === 'leaves') return [[owner, null]]
      const next = fate === 'replaced' ? free.shift() : undefined
      return next ? [[owner, next]] : []
    },
  )
  const changed = edit(input, { becomes, added: free.slice(0, addedCount) })
  const count = getWanted(changed, pinned(changed)).owners.length
  return { ...changed, threshold: String(1 + Math.floor(share * (count - 1))) }
}

function pinned({ rows }: SignersInput): (Address | null)[] {
  return rows.map(({ address }) => address)
}

/** The safe as the machine reads it before it builds. */
async function take({ address }: DeployedSafe): Promise<Snapshot> {
  const client = createChainClient(chain)
  const head = await readHead(client, chain)
  const reading = await readSafe(client, { address, head })
  if (reading.status !== 'safe') throw new Error(`${address} is no safe.`)
  const { block } = reading.provenance
  return { chain, address, safe: reading.safe, block, client }
}

/** As the machine does: one call as it is, several as a batch. */
async function run(
  safe: DeployedSafe,
  { safe: { owners, threshold } }: Snapshot,
  calls: readonly Call[],
): Promise<void> {
  const [only, second] = calls
  const plan = only && !second ? only : batchCalls(safe, calls)
  const { receipt } = await runTransaction(devnet, safe, {
    plan,
    signers: accounts
      .filter(({ address }) => owners.includes(address))
      .slice(0, threshold),
  })
  expect(receipt.status).toBe('success')
}
