import {
  batchCalls,
  type DeployedSafe,
  demoAccounts,
  getDemoContractAddress,
  type TransactionPlan,
} from '@covault/devnet'
import {
  addOwnerWithThresholdMethod,
  enableModuleMethod,
  encodeMethod,
  encodeMultiSend,
  erc20ApproveMethod,
  erc20TransferMethod,
  multiSends,
} from '@covault/protocol'
import {
  type Address,
  createClient,
  custom,
  type Hex,
  keccak256,
  MethodNotFoundRpcError,
  pad,
  toHex,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { NoSimulationError } from '../trust/simulate.js'
import { describeCustomError } from '../words/customErrors.js'
import { withEndpoint } from './provenance.js'
import {
  dollar,
  payDollars,
  type SimulationWorld,
  sendItems,
  sendRing,
} from './simulationWorld.js'

const { alice, bob, supplier, deployer } = demoAccounts
const overwriter = getDemoContractAddress('slotOverwriter')
const refuser = getDemoContractAddress('alwaysReverts')
/** The one that allows delegatecalls inside. */
const multiSend = multiSends.find(
  ({ version, callOnly }) => version === '1.4.1' && !callOnly,
)?.address as Address

/** The simulation against what really happens, on a chain that is lent. */
export function testSimulation(world: SimulationWorld): void {
  // One for all that is only asked what would be.
  let standing: Promise<DeployedSafe> | undefined
  const getSafe = () => {
    standing ??= world.makeSafe()
    return standing
  }

  describe('simulation', () => {
    test('what it says of assets, events and storage is what happens', async () => {
      const safe = await world.makeSafe({ version: '1.4.1' })
      const ring = await world.mintRing(safe.address)
      const plans: readonly (TransactionPlan & { fails?: boolean })[] = [
        { to: supplier.address, value: 5n },
        payDollars(supplier.address, 1_000_000n),
        batchCalls(safe, [
          { to: bob.address, value: 7n },
          payDollars(bob.address, 3n),
          sendRing(safe.address, supplier.address, ring),
          sendItems(safe.address, supplier.address, 4n),
        ]),
        {
          to: safe.address,
          data: encodeMethod(addOwnerWithThresholdMethod, {
            owner: supplier.address,
            threshold: 2n,
          }),
        },
        // A refund, in native currency and in a token.
        { to: supplier.address, value: 1n, ...refund(zeroAddress, 3n) },
        { to: supplier.address, value: 1n, ...refund(dollar, 2n) },
        // Fails inside, which only uses up the nonce.
        { to: refuser, safeTxGas: 50_000n, fails: true },
      ]
      for (const { fails = false, ...plan } of plans) {
        const simulation = await world.compare(safe, plan)
        expect(simulation).toMatchObject({
          method: 'eth_simulateV1',
          executor: alice.address,
          findings: fails ? [{ id: 'would-fail', severity: 'danger' }] : [],
        })
      }
    }, 120_000)

    test('it runs at its own nonce, no matter who has signed, and names approvals', async () => {
      const safe = await getSafe()
      const data = encodeMethod(erc20ApproveMethod, {
        spender: supplier.address,
        value: 12n,
      })
      const { outcome, effects, storage } = await world.simulate(safe, {
        to: dollar,
        data,
        nonce: 40n,
      })
      expect(outcome).toMatchObject({ status: 'success' })
      expect(effects).toMatchObject({
        changes: [],
        approvals: [
          {
            kind: 'amount',
            token: dollar,
            holder: safe.address,
            spender: supplier.address,
            amount: 12n,
          },
        ],
      })
      expect(storage).toContainEqual({
        field: 'nonce',
        before: '40',
        after: '41',
        status: 'explained',
      })
    })

    test('a failing call is found in its batch, with its reason', async () => {
      const safe = await world.makeSafe({ version: '1.3.0' })
      const { outcome } = await world.compare(
        safe,
        batchCalls(safe, [
          payDollars(bob.address, 1n),
          payDollars(bob.address, 10n ** 13n),
        ]),
      )
      expect(outcome).toMatchObject({
        status: 'reverted',
        failing: { path: [1] },
        shortage: undefined,
      })
      expect(
        outcome.status === 'reverted' &&
          outcome.failing &&
          describeCustomError(outcome.failing.data),
      ).toMatch(
        /only .* are available, in smallest units \(InsufficientBalance\)/,
      )
    })

    test('a payment of more than the safe holds is told as that', async () => {
      const safe = await getSafe()
      const sent = 10n ** 30n
      const { outcome } = await world.simulate(safe, {
        to: bob.address,
        value: sent,
      })
      expect(outcome).toMatchObject({
        status: 'reverted',
        shortage: { sent, balance: expect.any(BigInt) },
      })
    })

    test('the theft through slot 0 stops everything, however deep it hides', async () => {
      const safe = await getSafe()
      const theft = {
        to: overwriter,
        value: 0n,
        operation: 1,
        data: encodeMethod(erc20TransferMethod, {
          to: refuser,
          value: 0n,
        }),
      } as const
      const batch = (calls: Parameters<typeof encodeMultiSend>[0]) =>
        ({
          to: multiSend,
          value: 0n,
          operation: 1,
          data: encodeMultiSend(calls),
        }) as const
      const harmless = {
        value: 0n,
        operation: 0,
        ...payDollars(bob.address, 1n),
      } as const
      for (const plan of [theft, batch([harmless, batch([harmless, theft])])]) {
        const { findings, storage } = await world.simulate(safe, plan)
        expect(findings).toMatchObject([
          { id: 'unexplained-storage-change', severity: 'block', path: [] },
        ])
        expect(findings[0]?.sentence).toContain(
          `to ${refuser}, and none of its calls says so`,
        )
        expect(
          storage?.filter(({ status }) => status === 'unexplained'),
        ).toMatchObject([{ field: 'singleton', after: refuser }])
      }
    })

    test('modules, owners and threshold that foreign code writes are seen', async () => {
      const safe = await getSafe()
      const thief = bob.address
      const writer = await deployWriter(world, [
        // The list of modules now has one, the threshold is 1.
        [mappingSlot(1n, sentinel), toWord(thief)],
        [mappingSlot(1n, thief), toWord(sentinel)],
        [toHex(4, { size: 32 }), toHex(1, { size: 32 })],
      ])
      const { storage, findings } = await world.simulate(safe, {
        to: writer,
        operation: 1,
      })
      expect(
        storage
          ?.filter(({ status }) => status === 'unexplained')
          .map(({ field, after }) => [field, after]),
      ).toEqual([
        ['threshold', '1'],
        ['modules', thief],
      ])
      expect(findings).toHaveLength(1)
    })

    test('an owner that is written beside the list is seen by nodes that trace', async () => {
      const safe = await getSafe()
      const writer = await deployWriter(world, [
        [mappingSlot(2n, supplier.address), toWord(sentinel)],
      ])
      const { storage, findings } = await world.simulate(safe, {
        to: writer,
        operation: 1,
      })
      expect(storage?.at(-1)).toEqual({
        field: 'otherSlots',
        before: 'none',
        after: mappingSlot(2n, supplier.address),
        status: 'unexplained',
      })
      expect(findings).toHaveLength(1)
    })

    test('a module that a batch enables openly is explained by its call', async () => {
      const safe = await getSafe()
      const { storage, findings } = await world.simulate(
        safe,
        batchCalls(safe, [
          payDollars(bob.address, 1n),
          {
            to: safe.address,
            data: encodeMethod(enableModuleMethod, { module: refuser }),
          },
        ]),
      )
      expect(findings).toEqual([])
      expect(storage).toContainEqual({
        field: 'modules',
        before: 'none',
        after: refuser,
        status: 'explained',
      })
    })

    test('each method steps in for the one before, and says so', async () => {
      const safe = await getSafe()
      const plan = payDollars(supplier.address, 3n)
      const theft = {
        to: overwriter,
        operation: 1,
        data: encodeMethod(erc20TransferMethod, { to: refuser, value: 0n }),
      } as const
      const changes = [
        { holder: safe.address, change: -3n },
        { holder: supplier.address, change: 3n },
      ]
      for (const [missing, method] of fallbacks) {
        const client = without(world, missing)
        const {
          method: used,
          outcome,
          effects,
          storage,
        } = await world.simulate(safe, plan, client)
        expect(used).toBe(method)
        expect(outcome.status).toBe('success')
        const isBlind = method === 'simulateAndRevert'
        if (isBlind) expect(effects).toBeUndefined()
        else expect(effects?.changes).toMatchObject(changes)
        expect(storage?.map(({ status }) => status)).toEqual(
          isBlind ? undefined : expect.not.arrayContaining(['unexplained']),
        )
        const stolen = await world.simulate(safe, theft, client)
        expect(stolen.findings).toHaveLength(isBlind ? 0 : 1)
        const failing = await world.simulate(safe, { to: refuser }, client)
        expect(failing.outcome.status).toBe('reverted')
      }
      const old = await world.makeSafe({ version: '1.1.1' })
      const last = without(world, simulating)
      expect(await world.simulate(old, plan, last)).toMatchObject({
        method: 'simulateAndRevert',
        outcome: { status: 'success' },
      })
      expect(
        (await world.simulate(old, { to: refuser }, last)).outcome.status,
      ).toBe('reverted')
      await expect(
        world.simulate(
          safe,
          plan,
          without(world, [...simulating, 'reverting']),
        ),
      ).rejects.toThrow(NoSimulationError)
    })
  })
}

const simulating = ['eth_simulateV1', 'debug_traceCall', 'overrides'] as const
const fallbacks = [
  [['eth_simulateV1'], 'debug_traceCall'],
  [['eth_simulateV1', 'debug_traceCall'], 'eth_call with state overrides'],
  [simulating, 'simulateAndRevert'],
] as const

/** A node that knows less: it refuses methods, or calls in a certain form. */
function without(world: SimulationWorld, missing: readonly string[]) {
  const node = world.getClient()
  const client = createClient({
    transport: custom(
      {
        request: async ({ method, params }) => {
          const hasOverrides = method === 'eth_call' && params.length > 2
          const isReverting =
            method === 'eth_call' &&
            /^0x(b4faba09|c4ca3a9c)/.test(params[0].data)
          if (
            missing.includes(method) ||
            (hasOverrides && missing.includes('overrides')) ||
            (isReverting && missing.includes('reverting'))
          )
            throw new MethodNotFoundRpcError(new Error('not found'), { method })
          return node.request({ method, params })
        },
      },
      { retryCount: 0 },
    ),
  })
  return withEndpoint(client)
}

function refund(gasToken: Address, gasPrice: bigint) {
  return {
    gasToken,
    gasPrice,
    baseGas: 21_000n,
    refundReceiver: deployer.address,
  }
}

const sentinel = '0x0000000000000000000000000000000000000001'

function toWord(address: Address): Hex {
  return pad(address, { size: 32 })
}

function mappingSlot(slot: bigint, key: Address): Hex {
  return keccak256(`${toWord(key)}${toHex(slot, { size: 32 }).slice(2)}`)
}

/** Code that writes these slots of anyone who runs it, whatever it is asked. */
async function deployWriter(
  world: SimulationWorld,
  writes: readonly (readonly [slot: Hex, value: Hex])[],
): Promise<Address> {
  const address = '0x00000000000000000000000000000000000bad01'
  // PUSH32 value, PUSH32 slot, SSTORE
  const code = writes
    .map(([slot, value]) => `7f${value.slice(2)}7f${slot.slice(2)}55`)
    .join('')
  await world.getDevnet().client.setCode({ address, bytecode: `0x${code}00` })
  return address
}
