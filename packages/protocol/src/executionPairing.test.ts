import fc from 'fast-check'
import { type Address, checksumAddress, type Hex, pad, zeroAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SafeEvent } from './events.js'
import { pairExecutions, type TransactionEntry } from './executionPairing.js'
import { printSeed, seed } from './proof/arbitraries.js'
import { hashSafeTransaction, type SafeTransaction } from './safeTransaction.js'
import type { SafeVersion } from './safeVersion.js'

const chainId = 31337
const safe = toAddress(1)
const otherSafe = toAddress(2)
const module = toAddress(3)
const otherModule = toAddress(4)
const factory = toAddress(5)
const owner = toAddress(6)
/** Its singleton announces nothing. */
const silentSafe = toAddress(9)
const l1Singleton = toAddress(7)
const l2Singleton = toAddress(8)

describe('executions', () => {
  test('gets its details from the log before it', () => {
    const [execution] = pair(opening(safe, 0n), ending(safe, 0n))
    expect(execution).toEqual({
      type: 'execution',
      logIndex: 1,
      safe,
      safeTxHash: hash(safe, 0n),
      success: true,
      payment: 0n,
      details: { logIndex: 0, event: opening(safe, 0n), synthetic: false },
    })
  })

  test('has no details when the singleton logs none', () => {
    expect(pair(ending(safe, 0n, { success: false }))).toMatchObject([
      { type: 'execution', success: false, details: undefined },
    ])
  })

  test('has no payment when 1.0.0 logs a failure', () => {
    const event: SafeEvent = {
      type: 'executionFailed',
      address: safe,
      safeTxHash: hash(safe, 0n),
    }
    expect(pair(event)).toEqual([
      {
        type: 'execution',
        logIndex: 0,
        safe,
        safeTxHash: hash(safe, 0n),
        success: false,
        payment: undefined,
        details: undefined,
      },
    ])
  })

  test('two in one transaction keep their own details and ends', () => {
    const entries = pair(
      opening(safe, 4n),
      ending(safe, 4n, { success: false }),
      opening(safe, 5n),
      ending(safe, 5n),
    )
    expect(entries.map(summarise)).toEqual([
      'execution 4 failed at 1 from 0',
      'execution 5 succeeded at 3 from 2',
    ])
  })

  test('one inside of another of the same safe ends first', () => {
    const entries = pair(
      opening(safe, 4n),
      opening(safe, 5n),
      ending(safe, 5n, { success: false }),
      ending(safe, 4n),
    )
    expect(entries.map(summarise)).toEqual([
      'execution 5 failed at 2 from 1',
      'execution 4 succeeded at 3 from 0',
    ])
  })

  test('a safe that is owner of another does not take its end', () => {
    const entries = pair(
      opening(otherSafe, 9n),
      opening(safe, 4n),
      ending(safe, 4n, { success: false }),
      ending(otherSafe, 9n),
    )
    expect(entries.map(summarise)).toEqual([
      'execution 4 failed at 2 from 1',
      'execution 9 succeeded at 3 from 0',
    ])
  })

  test('one that logs no details inside of one that does', () => {
    const entries = pair(
      opening(safe, 4n),
      ending(otherSafe, 9n),
      ending(safe, 4n),
    )
    expect(entries.map(summarise)).toEqual([
      'execution ? succeeded at 1 from nowhere',
      'execution 4 succeeded at 2 from 0',
    ])
  })

  test('settings it changed stay between in the order of the logs', () => {
    const added: SafeEvent = { type: 'addedOwner', address: safe, owner }
    const entries = pair(opening(safe, 4n), added, ending(safe, 4n))
    expect(entries).toMatchObject([
      { type: 'event', logIndex: 1, event: added },
      { type: 'execution', logIndex: 2 },
    ])
  })
})

describe('forged logs about executions', () => {
  test('details of another transaction are not taken', () => {
    const entries = pair(opening(safe, 7n), ending(safe, 4n))
    expect(entries.map(summarise)).toEqual([
      'unpaired at 0',
      'execution ? succeeded at 1 from nowhere',
    ])
  })

  test('details in which one field differs are not taken', () => {
    const forged = opening(safe, 4n, { transaction: { value: 1n } })
    expect(pair(forged, ending(safe, 4n)).map(summarise)).toEqual([
      'unpaired at 0',
      'execution ? succeeded at 1 from nowhere',
    ])
  })

  test('details of another chain are not taken', () => {
    const entries = pairExecutions({
      chainId: 1,
      logs: number([opening(safe, 4n), ending(safe, 4n)]),
    })
    expect(entries.map(summarise)).toEqual([
      'unpaired at 0',
      'execution ? succeeded at 1 from nowhere',
    ])
  })

  test('an announcement inside does not replace the real one', () => {
    const signatures: Hex = `0x${'ff'.repeat(65)}`
    const entries = pair(
      opening(safe, 4n),
      opening(safe, 4n, { signatures }),
      opening(safe, 8n),
      ending(safe, 4n),
    )
    expect(entries.map(summarise)).toEqual([
      'unpaired at 1',
      'unpaired at 2',
      'execution 4 succeeded at 3 from 0',
    ])
  })

  test('an announcement from an execution before is forgotten with it', () => {
    const entries = pair(
      opening(safe, 4n),
      opening(safe, 5n, { signatures: `0x${'ff'.repeat(65)}` }),
      ending(safe, 4n),
      opening(safe, 5n),
      ending(safe, 5n),
    )
    expect(entries.map(summarise)).toEqual([
      'unpaired at 1',
      'execution 4 succeeded at 2 from 0',
      'execution 5 succeeded at 4 from 3',
    ])
  })

  test('an end in the name of another safe is not that safe’s', () => {
    const entries = pair(
      opening(safe, 4n),
      { ...ending(safe, 4n, { success: false }), address: otherSafe },
      ending(safe, 4n),
    )
    expect(entries.map(summarise)).toEqual([
      'execution ? failed at 1 from nowhere',
      'execution 4 succeeded at 2 from 0',
    ])
  })

  test('an end that says the same twice counts once', () => {
    const entries = pair(opening(safe, 4n), ending(safe, 4n), ending(safe, 4n))
    expect(entries.map(summarise)).toEqual([
      'execution 4 succeeded at 1 from 0',
    ])
  })

  test.each([
    { case: 'inside', first: false, last: true },
    { case: 'afterwards', first: true, last: false },
  ])('an end that is contradicted $case is not known', ({ first, last }) => {
    const entries = pair(
      opening(safe, 4n),
      ending(safe, 4n, { success: first }),
      ending(safe, 4n, { success: last }),
    )
    expect(entries.map(summarise)).toEqual(['execution 4 unknown at 1 from 0'])
  })

  test('an end before the execution does not hide its details', () => {
    const entries = pair(
      ending(safe, 4n),
      opening(safe, 4n),
      ending(safe, 4n, { payment: 3n }),
    )
    expect(entries).toMatchObject([
      { success: true, payment: undefined, details: { logIndex: 1 } },
    ])
  })
})

describe('executions by modules', () => {
  test('gets its details from the log before it', () => {
    const announced = moduleOpening(safe, module)
    expect(pair(announced, moduleEnding(safe, module))).toEqual([
      {
        type: 'moduleExecution',
        logIndex: 1,
        safe,
        module,
        success: true,
        details: { logIndex: 0, event: announced },
      },
    ])
  })

  test('one fails and the next of the same module succeeds', () => {
    const entries = pair(
      moduleOpening(safe, module),
      moduleEnding(safe, module, { success: false }),
      moduleOpening(safe, module),
      moduleEnding(safe, module),
    )
    expect(entries.map(summarise)).toEqual([
      'module 3 failed at 1 from 0',
      'module 3 succeeded at 3 from 2',
    ])
  })

  test('one inside of another of the same module ends first', () => {
    const entries = pair(
      moduleOpening(safe, module),
      moduleOpening(safe, module),
      moduleEnding(safe, module, { success: false }),
      moduleEnding(safe, module),
    )
    expect(entries.map(summarise)).toEqual([
      'module 3 failed at 2 from 1',
      'module 3 succeeded at 3 from 0',
    ])
  })

  test('two executions and a module that fails, all inside of each other', () => {
    const entries = pair(
      opening(safe, 4n),
      moduleOpening(safe, module),
      opening(safe, 5n),
      moduleOpening(otherSafe, module),
      moduleEnding(otherSafe, module, { success: false }),
      ending(safe, 5n),
      moduleEnding(safe, module, { success: false }),
      ending(safe, 4n),
    )
    expect(entries.map(summarise)).toEqual([
      'module 3 failed at 4 from 3',
      'execution 5 succeeded at 5 from 2',
      'module 3 failed at 6 from 1',
      'execution 4 succeeded at 7 from 0',
    ])
  })

  test('has no details when the singleton logs none', () => {
    expect(pair(moduleEnding(safe, module)).map(summarise)).toEqual([
      'module 3 succeeded at 0 from nowhere',
    ])
  })

  test('a surplus announcement makes the module’s details unknown', () => {
    const entries = pair(
      moduleOpening(safe, module),
      moduleOpening(safe, module),
      moduleEnding(safe, module),
      moduleOpening(safe, otherModule),
      moduleEnding(safe, otherModule),
    )
    expect(entries.map(summarise)).toEqual([
      'unpaired at 0',
      'module 3 succeeded at 2 from nowhere',
      'module 4 succeeded at 4 from 3',
    ])
  })

  test('an announcement of an execution that ended is not used later', () => {
    const entries = pair(
      opening(safe, 4n),
      moduleOpening(safe, module),
      ending(safe, 4n),
      moduleEnding(safe, module),
    )
    expect(entries.map(summarise)).toEqual([
      'unpaired at 1',
      'execution 4 succeeded at 2 from 0',
      'module 3 succeeded at 3 from nowhere',
    ])
  })
})

describe('SafeToL2Migration', () => {
  const synthetic = opening(safe, 0n, { signatures: '0x' })
  const moved: SafeEvent = {
    type: 'changedMasterCopy',
    address: safe,
    singleton: l2Singleton,
  }

  test.each(['1.1.1', '1.3.0', '1.4.1'] as const)(
    'its details are taken when the hash of a %s safe agrees',
    (version) => {
      const entries = pair(synthetic, moved, ending(safe, 0n, { version }))
      expect(entries).toMatchObject([
        { type: 'event', event: moved },
        {
          type: 'execution',
          safeTxHash: hash(safe, 0n, version),
          details: { logIndex: 0, synthetic: true },
        },
      ])
    },
  )

  test('its details are not taken when it was called in a batch', () => {
    const entries = pair(synthetic, moved, ending(safe, 1n))
    expect(entries.map(summarise)).toEqual([
      'unpaired at 0',
      'changedMasterCopy at 1',
      'execution ? succeeded at 2 from nowhere',
    ])
  })

  test('a log with signatures is not read in the domain without chain', () => {
    const entries = pair(
      opening(safe, 0n),
      ending(safe, 0n, { version: '1.1.1' }),
    )
    expect(entries.map(summarise)).toEqual([
      'unpaired at 0',
      'execution ? succeeded at 1 from nowhere',
    ])
  })
})

describe('creations', () => {
  const setup: SafeEvent = {
    type: 'safeSetup',
    address: safe,
    initiator: factory,
    owners: [owner],
    threshold: 1n,
    initializer: zeroAddress,
    fallbackHandler: zeroAddress,
  }
  const created: SafeEvent = {
    type: 'proxyCreation',
    address: factory,
    proxy: safe,
    singleton: l1Singleton,
  }
  const enabled: SafeEvent = { type: 'enabledModule', address: safe, module }
  const moved: SafeEvent = {
    type: 'changedMasterCopy',
    address: safe,
    singleton: l2Singleton,
  }

  test('come first, then setup, then what setup called', () => {
    expect(pair(enabled, setup, created)).toEqual([
      {
        type: 'creation',
        logIndex: 2,
        factory,
        safe,
        initialSingleton: l1Singleton,
        singleton: l1Singleton,
        initialization: undefined,
      },
      { type: 'event', logIndex: 1, event: setup },
      { type: 'event', logIndex: 0, event: enabled },
    ])
  })

  test.each([
    { version: '1.4.1', logs: [moved, setup, created] },
    { version: '1.5.0', logs: [setup, moved, created] },
  ])('in $version the singleton is the one setup moved to', ({ logs }) => {
    const [creation, second] = pair(...logs)
    expect(creation).toMatchObject({
      initialSingleton: l1Singleton,
      singleton: l2Singleton,
    })
    expect(second).toMatchObject({ event: setup })
  })

  test.each([
    { type: 'proxyCreationL2', chainSpecific: false },
    { type: 'chainSpecificProxyCreationL2', chainSpecific: true },
  ] as const)('$type belongs to the same creation', (variant) => {
    const details: SafeEvent = {
      type: variant.type,
      address: factory,
      proxy: safe,
      singleton: l1Singleton,
      initializer: '0x1234',
      saltNonce: 9n,
      chainId: 31337n,
    }
    const creations = pair(setup, created, details).filter(isCreation)
    expect(creations).toMatchObject([
      {
        logIndex: 1,
        initialization: {
          initializer: '0x1234',
          saltNonce: 9n,
          chainSpecific: variant.chainSpecific,
        },
      },
    ])
  })

  test('of a factory that does not say the singleton', () => {
    const [creation] = pair({ ...created, singleton: undefined })
    expect(creation).toMatchObject({
      initialSingleton: undefined,
      singleton: undefined,
    })
  })

  test('of one proxy by two factories stay apart', () => {
    const claimed = { ...created, address: toAddress(66) }
    const creations = pair(created, claimed).filter(isCreation)
    expect(creations).toMatchObject([{ factory }, { factory: toAddress(66) }])
  })
})

describe('any transaction', () => {
  beforeAll(() => printSeed('pairing'))

  test('calls inside of calls of several safes are told apart', () => {
    fc.assert(
      fc.property(arbitraryCalls(4), (calls) => {
        const { events, expected } = logCalls(calls)
        expect(pair(...events).map(summarise)).toEqual(expected)
      }),
      { numRuns: 300, seed },
    )
  })

  test('whatever the order, each log is told once', () => {
    const event = fc.oneof(
      fc
        .tuple(fc.constantFrom(safe, otherSafe), fc.nat({ max: 3 }))
        .map(([address, nonce]) => opening(address, BigInt(nonce))),
      fc
        .tuple(fc.constantFrom(safe, otherSafe), fc.boolean())
        .map(([address, success]) =>
          moduleEnding(address, module, { success }),
        ),
      fc
        .constantFrom(safe, otherSafe)
        .map((address) => moduleOpening(address, module)),
      fc
        .tuple(fc.nat({ max: 3 }), fc.boolean())
        .map(([nonce, success]) => ending(safe, BigInt(nonce), { success })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const entries = pair(...events)
        const ends = entries.filter(({ type }) => type === 'moduleExecution')
        expect(ends).toHaveLength(
          events.filter(({ type }) => type.startsWith('executionFromModule'))
            .length,
        )
        const hashes = events.flatMap((event) =>
          'safeTxHash' in event ? [event.safeTxHash] : [],
        )
        expect(entries.filter(({ type }) => type === 'execution')).toHaveLength(
          new Set(hashes).size,
        )
        const told = entries.map(({ logIndex }) => logIndex)
        expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
      }),
      { numRuns: 300, seed },
    )
  })
})

type SomeCall = {
  by: 'owners' | 'module'
  address: Address
  success: boolean
  inside: SomeCall[]
}

const arbitraryCalls: fc.Memo<SomeCall[]> = fc.memo((depth) =>
  fc.array(
    fc.record({
      by: fc.constantFrom('owners', 'module'),
      address: fc.constantFrom(safe, otherSafe, silentSafe),
      success: fc.boolean(),
      inside: depth <= 1 ? fc.constant([]) : arbitraryCalls(depth - 1),
    }),
    { maxLength: 3 },
  ),
)

/** What contracts log of such calls, and the story that it tells. */
function logCalls(calls: readonly SomeCall[]) {
  const events: SafeEvent[] = []
  const expected: string[] = []
  const nonces = new Map<Address, bigint>()
  const log = ({ by, address, success, inside }: SomeCall) => {
    const announced = address !== silentSafe
    const nonce = nonces.get(address) ?? 0n
    if (by === 'owners') nonces.set(address, nonce + 1n)
    const from = announced ? events.length : 'nowhere'
    if (announced)
      events.push(
        by === 'owners'
          ? opening(address, nonce)
          : moduleOpening(address, module),
      )
    // What a call logged that fails is undone with it.
    if (success) for (const call of inside) log(call)
    const name =
      by === 'owners' ? `execution ${announced ? nonce : '?'}` : 'module 3'
    const end = success ? 'succeeded' : 'failed'
    expected.push(`${name} ${end} at ${events.length} from ${from}`)
    events.push(
      by === 'owners'
        ? ending(address, nonce, { success })
        : moduleEnding(address, module, { success }),
    )
  }
  for (const call of calls) log(call)
  return { events, expected }
}

function pair(...events: SafeEvent[]): TransactionEntry[] {
  return pairExecutions({ chainId, logs: number(events) })
}

function number(events: readonly SafeEvent[]) {
  return events.map((event, logIndex) => ({ event, logIndex }))
}

function isCreation(entry: TransactionEntry): boolean {
  return entry.type === 'creation'
}

/** Small enough that a test shows a list of them. */
function summarise(entry: TransactionEntry): string {
  const place = `at ${entry.logIndex}`
  if (entry.type === 'unpaired') return `unpaired ${place}`
  if (entry.type === 'event') return `${entry.event.type} ${place}`
  if (entry.type === 'creation') return `creation ${place}`
  const end =
    entry.success === undefined
      ? 'unknown'
      : entry.success
        ? 'succeeded'
        : 'failed'
  const from = `from ${entry.details?.logIndex ?? 'nowhere'}`
  if (entry.type === 'moduleExecution')
    return `module ${BigInt(entry.module)} ${end} ${place} ${from}`
  const nonce = entry.details?.event.transaction.nonce ?? '?'
  return `execution ${nonce} ${end} ${place} ${from}`
}

function toTransaction(nonce: bigint): SafeTransaction {
  return {
    to: toAddress(100),
    value: 0n,
    data: '0x1234',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
}

function hash(
  address: Address,
  nonce: bigint,
  version: SafeVersion = '1.4.1',
): Hex {
  const domain = { chainId, safe: address, version }
  return hashSafeTransaction(domain, toTransaction(nonce))
}

function opening(
  address: Address,
  nonce: bigint,
  {
    transaction = {},
    signatures = `0x${'11'.repeat(65)}`,
  }: { transaction?: Partial<SafeTransaction>; signatures?: Hex } = {},
): SafeEvent {
  return {
    type: 'safeMultiSigTransaction',
    address,
    transaction: { ...toTransaction(nonce), ...transaction },
    signatures,
    sender: owner,
    threshold: 1n,
  }
}

function ending(
  address: Address,
  nonce: bigint,
  {
    success = true,
    payment = 0n,
    version = '1.4.1',
  }: { success?: boolean; payment?: bigint; version?: SafeVersion } = {},
): SafeEvent {
  return {
    type: success ? 'executionSuccess' : 'executionFailure',
    address,
    safeTxHash: hash(address, nonce, version),
    payment,
  }
}

function moduleOpening(address: Address, by: Address): SafeEvent {
  return {
    type: 'safeModuleTransaction',
    address,
    module: by,
    to: owner,
    value: 1n,
    data: '0x',
    operation: 0,
  }
}

function moduleEnding(
  address: Address,
  by: Address,
  { success = true }: { success?: boolean } = {},
): SafeEvent {
  const type = success
    ? 'executionFromModuleSuccess'
    : 'executionFromModuleFailure'
  return { type, address, module: by }
}

function toAddress(index: number): Address {
  return checksumAddress(pad(`0x${index.toString(16)}`, { size: 20 }))
}
