import { decodeLog } from '@covault/protocol'
import {
  type AbiEvent,
  type Address,
  decodeAbiParameters,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from 'viem'

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex }

/** SafeL2 1.4.1 with its factory and ERC-20, in the artifacts' order. */
const abi = parseAbi([
  'event AddedOwner(address indexed owner)',
  'event ApproveHash(bytes32 indexed approvedHash, address indexed owner)',
  'event ChangedFallbackHandler(address indexed handler)',
  'event ChangedGuard(address indexed guard)',
  'event ChangedThreshold(uint256 threshold)',
  'event DisabledModule(address indexed module)',
  'event EnabledModule(address indexed module)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFromModuleFailure(address indexed module)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event RemovedOwner(address indexed owner)',
  'event SafeModuleTransaction(address module, address to, uint256 value, bytes data, uint8 operation)',
  'event SafeMultiSigTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures, bytes additionalInfo)',
  'event SafeReceived(address indexed sender, uint256 value)',
  'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'event SignMsg(bytes32 indexed msgHash)',
  'event ProxyCreation(address indexed proxy, address singleton)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

const itemsByTopic = new Map(abi.map((item) => [toEventSelector(item), item]))
const inputsByTopic = new Map(
  abi.map((item) => [
    toEventSelector(item),
    item.inputs.filter((input) => !('indexed' in input)),
  ]),
)

const decoders = {
  'decodeLog (ours)': (log: Log) => decodeLog(log),
  'decodeAbiParameters of the data only': (log: Log) =>
    decodeAbiParameters(inputsByTopic.get(log.topics[0]) ?? [], log.data),
  'decodeEventLog, one item by topic': (log: Log) => {
    const item = itemsByTopic.get(log.topics[0])
    return item && decodeEventLog({ abi: [item], ...log })
  },
  'decodeEventLog, whole ABI': (log: Log) => decodeEventLog({ abi, ...log }),
} satisfies Record<string, (log: Log) => unknown>

type DecoderName = keyof typeof decoders

const whole: DecoderName = 'decodeEventLog, whole ABI'
const names = Object.keys(decoders) as DecoderName[]

/**
 * How fast logs become events. `usual` is a backfill of 50 safes with their
 * usual counterparties; in `strangers` every counterparty is a new one, whose
 * checksum nobody can remember. Seconds are seconds of processor time.
 */
export async function run({ quick }: { quick: boolean }) {
  const milliseconds = quick ? 100 : 500
  const calibration = measureCalibration(milliseconds)
  const logs = createLogs()
  const usual = measureAll(logs, milliseconds)
  const strangers = measureAll(introduceStrangers(logs), milliseconds)
  const result = {
    calibrationHashesPerSecond: calibration,
    usual: { logsPerSecond: usual, timesWholeAbi: compare(usual) },
    strangers: { logsPerSecond: strangers, timesWholeAbi: compare(strangers) },
  }
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          'logs/s': usual[name],
          'x whole ABI': result.usual.timesWholeAbi[name],
          'strangers logs/s': strangers[name],
          'strangers x whole ABI': result.strangers.timesWholeAbi[name],
        },
      ]),
    ),
  )
  console.log(`calibration: ${calibration} keccak256 of 32 bytes per second`)
  return result
}

type Rates = Record<DecoderName, number>

/** Decoders take turns in five rounds, so that a busy moment hits them all. */
function measureAll(logs: readonly Log[], milliseconds: number): Rates {
  const runners = names.map((name) => createRunner(decoders[name], logs))
  for (const warmUp of runners) warmUp(milliseconds)
  const rounds = [0, 1, 2, 3, 4].map(() =>
    runners.map((measure) => measure(milliseconds)),
  )
  const medians = names.map((name, index) => [
    name,
    Math.round(median(rounds.map((round) => round[index] ?? 0))),
  ])
  return Object.fromEntries(medians) as Rates
}

/** Each round goes on where the last one ended: strangers do not come back. */
function createRunner(decode: (log: Log) => unknown, logs: readonly Log[]) {
  let next = 0
  return (milliseconds: number): number => {
    const started = process.cpuUsage()
    const first = next
    while (getMilliseconds(started) < milliseconds)
      for (const end = next + 50; next < end; next++) {
        const log = logs[next % logs.length]
        if (log) decode(log)
      }
    return ((next - first) * 1000) / getMilliseconds(started)
  }
}

function measureCalibration(milliseconds: number): number {
  const bytes = new Uint8Array(32)
  const started = process.cpuUsage()
  let count = 0
  while (getMilliseconds(started) < milliseconds) {
    bytes[0] = count++
    keccak256(bytes, 'bytes')
  }
  return Math.round((count * 1000) / getMilliseconds(started))
}

/** Of processor time: the clock would also count what others do meanwhile. */
function getMilliseconds(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

function compare(rates: Rates): Rates {
  const ratios = names.map((name) => [
    name,
    Math.round((rates[name] / rates[whole]) * 10) / 10,
  ])
  return Object.fromEntries(ratios) as Rates
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** 70 % native and 30 % token payments by two owners, and what happens beside. */
function createLogs(): Log[] {
  return Array.from({ length: 2000 }, (_, index) => {
    const safe = toAddress('safe', index % 50)
    const other = getCounterparty(index)
    const executed = createExecution({ safe, other, index })
    if (index % 100 === 0) return [...createCreation(safe, index), ...executed]
    if (index % 20 === 1) return [createReceipt(safe, other), ...executed]
    if (index % 50 === 2)
      return [...executed, encodeLog(safe, 'AddedOwner', { owner: other })]
    return executed
  }).flat()
}

const counterpartyCount = 400

function getCounterparty(index: number): Address {
  return toAddress('counterparty', index % counterpartyCount)
}

/** More of them than our memory of checksums or viem's can hold. */
function introduceStrangers(logs: readonly Log[]): Log[] {
  const known = Array.from({ length: counterpartyCount }, (_, index) =>
    getCounterparty(index).slice(2),
  )
  const pattern = new RegExp(known.join('|'), 'g')
  let strangers = 0
  const replace = (hex: Hex) =>
    hex.replace(pattern, () => toStranger(strangers)) as Hex
  return Array.from({ length: 20 }, () => logs)
    .flat()
    .map(({ address, topics, data }) => {
      strangers++
      return {
        address,
        topics: topics.map(replace) as Log['topics'],
        data: replace(data),
      }
    })
}

// The factor spreads the digits; equal ones would have a cheap checksum.
function toStranger(index: number): string {
  const factor = 0x9e3779b97f4a7c15f39cc0605cedc834n
  return (BigInt(index + 1) * factor).toString(16).padStart(40, 'c')
}

function createExecution({
  safe,
  other,
  index,
}: {
  safe: Address
  other: Address
  index: number
}): Log[] {
  const token = toAddress('token', index % 12)
  const pays = index % 10 < 3
  const value = 1_000_000_000_000_000n * BigInt(index + 1)
  const call = `0xa9059cbb${encodeWords(other, value).slice(2)}` as const
  const transaction = encodeLog(safe, 'SafeMultiSigTransaction', {
    to: pays ? token : other,
    value: pays ? 0n : value,
    data: pays ? call : '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    signatures: `0x${'8f3a5c'.repeat(43)}1b`,
    additionalInfo: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }],
      [BigInt(index), toAddress('executor', index % 7), 2n],
    ),
  })
  const success = encodeLog(safe, 'ExecutionSuccess', {
    txHash: keccak256(numberToHex(index)),
    payment: 0n,
  })
  if (!pays) return [transaction, success]
  const moved = encodeLog(token, 'Transfer', { from: safe, to: other, value })
  return [transaction, moved, success]
}

function createReceipt(safe: Address, sender: Address): Log {
  return encodeLog(safe, 'SafeReceived', { sender, value: 10n ** 18n })
}

function createCreation(safe: Address, index: number): Log[] {
  const factory = toAddress('factory', 0)
  return [
    encodeLog(safe, 'SafeSetup', {
      initiator: factory,
      owners: [0, 1, 2].map((owner) => toAddress('owner', index + owner)),
      threshold: 2n,
      initializer: zeroAddress,
      fallbackHandler: toAddress('handler', 0),
    }),
    encodeLog(factory, 'ProxyCreation', {
      proxy: safe,
      singleton: toAddress('singleton', 0),
    }),
  ]
}

function encodeLog(
  address: Address,
  eventName: (typeof abi)[number]['name'],
  args: Record<string, unknown>,
): Log {
  const item = abi.find(({ name }) => name === eventName) as AbiEvent
  const topics = encodeEventTopics({ abi: [item], args })
  const inputs = item.inputs.filter(({ indexed }) => !indexed)
  const values = inputs.map(({ name = '' }) => args[name])
  const data = encodeAbiParameters(inputs, values)
  return { address, topics: topics as Log['topics'], data }
}

function encodeWords(to: Address, value: bigint): Hex {
  return encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }],
    [to, value],
  )
}

/** Lower case, as nodes send them. */
function toAddress(kind: string, index: number): Address {
  return `0x${keccak256(new TextEncoder().encode(`${kind} ${index}`)).slice(26)}`
}
