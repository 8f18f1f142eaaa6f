import fc from 'fast-check'
import {
  type AbiEvent,
  type AbiParameter,
  type Address,
  bytesToHex,
  checksumAddress,
  concat,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbi,
  size,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { getExpectedEvent } from './events/expectedEvent.js'
import { isSound } from './events/isSound.js'
import type { ContractLog } from './events/logReader.js'
import { decodeLog, eventTopics } from './events.js'
import {
  address,
  bytes,
  bytes32,
  printSeed,
  seed,
  uint256,
} from './proof/arbitraries.js'

/** Every event in every indexing that a contract version has. */
const layouts: readonly AbiEvent[] = parseAbi([
  'event ProxyCreation(address proxy)',
  'event ProxyCreation(address proxy, address singleton)',
  'event ProxyCreation(address indexed proxy, address singleton)',
  'event ProxyCreationL2(address indexed proxy, address singleton, bytes initializer, uint256 saltNonce)',
  'event ChainSpecificProxyCreationL2(address indexed proxy, address singleton, bytes initializer, uint256 saltNonce, uint256 chainId)',
  'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'event SafeReceived(address indexed sender, uint256 value)',
  'event ExecutionFailed(bytes32 txHash)',
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  'event ExecutionFromModuleFailure(address indexed module)',
  'event SafeMultiSigTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures, bytes additionalInfo)',
  'event SafeModuleTransaction(address module, address to, uint256 value, bytes data, uint8 operation)',
  'event ApproveHash(bytes32 indexed approvedHash, address indexed owner)',
  'event SignMsg(bytes32 indexed msgHash)',
  'event AddedOwner(address owner)',
  'event AddedOwner(address indexed owner)',
  'event RemovedOwner(address owner)',
  'event RemovedOwner(address indexed owner)',
  'event ChangedThreshold(uint256 threshold)',
  'event EnabledModule(address module)',
  'event EnabledModule(address indexed module)',
  'event DisabledModule(address module)',
  'event DisabledModule(address indexed module)',
  'event ChangedFallbackHandler(address handler)',
  'event ChangedFallbackHandler(address indexed handler)',
  'event ChangedGuard(address guard)',
  'event ChangedGuard(address indexed guard)',
  'event ChangedModuleGuard(address indexed moduleGuard)',
  'event ChangedMasterCopy(address masterCopy)',
  'event ContractCreation(address newContract)',
  'event ContractCreation(address indexed newContract)',
  'event ChangedSafeMethod(address indexed safe, bytes4 selector, bytes32 oldMethod, bytes32 newMethod)',
  'event ChangedDomainVerifier(address indexed safe, bytes32 domainSeparator, address oldVerifier, address newVerifier)',
  'event AddedInterface(address indexed safe, bytes4 interfaceId)',
  'event RemovedInterface(address indexed safe, bytes4 interfaceId)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

const runsPerLayout = 150

beforeAll(() => printSeed('events'))

test('knows the topics of the layouts and no others', () => {
  const topics = new Set(layouts.map((item) => toEventSelector(item)))
  expect(new Set(eventTopics)).toEqual(topics)
})

describe.each(layouts.map((item) => ({ item, layout: describeLayout(item) })))(
  '$layout',
  ({ item }) => {
    test('is read as viem reads it', () => {
      const log = arbitraryLog(item)
      fc.assert(
        fc.property(log, (log) => {
          expect(decodeLog(log)).toEqual(getExpectedEvent(item, log))
        }),
        { numRuns: runsPerLayout, seed },
      )
    })

    test('is refused or read as viem reads it when digits change', () => {
      fc.assert(
        fc.property(arbitraryLog(item).chain(mutate), (log) => {
          const event = decodeLog(log)
          expect(event?.type !== 'undecodable').toBe(isSound(item, log))
          if (event?.type !== 'undecodable')
            expect(event).toEqual(getExpectedEvent(item, log))
        }),
        { numRuns: runsPerLayout, seed },
      )
    })

    test('is read with bytes after its data, as contracts do', () => {
      const extended = fc
        .tuple(arbitraryLog(item), bytes(100))
        .map(([log, tail]) => ({ ...log, data: concat([log.data, tail]) }))
      fc.assert(
        fc.property(extended, (log) => {
          expect(decodeLog(log)).toEqual(getExpectedEvent(item, log))
        }),
        { numRuns: 20, seed },
      )
    })

    test('is refused with a number of topics that no version has', () => {
      const [log] = fc.sample(arbitraryLog(item), { numRuns: 1, seed })
      if (log === undefined) throw new Error('There is no sample.')
      const topics = [...log.topics, ...log.topics, ...log.topics].slice(0, 6)
      expect(decodeLog({ ...log, topics })).toMatchObject({
        reason: 'topicCount',
      })
    })
  },
)

const layoutsWithData = layouts.filter(({ inputs }) =>
  inputs.some(({ indexed }) => !indexed),
)

test.each(
  layoutsWithData.map((item) => ({ item, layout: describeLayout(item) })),
)('$layout is refused when its data ends early', ({ item }) => {
  const cut = arbitraryLog(item).chain((log) =>
    fc
      .nat({ max: getMinimalSize(item, log) - 1 })
      .map((end) => ({ ...log, data: cutBytes(log.data, end) })),
  )
  fc.assert(
    fc.property(cut, (log) => {
      expect(decodeLog(log)).toEqual({
        type: 'undecodable',
        signature: expect.stringContaining(`${item.name}(`),
        reason: 'outOfBounds',
      })
    }),
    { numRuns: 50, seed },
  )
})

describe('what is no event of ours', () => {
  const emitter = '0x00000000000000000000000000000000000000aa'

  test('a log without topics is not known', () => {
    const log = { address: emitter, topics: [], data: '0x' }
    expect(decodeLog(log)).toBeUndefined()
  })

  test('a log with another topic is not known', () => {
    const topics = [toEventSelector('Approval(address,address,uint256)')]
    expect(decodeLog({ address: emitter, topics, data: '0x' })).toBeUndefined()
  })

  // Throwing is what would fail here: the property asks for nothing else.
  test('whatever the strings are, nothing is thrown', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      bytes(300),
      fc.constantFrom(
        '0x',
        '',
        '0X',
        '0x0',
        'undefined',
        `0x${' '.repeat(64)}`,
      ),
    )
    const log = fc.record({
      address: fc.oneof(address, text),
      topics: fc
        .tuple(
          fc.constantFrom(...eventTopics),
          fc.array(
            fc.oneof(
              bytes32,
              address.map((it) => pad(it)),
              text,
            ),
            {
              maxLength: 4,
            },
          ),
        )
        .map(([topic0, indexed]) => [topic0, ...indexed]),
      data: text,
    })
    fc.assert(
      fc.property(log, (log) => {
        decodeLog(log)
      }),
      { numRuns: 3000, seed },
    )
  })
})

describe('what the contracts would refuse', () => {
  const emitter = '0x00000000000000000000000000000000000000aa'

  test('an address with something above its 20 bytes', () => {
    const dirty = `0x${'01'.padStart(24, '0')}${'11'.repeat(20)}` as const
    expect(decode('AddedOwner(address)', [], dirty)).toMatchObject({
      reason: 'dirtyPadding',
    })
    expect(decode('AddedOwner(address)', [dirty], '0x')).toMatchObject({
      reason: 'dirtyPadding',
    })
  })

  test('a selector with something behind its 4 bytes', () => {
    const word = `0x12345678${'1'.padStart(56, '0')}` as const
    const safe = pad(emitter)
    expect(
      decode('AddedInterface(address,bytes4)', [safe], word),
    ).toMatchObject({ reason: 'dirtyPadding' })
  })

  test('an operation that is neither call nor delegatecall', () => {
    const signature =
      'SafeModuleTransaction(address,address,uint256,bytes,uint8)'
    const encode = (operation: number) =>
      encodeAbiParameters(
        parameters('address', 'address', 'uint256', 'bytes', 'uint8'),
        [emitter, emitter, 1n, '0x1234', operation],
      )
    expect(decode(signature, [], encode(1))).toMatchObject({ operation: 1 })
    expect(decode(signature, [], encode(2))).toMatchObject({
      reason: 'invalidOperation',
    })
  })

  test('a truth value of two', () => {
    const words = (success: bigint) =>
      encodeAbiParameters(
        parameters('uint256', 'uint256', 'uint256', 'uint256'),
        [0n, success, 0n, 0n],
      )
    const signature =
      'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'
    const topics = [pad('0x01'), pad(emitter), pad(emitter)]
    expect(decode(signature, topics, words(1n))).toMatchObject({
      success: true,
    })
    expect(decode(signature, topics, words(2n))).toMatchObject({
      reason: 'invalidBoolean',
    })
  })

  test.each([
    { case: 'empty', additionalInfo: '0x' },
    { case: 'a byte short', additionalInfo: `0x${'00'.repeat(95)}` },
  ] as const)('additional information that is $case', ({ additionalInfo }) => {
    expect(decodeMultiSig({ additionalInfo })).toMatchObject({
      reason: 'malformedAdditionalInfo',
    })
  })

  test('additional information with a sender that is no address', () => {
    const additionalInfo = `0x${'ff'.repeat(96)}` as const
    expect(decodeMultiSig({ additionalInfo })).toMatchObject({
      reason: 'dirtyPadding',
    })
  })

  test.each([
    { case: 'behind the end', offset: 32n * 100n },
    { case: 'of 2^32', offset: 2n ** 32n },
    { case: 'of 2^255', offset: 2n ** 255n },
    { case: 'that overflows', offset: 2n ** 256n - 32n },
  ])('an offset $case', ({ offset }) => {
    const data = encodeAbiParameters(
      parameters('uint256', 'uint256', 'address', 'address'),
      [offset, 1n, zeroAddress, zeroAddress],
    )
    expect(decodeSetup(data)).toMatchObject({ reason: 'outOfBounds' })
  })

  test.each([2n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 64n, 2n ** 256n - 1n])(
    'a list of %d owners where there is one',
    (count) => {
      const data = encodeAbiParameters(
        parameters(
          'uint256',
          'uint256',
          'address',
          'address',
          'uint256',
          'address',
        ),
        [128n, 1n, zeroAddress, zeroAddress, count, emitter],
      )
      expect(decodeSetup(data)).toMatchObject({ reason: 'outOfBounds' })
    },
  )

  test('a batch of tokens with more amounts than ids', () => {
    const data = encodeAbiParameters(parameters('uint256[]', 'uint256[]'), [
      [1n],
      [2n, 3n],
    ])
    const topics = [pad(emitter), pad(emitter), pad(emitter)]
    expect(
      decode(
        'TransferBatch(address,address,address,uint256[],uint256[])',
        topics,
        data,
      ),
    ).toMatchObject({ reason: 'unequalLengths' })
  })

  test('an emitter, a topic or data that is not hexadecimal', () => {
    const log = {
      address: emitter,
      topics: [toEventSelector('AddedOwner(address)'), pad(emitter)],
      data: '0x',
    }
    const refused = { type: 'undecodable', reason: 'malformedHex' }
    const [topic0 = ''] = log.topics
    expect(decodeLog(log)).toMatchObject({ type: 'addedOwner' })
    expect(decodeLog({ ...log, address: '0xaa' })).toMatchObject(refused)
    expect(decodeLog({ ...log, data: '0x0' })).toMatchObject(refused)
    expect(decodeLog({ ...log, data: '0xzz' })).toMatchObject(refused)
    expect(decodeLog({ ...log, data: '00' })).toMatchObject(refused)
    expect(decodeLog({ ...log, topics: [topic0, '0x11'] })).toMatchObject(
      refused,
    )
    const spaced = `0x${' '.repeat(64)}`
    expect(decodeLog({ ...log, topics: [topic0, spaced] })).toMatchObject(
      refused,
    )
  })

  function decode(signature: string, indexed: readonly Hex[], data: Hex) {
    const topics = [toEventSelector(signature), ...indexed]
    return decodeLog({ address: emitter, topics, data })
  }

  function decodeSetup(data: Hex) {
    return decode(
      'SafeSetup(address,address[],uint256,address,address)',
      [pad(emitter)],
      data,
    )
  }

  function decodeMultiSig({ additionalInfo }: { additionalInfo: Hex }) {
    const item = findLayout('SafeMultiSigTransaction')
    const data = encodeAbiParameters(item.inputs, [
      emitter,
      0n,
      '0x',
      0,
      0n,
      0n,
      0n,
      zeroAddress,
      zeroAddress,
      '0x',
      additionalInfo,
    ])
    return decodeLog({
      address: emitter,
      topics: [toEventSelector(item)],
      data,
    })
  }
})

describe('what the contracts would accept', () => {
  const item = findLayout('SafeModuleTransaction')
  const emitter = '0x00000000000000000000000000000000000000aa'
  const head = (offset: bigint) =>
    encodeAbiParameters(
      parameters('address', 'address', 'uint256', 'uint256', 'uint256'),
      [emitter, emitter, 7n, offset, 1n],
    )
  const word = (value: bigint) =>
    encodeAbiParameters(parameters('uint256'), [value])

  test.each([
    {
      case: 'bytes without their padding',
      data: concat([head(160n), word(3n), '0x112233']),
      read: '0x112233',
    },
    {
      case: 'bytes with something in their padding',
      data: concat([head(160n), word(3n), `0x112233${'ff'.repeat(29)}`]),
      read: '0x112233',
    },
    {
      case: 'a gap before the bytes',
      data: concat([head(192n), word(99n), word(1n), '0x44']),
      read: '0x44',
    },
    {
      case: 'bytes that lie over the head',
      data: head(64n),
      read: `0x${'00'.repeat(7)}`,
    },
  ] as const)('$case', ({ data, read }) => {
    const log = {
      address: emitter,
      topics: [toEventSelector(item)],
      data,
    } as const
    expect(decodeLog(log)).toEqual(getExpectedEvent(item, log))
    expect(decodeLog(log)).toMatchObject({ data: read })
  })
})

describe('what nodes may send', () => {
  test('upper-case digits are read as the same event', () => {
    const item = findLayout('SafeMultiSigTransaction')
    const [log] = fc.sample(arbitraryLog(item), { numRuns: 1, seed })
    if (log === undefined) throw new Error('There is no sample.')
    const shout = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
    expect(
      decodeLog({
        address: shout(log.address),
        topics: log.topics.map(shout),
        data: shout(log.data),
      }),
    ).toEqual(decodeLog(log))
  })

  test('a megabyte of calldata is read, a megabyte of noise refused', () => {
    const item = findLayout('SafeModuleTransaction')
    const data: Hex = `0x${'5a'.repeat(2 ** 20)}`
    const emitter = '0x00000000000000000000000000000000000000aa'
    const topics = [toEventSelector(item)]
    const values = [emitter, emitter, 0n, data, 1]
    const encoded = encodeAbiParameters(item.inputs, values)
    expect(decodeLog({ address: emitter, topics, data: encoded })).toEqual({
      type: 'safeModuleTransaction',
      address: checksumAddress(emitter),
      module: checksumAddress(emitter),
      to: checksumAddress(emitter),
      value: 0n,
      data,
      operation: 1,
    })
    expect(decodeLog({ address: emitter, topics, data })).toMatchObject({
      type: 'undecodable',
    })
  })
})

type EncodedLog = { address: Address; topics: Hex[]; data: Hex }

function describeLayout({ name, inputs }: AbiEvent): string {
  const words = inputs.map(({ type, indexed }) =>
    indexed ? `${type} indexed` : type,
  )
  return `${name}(${words.join(', ')})`
}

function findLayout(name: string): AbiEvent {
  const layout = layouts.find((item) => item.name === name)
  if (layout === undefined) throw new Error(`There is no event ${name}.`)
  return layout
}

function parameters(...types: string[]): AbiParameter[] {
  return types.map((type) => ({ type }))
}

/** A log as a contract would make it, encoded by viem. */
function arbitraryLog(item: AbiEvent): fc.Arbitrary<EncodedLog> {
  const values =
    item.name === 'TransferBatch'
      ? arbitraryBatch()
      : fc.tuple(...item.inputs.map(arbitraryValue))
  return fc
    .tuple(address, values)
    .map(([emitter, values]) => encodeLog(item, emitter, values))
}

function encodeLog(
  item: AbiEvent,
  emitter: Address,
  values: readonly unknown[],
): EncodedLog {
  const named = item.inputs.map(({ name = '' }, index) => [name, values[index]])
  const topics = encodeEventTopics({
    abi: [item],
    args: Object.fromEntries(named),
  })
  const isInData = (_: unknown, index: number) => !item.inputs[index]?.indexed
  const data = encodeAbiParameters(
    item.inputs.filter(isInData),
    values.filter(isInData),
  )
  return {
    address: emitter.toLowerCase() as Address,
    topics: topics as Hex[],
    data,
  }
}

const additionalInfo = fc
  .tuple(uint256, address, uint256)
  .map((values) =>
    encodeAbiParameters(parameters('uint256', 'address', 'uint256'), values),
  )

function arbitraryValue({ type, name }: AbiParameter): fc.Arbitrary<unknown> {
  if (name === 'additionalInfo') return additionalInfo
  const arbitrary = arbitraries[type]
  if (arbitrary === undefined) throw new Error(`No values of type ${type}.`)
  return arbitrary
}

const arbitraries: Record<string, fc.Arbitrary<unknown>> = {
  address: fc.oneof(
    { weight: 1, arbitrary: fc.constant(zeroAddress) },
    { weight: 4, arbitrary: address },
  ),
  'address[]': fc.array(address, { maxLength: 8 }),
  uint256,
  uint8: fc.constantFrom(0, 1),
  bool: fc.boolean(),
  bytes: bytes(150),
  bytes32,
  bytes4: fc
    .uint8Array({ minLength: 4, maxLength: 4 })
    .map((value) => bytesToHex(value)),
}

function arbitraryBatch(): fc.Arbitrary<unknown[]> {
  const items = fc.array(fc.tuple(uint256, uint256), { maxLength: 6 })
  return fc
    .tuple(address, address, address, items)
    .map(([operator, from, to, items]) => [
      operator,
      from,
      to,
      items.map(([id]) => id),
      items.map(([, value]) => value),
    ])
}

/** Some digits of topics and data replaced, most often in their first words. */
function mutate(log: EncodedLog): fc.Arbitrary<EncodedLog> {
  const [topic0 = '0x', ...indexed] = log.topics
  const row = [...indexed, log.data].map((hex) => hex.slice(2)).join('')
  if (row.length === 0) return fc.constant(log)
  const digit = fc.constantFrom(...'0123456789abcdef')
  const place = fc.oneof(
    fc.nat({ max: row.length - 1 }),
    fc.nat({ max: Math.floor(row.length / 64) }).map((word) => {
      return Math.min(word * 64 + 63, row.length - 1)
    }),
  )
  const changes = fc.array(fc.tuple(place, digit), {
    minLength: 1,
    maxLength: 4,
  })
  return changes.map((list) => {
    const digits = [...row]
    for (const [index, value] of list) digits[index] = value
    const changed = digits.join('')
    return {
      ...log,
      topics: [
        topic0,
        ...indexed.map(
          (_, index): Hex => `0x${changed.slice(index * 64, index * 64 + 64)}`,
        ),
      ],
      data: `0x${changed.slice(indexed.length * 64)}`,
    }
  })
}

/** Bytes without which the data is not whole; what pads `bytes` is not one. */
function getMinimalSize(item: AbiEvent, log: ContractLog): number {
  const inputs = item.inputs.filter(({ indexed }) => !indexed)
  const last = inputs.findLast(({ type }) => /bytes$|\[\]$/.test(type))
  const whole = size(log.data as Hex)
  if (last?.type !== 'bytes') return whole
  // The last one's padding: additionalInfo has none, others up to 31 bytes.
  return last.name === 'additionalInfo' ? whole : whole - 31
}

function cutBytes(data: Hex, end: number): Hex {
  return `0x${data.slice(2, 2 + end * 2)}`
}
