import {
  accounts,
  allowanceModuleAddress,
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  demoTokenAbi,
  deployDemoContracts,
  deploySafe,
  getContract,
  getDemoContractAddress,
  sendTransaction,
} from '@covault/devnet'
import type { Call } from '@covault/protocol'
import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  parseUnits,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Snapshot } from '../flows/machine/flow.js'
import { writeAddress } from '../flows/machine/pinnedAddress.js'
import {
  buildModuleCalls,
  ContractRefusedError,
  NoModuleChangeError,
  NotAModuleError,
} from '../flows/safeContracts/buildModuleCalls.js'
import {
  buildSlotCall,
  NothingToClearError,
} from '../flows/safeContracts/buildSlotCall.js'
import {
  guardSlot,
  handlerSlot,
  moduleGuardSlot,
  type Slot,
} from '../flows/safeContracts/slots.js'
import {
  buildOwnerCalls,
  NothingChangesError,
} from '../flows/signers/buildOwnerCalls.js'
import {
  addRow,
  createSignersInput,
  type SignersInput,
} from '../flows/signers/signersInput.js'
import {
  buildLimit,
  buildRemoval,
  buildReset,
  LimitRefusedError,
  NoSuchLimitError,
} from '../flows/spendingLimits/buildLimit.js'
import type { Period } from '../flows/spendingLimits/limitInput.js'
import { encodeSpending } from '../flows/spendingLimits/spending.js'
import { buildUpdate } from '../flows/updateVersion/buildUpdate.js'
import { readAllowances } from '../trust/assets/allowances.js'

/** What the file that starts the chain lends to the tests. */
type World = {
  getDevnet: () => Devnet
  take: (safe: DeployedSafe) => Promise<Snapshot>
  run: (
    safe: DeployedSafe,
    snapshot: Snapshot,
    calls: readonly Call[],
  ) => Promise<void>
}

const { alice, beneficiary, supplier, deployer } = demoAccounts
const versions = [
  ['1.3.0 (@full)', '1.3.0'],
  ['1.4.1 (@full)', '1.4.1'],
  ['1.5.0', '1.5.0'],
] as const
const handler150 = '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3'
/** Anything with code can be a module. */
const contracts: readonly Address[] = [
  allowanceModuleAddress,
  handler150,
  '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
]
let salt = 7_000n

/** What the flows of the settings build, executed and read back. */
export function testSettings({ getDevnet, take, run }: World): void {
  const makeSafe = (plan: Partial<Parameters<typeof deploySafe>[1]> = {}) => {
    salt += 1n
    return deploySafe(getDevnet(), {
      owners: [alice.address],
      threshold: 1,
      saltNonce: salt,
      ...plan,
    })
  }
  const setSlot = async (
    safe: DeployedSafe,
    slot: Slot,
    contract: Address | null,
  ) => {
    const snapshot = await take(safe)
    const calls = await buildSlotCall(
      slot,
      {
        choice: contract ? 'set' : 'clear',
        contract: writeAddress(contract ?? ''),
      },
      snapshot,
    )
    await run(safe, snapshot, calls)
    return (await take(safe)).safe
  }

  describe.each(versions)('settings of %s', (_, version) => {
    test('modules, guard and handler come and go', async () => {
      const safe = await makeSafe({ version })
      const guard = await deployGuard(getDevnet())
      const enable = await take(safe)
      await run(
        safe,
        enable,
        await buildModuleCalls(
          { disabled: [], enabled: writeAddress(allowanceModuleAddress) },
          enable,
        ),
      )
      expect((await take(safe)).safe.modules).toEqual([allowanceModuleAddress])
      expect((await setSlot(safe, guardSlot, guard)).guard).toBe(guard)
      expect(
        (await setSlot(safe, handlerSlot, handler150)).fallbackHandler,
      ).toBe(handler150)
      expect((await setSlot(safe, guardSlot, null)).guard).toBeNull()
      expect(
        (await setSlot(safe, handlerSlot, null)).fallbackHandler,
      ).toBeNull()
      if (version === '1.5.0') {
        const set = await setSlot(safe, moduleGuardSlot, guard)
        expect(set.moduleGuard).toBe(guard)
        const cleared = await setSlot(safe, moduleGuardSlot, null)
        expect(cleared.moduleGuard).toBeNull()
      } else {
        await expect(setSlot(safe, moduleGuardSlot, guard)).rejects.toThrow(
          `A safe of version ${version} has no module guard.`,
        )
      }
      const disable = await take(safe)
      await run(
        safe,
        disable,
        await buildModuleCalls(
          { disabled: [allowanceModuleAddress], enabled: writeAddress('') },
          disable,
        ),
      )
      expect((await take(safe)).safe.modules).toEqual([])
    })
  })

  test('what could not be a module, guard or handler is refused before it is signed', async () => {
    const safe = await makeSafe()
    const snapshot = await take(safe)
    const enable = (text: string) =>
      buildModuleCalls({ disabled: [], enabled: writeAddress(text) }, snapshot)
    await expect(enable(alice.address)).rejects.toThrow(
      'This address has no code',
    )
    await expect(enable(safe.address)).rejects.toThrow(ContractRefusedError)
    await expect(enable(zeroAddress)).rejects.toThrow(ContractRefusedError)
    await expect(enable(`0x${'1'.padStart(40, '0')}`)).rejects.toThrow(
      'This address is reserved',
    )
    await expect(enable('')).rejects.toThrow(NoModuleChangeError)
    await expect(
      buildModuleCalls(
        { disabled: [supplier.address], enabled: writeAddress('') },
        snapshot,
      ),
    ).rejects.toThrow(NotAModuleError)
    await expect(setSlot(safe, guardSlot, null)).rejects.toThrow(
      NothingToClearError,
    )
    // It has code, but says nothing about being a guard.
    await expect(
      setSlot(safe, guardSlot, allowanceModuleAddress),
    ).rejects.toThrow('GS300')
    await expect(setSlot(safe, handlerSlot, safe.address)).rejects.toThrow(
      'A safe can’t be its own fallback handler.',
    )
    await expect(
      setSlot(safe, handlerSlot, snapshot.safe.fallbackHandler),
    ).rejects.toThrow('This contract is already the fallback handler.')
  })

  test('a limit is set, spent, begun again, changed and removed', async () => {
    const { client } = getDevnet()
    await deployDemoContracts(getDevnet())
    const token = getDemoContractAddress('dollar')
    const safe = await makeSafe()
    await sendTransaction(client, {
      account: alice,
      to: token,
      data: encodeFunctionData({
        abi: demoTokenAbi,
        functionName: 'mint',
        args: [safe.address, parseUnits('1000', 6)],
      }),
    })
    const set = async (amount: string, period: Period) => {
      const snapshot = await take(safe)
      const input = {
        beneficiary: writeAddress(beneficiary.address),
        token,
        amount,
        period,
      }
      const calls = await buildLimit(input, snapshot)
      await run(safe, snapshot, calls)
      return calls.length
    }
    const read = async () => {
      const { safe: state, chain, block, client: reader } = await take(safe)
      const { books } = await readAllowances(reader, {
        chainId: chain.chainId,
        safe: state,
        blockNumber: block,
      })
      return books[0]
    }
    const named = { delegate: beneficiary.address, token }

    // Enables the module, adds the beneficiary, sets the limit.
    expect(await set('250.5', 'week')).toBe(3)
    expect(await read()).toMatchObject({
      module: allowanceModuleAddress,
      isStandIn: true,
      isEnabled: true,
      delegates: [beneficiary.address],
      allowances: [
        { ...named, amount: 250_500_000n, spent: 0n, resetMinutes: 10_080 },
      ],
    })
    await sendTransaction(client, {
      account: beneficiary,
      ...encodeSpending({
        safe: safe.address,
        limit: { module: allowanceModuleAddress, ...named },
        recipient: supplier.address,
        value: 100_000_001n,
      }),
    })
    expect((await read())?.allowances[0]).toMatchObject({ spent: 100_000_001n })
    expect(await set('300', 'month')).toBe(1)
    expect((await read())?.allowances[0]).toMatchObject({
      amount: 300_000_000n,
      spent: 100_000_001n,
      resetMinutes: 43_200,
    })
    await expect(set('300', 'month')).rejects.toThrow(
      'The limit already has this value.',
    )
    const before = await take(safe)
    await run(safe, before, await buildReset(named, before))
    expect((await read())?.allowances[0]).toMatchObject({ spent: 0n })
    const last = await take(safe)
    await run(safe, last, await buildRemoval(named, last))
    expect(await read()).toMatchObject({ delegates: [], allowances: [] })
    await expect(buildRemoval(named, await take(safe))).rejects.toThrow(
      NoSuchLimitError,
    )
    // One unit more than 96 bits hold, in a token of six decimals.
    await expect(set('79228162514264337593543.950336', 'once')).rejects.toThrow(
      LimitRefusedError,
    )
    expect(await set('79228162514264337593543.950335', 'once')).toBe(2)
    expect((await read())?.allowances[0]).toMatchObject({
      amount: 2n ** 96n - 1n,
      resetMinutes: 0,
    })
  })

  test.each([
    ['L1 to L2', { l2: false, wants: 'l2', handler: undefined }],
    ['L1 to L1 (@full)', { l2: false, wants: 'l1', handler: undefined }],
    [
      'a handler of its own (@full)',
      { l2: true, wants: 'l2', handler: handler150 },
    ],
  ] as const)(
    'an update of 1.3.0 keeps all but code and standard handler: %s',
    async (_, { l2, wants, handler }) => {
      const guard = await deployGuard(getDevnet())
      const safe = await makeSafe({
        version: '1.3.0',
        l2,
        owners: [alice.address, supplier.address],
        ...(handler && { fallbackHandler: handler }),
      })
      await setSlot(safe, guardSlot, guard)
      const enable = await take(safe)
      await run(
        safe,
        enable,
        await buildModuleCalls(
          { disabled: [], enabled: writeAddress(allowanceModuleAddress) },
          enable,
        ),
      )
      const before = await take(safe)
      const calls = await buildUpdate({ singleton: wants }, before)
      expect(calls).toHaveLength(1)
      expect(calls[0]).toMatchObject({ operation: 1, value: 0n })
      await run(safe, before, calls)
      const { safe: after } = await take(safe)
      expect(after).toMatchObject({
        version: '1.4.1',
        known: true,
        singleton:
          wants === 'l2'
            ? '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'
            : '0x41675C099F32341bf84BFc5382aF534df5C7461a',
        owners: before.safe.owners,
        threshold: before.safe.threshold,
        nonce: before.safe.nonce + 1n,
        modules: [allowanceModuleAddress],
        guard,
        fallbackHandler:
          handler ?? '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
      })
    },
  )

  test('code without a log gets one, and what is newest stays', async () => {
    const safe = await makeSafe({ version: '1.4.1', l2: false })
    const before = await take(safe)
    await run(safe, before, await buildUpdate({ singleton: 'l1' }, before))
    const after = await take(safe)
    expect(after.safe).toMatchObject({
      singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      fallbackHandler: before.safe.fallbackHandler,
    })
    await expect(buildUpdate({ singleton: 'l2' }, after)).rejects.toThrow(
      'The safe already has the newest version.',
    )
    await expect(
      buildUpdate(
        { singleton: 'l2' },
        { ...before, safe: { ...before.safe, known: false } },
      ),
    ).rejects.toThrow('no official migration exists for its code')
  })

  test.each([['10'], ['50 (@full)']])(
    '%s random changes of owners, threshold and modules reach what was wanted',
    async (title) => {
      const count = Number.parseInt(title, 10)
      const seed = Number(
        process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff,
      )
      process.stdout.write(`settings changes: COVAULT_FUZZ_SEED=${seed}\n`)
      const safe = await makeSafe()
      let before = await take(safe)
      for (const wish of fc.sample(wishes, { numRuns: count, seed })) {
        const wanted = wish.isAboutModules
          ? await changeModules(before, wish)
          : await changeOwners(before, wish)
        if (wanted.calls.length > 0) await run(safe, before, wanted.calls)
        const after = await take(safe)
        expect(new Set(after.safe.owners)).toEqual(new Set(wanted.owners))
        expect(after.safe.threshold).toBe(wanted.threshold)
        expect(new Set(after.safe.modules)).toEqual(new Set(wanted.modules))
        before = after
      }
    },
    240_000,
  )
}

type Wish = {
  isAboutModules: boolean
  picks: boolean[]
  index: number
  share: number
}

const wishes: fc.Arbitrary<Wish> = fc.record({
  isAboutModules: fc.boolean(),
  picks: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  index: fc.nat(1000),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

type Wanted = {
  calls: readonly Call[]
  owners: readonly Address[]
  threshold: number
  modules: readonly Address[]
}

/** Disables those that were picked, and enables one that is not there. */
async function changeModules(
  snapshot: Snapshot,
  { picks, index }: Wish,
): Promise<Wanted> {
  const { safe } = snapshot
  const disabled = safe.modules.filter((_, at) => picks[at])
  const free = contracts.filter((module) => !safe.modules.includes(module))
  const isEnabling = disabled.length === 0 || picks[9]
  const added = isEnabling ? free[index % Math.max(1, free.length)] : undefined
  // All are there and none was picked: then the first one goes.
  const gone =
    disabled.length === 0 && !added ? safe.modules.slice(0, 1) : disabled
  const calls = await buildModuleCalls(
    { disabled: [...gone], enabled: writeAddress(added ?? '') },
    snapshot,
  )
  const kept = safe.modules.filter((module) => !gone.includes(module))
  return {
    calls,
    owners: safe.owners,
    threshold: safe.threshold,
    modules: added ? [added, ...kept] : kept,
  }
}

/** Removes those that were picked but the first, adds one, sets a threshold. */
async function changeOwners(
  snapshot: Snapshot,
  { picks, index, share }: Wish,
): Promise<Wanted> {
  const { safe } = snapshot
  const gone = safe.owners.filter((_, at) => at > 0 && picks[at])
  const free = accounts
    .map(({ address }) => address)
    .filter((address) => !safe.owners.includes(address))
  const added = free[index % free.length]
  const owners = [
    ...safe.owners.filter((owner) => !gone.includes(owner)),
    ...(added ? [added] : []),
  ]
  const threshold = 1 + Math.floor(share * (owners.length - 1))
  const input = createSignersInput(safe)
  const left: SignersInput = {
    ...input,
    threshold: String(threshold),
    rows: input.rows.map((row) =>
      row.kind === 'present' && gone.includes(row.owner)
        ? { ...row, fate: 'leaves' as const }
        : row,
    ),
  }
  const calls = await buildOwnerCalls(
    added ? addRow(left, added) : left,
    snapshot,
  ).catch((error: unknown) => {
    if (error instanceof NothingChangesError) return []
    throw error
  })
  return { calls, owners, threshold, modules: safe.modules }
}

/** One that lets everything pass but what goes to the zero address. */
async function deployGuard({ client }: Devnet): Promise<Address> {
  const { abi, bytecode } = getContract('DemoGuard')
  const hash = await client.deployContract({
    account: deployer,
    abi,
    bytecode,
    args: [zeroAddress],
  })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (!receipt.contractAddress) throw new Error('The guard is not deployed.')
  return getAddress(receipt.contractAddress)
}
