import {
  accounts,
  allowanceModuleAddress,
  batchCalls,
  type DeployedSafe,
  demoAccounts,
  getDemoContractAddress,
  type TransactionPlan,
} from '@covault/devnet'
import {
  addDelegateMethod,
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  disableModuleMethod,
  enableModuleMethod,
  encodeMethod,
  executeAllowanceTransferMethod,
  removeOwnerMethod,
  setAllowanceMethod,
  setFallbackHandlerMethod,
  swapOwnerMethod,
} from '@covault/protocol'
import fc from 'fast-check'
import { type Address, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { SafeState } from '../trust/safe.js'
import {
  dollar,
  payDollars,
  type SimulationWorld,
  sendItems,
  sendRing,
} from './simulationWorld.js'

const { alice, bob } = demoAccounts
const refuser = getDemoContractAddress('alwaysReverts')
const sentinel = '0x0000000000000000000000000000000000000001'
const versions = ['1.1.1', '1.3.0', '1.4.1', '1.5.0'] as const
const perKind = 16

/** What a random transaction is made of. */
type Dice = { amount: bigint; pick: number; count: number }

const dice: fc.Arbitrary<Dice> = fc.record({
  amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
  pick: fc.nat(1000),
  count: fc.integer({ min: 2, max: 5 }),
})

type Place = { world: SimulationWorld; safe: DeployedSafe; state: SafeState }
type Make = (place: Place, dice: Dice) => Promise<TransactionPlan>

/** One of each kind. */
const kinds: Record<string, Make> = {
  native: async (_, { amount, pick }) => ({
    to: pickAccount(pick),
    value: amount,
  }),
  erc20: async (_, { amount, pick }) => payDollars(pickAccount(pick), amount),
  erc721: async ({ world, safe }, { pick }) =>
    sendRing(
      safe.address,
      pickAccount(pick),
      await world.mintRing(safe.address),
    ),
  batch: async (place, { amount, pick, count }) => {
    const { safe, world } = place
    const ring = await world.mintRing(safe.address)
    const calls = [
      payDollars(pickAccount(pick), amount),
      { to: pickAccount(pick + 1), value: amount },
      sendRing(safe.address, pickAccount(pick + 2), ring),
      sendItems(safe.address, pickAccount(pick), 1n),
      payDollars(safe.address, amount),
    ]
    return batch(safe, calls.slice(0, count))
  },
  settings: async ({ safe, state }, { pick }) => ({
    to: safe.address,
    data: changeSettings(state, pick),
  }),
  failing: async ({ safe }, { amount, pick }) => {
    const tooMuch = payDollars(pickAccount(pick), 10n ** 15n)
    return [
      tooMuch,
      { to: refuser, value: amount },
      { ...tooMuch, safeTxGas: 100_000n },
      batch(safe, [payDollars(bob.address, amount), tooMuch]),
    ][pick % 4] as TransactionPlan
  },
  module: async ({ safe, state }, { amount, pick }) => {
    if (!state.modules.includes(allowanceModuleAddress))
      return batch(safe, setUpModule(safe.address))
    if (pick % 4 === 0)
      return {
        to: safe.address,
        data: encodeMethod(disableModuleMethod, {
          prevModule: sentinel,
          module: allowanceModuleAddress,
        }),
      }
    return {
      to: allowanceModuleAddress,
      data: encodeMethod(executeAllowanceTransferMethod, {
        safe: safe.address,
        token: dollar,
        to: pickAccount(pick),
        amount: amount / 1000n + 1n,
        paymentToken: zeroAddress,
        payment: 0n,
        delegate: safe.address,
        signature: '0x',
      }),
    }
  },
}

export function testRandomSimulations(world: SimulationWorld): void {
  test('what a simulation says of 112 random transactions is what happens @full', async () => {
    const seed = Number(
      process.env.COVAULT_FUZZ_SEED ?? Date.now() & 0x7fffffff,
    )
    process.stdout.write(`simulations: COVAULT_FUZZ_SEED=${seed}\n`)
    const safes = await makeSafes(world)
    for (const [index, [kind, make]] of Object.entries(kinds).entries()) {
      const thrown = fc.sample(dice, { numRuns: perKind, seed: seed + index })
      for (const [at, one] of thrown.entries()) {
        const safe = safes[at % safes.length] as DeployedSafe
        const state = await world.take(safe)
        const plan = await make({ world, safe, state }, one)
        const { findings, outcome } = await world.compare(safe, plan)
        // Nothing is amiss but that it fails, and that is foreseen.
        expect(findings.map(({ id }) => id)).toEqual(
          kind === 'failing' ? ['would-fail'] : [],
        )
        expect(outcome.status === 'success').toBe(kind !== 'failing')
      }
    }
  }, 600_000)
}

async function makeSafes(world: SimulationWorld): Promise<DeployedSafe[]> {
  const safes: DeployedSafe[] = []
  for (const version of versions) safes.push(await world.makeSafe({ version }))
  return safes
}

/** Neither of the two who sign, so that they stay owners. */
function pickAccount(pick: number): Address {
  const others = accounts.filter(
    ({ address }) => address !== alice.address && address !== bob.address,
  )
  return others[pick % others.length]?.address ?? zeroAddress
}

/** Safes of 1.1.1 batch with the contract of 1.3.0. */
function batch(
  { version }: DeployedSafe,
  calls: Parameters<typeof batchCalls>[1],
): TransactionPlan {
  const known = version === '1.1.1' ? '1.3.0' : version
  return batchCalls({ version: known }, calls)
}

function setUpModule(safe: Address) {
  const module: Address = allowanceModuleAddress
  return [
    { to: safe, data: encodeMethod(enableModuleMethod, { module }) },
    { to: module, data: encodeMethod(addDelegateMethod, { delegate: safe }) },
    {
      to: module,
      data: encodeMethod(setAllowanceMethod, {
        delegate: safe,
        token: dollar,
        allowanceAmount: 10n ** 9n,
        resetTimeMin: 0n,
        resetBaseMin: 0n,
      }),
    },
  ]
}

/** Two of the owners sign; the threshold never asks for more. */
function changeSettings(
  { owners, threshold, fallbackHandler }: SafeState,
  pick: number,
): Hex {
  const extra = owners.findIndex(
    (owner) => owner !== alice.address && owner !== bob.address,
  )
  const owner = owners[extra]
  const prevOwner = owners[extra - 1] ?? sentinel
  const free = accounts.find(({ address }) => !owners.includes(address))
  if (pick % 4 === 0)
    return encodeMethod(changeThresholdMethod, {
      threshold: threshold === 2 ? 1n : 2n,
    })
  if (pick % 4 === 1)
    return encodeMethod(setFallbackHandlerMethod, {
      handler: fallbackHandler ? zeroAddress : refuser,
    })
  if (!owner)
    return encodeMethod(addOwnerWithThresholdMethod, {
      owner: free?.address ?? zeroAddress,
      threshold: BigInt(threshold),
    })
  return pick % 4 === 2
    ? encodeMethod(swapOwnerMethod, {
        prevOwner,
        oldOwner: owner,
        newOwner: free?.address ?? zeroAddress,
      })
    : encodeMethod(removeOwnerMethod, {
        prevOwner,
        owner,
        threshold: BigInt(threshold === 2 ? 1 : threshold),
      })
}
