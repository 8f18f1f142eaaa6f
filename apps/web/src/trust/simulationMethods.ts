import {
  BaseError,
  type ContractLog,
  createProbeReader,
  encodeProbe,
  findDeployment,
  isVersionAtLeast,
  originalAddress,
  type ProbeQuestion,
  type ProbeReader,
  probeCode,
  type SafeTransaction,
  type SafeVersion,
  type SimulatedCall,
  type StateOverrides,
  simulateTxAccessors,
} from '@covault/protocol'
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  isHex,
  numberToHex,
} from 'viem'
import { getCode } from 'viem/actions'
import * as z from 'zod/mini'
import { findRevertData } from '../lib/revertWords.js'
import type { ChainClient } from './chainClient.js'

/** What is run, and where. */
export type Asked = {
  call: SimulatedCall
  chainId: number
  version: SafeVersion
  transaction: SafeTransaction
  block: bigint
}

/** What a run of `execTransaction` did, as far as its method tells. */
export type Run = {
  /** It did not revert. */
  isDone: boolean
  /** What it returned, or what it reverted with. */
  returned: Hex
  gasUsed: bigint | undefined
  /** Undefined: the method does not show them. */
  logs: readonly ContractLog[] | undefined
  /** The answers to the questions, asked after it; undefined: cannot be. */
  answers: ProbeReader | undefined
}

/** Fails with UnsupportedMethodError where the node cannot do it so. */
type Method = (
  client: ChainClient,
  asked: Asked,
  questions: readonly ProbeQuestion[],
) => Promise<Run>

/** From the one that tells most to the one that every node can do. */
export const simulationMethods = {
  eth_simulateV1: simulate,
  debug_traceCall: trace,
  'eth_call with state overrides': callWithOverrides,
  simulateAndRevert: callAndRevert,
} as const satisfies Record<string, Method>

export type SimulationMethod = keyof typeof simulationMethods

const bytes = z.custom<Hex>((value) => isHex(value))
const log = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
})

const simulatedBlocks = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.string(),
        returnData: bytes,
        gasUsed: z.string(),
        logs: z.optional(z.nullable(z.array(log))),
        error: z.optional(z.nullable(z.object({ data: z.optional(bytes) }))),
      }),
    ),
  }),
)

/** The safe's own code runs; the probe takes its place one block later. */
async function simulate(
  client: ChainClient,
  asked: Asked,
  questions: readonly ProbeQuestion[],
): Promise<Run> {
  const { call, block } = asked
  const data = encodeProbe({ questions })
  const answer = await request(client, 'eth_simulateV1', [
    {
      blockStateCalls: [
        { stateOverrides: toRpc(call.overrides), calls: [toRequest(call)] },
        {
          stateOverrides: { [call.to]: { code: probeCode } },
          calls: [{ to: call.to, data }],
        },
      ],
      traceTransfers: true,
      validation: false,
    },
    numberToHex(block),
  ])
  const [first, second] = parse(simulatedBlocks, answer).map(
    ({ calls: [only] }) => only,
  )
  if (!first || !second) throw new UnsupportedMethodError()
  const isDone = first.status === '0x1'
  return checkRun({
    isDone,
    returned: isDone
      ? first.returnData
      : (first.error?.data ?? first.returnData),
    gasUsed: BigInt(first.gasUsed),
    logs: first.logs ?? [],
    answers: readAnswers(second.returnData).answers,
  })
}

/**
 * What each call of a batch would do, made by the safe one after the other:
 * the first one that reverts is why the whole does.
 */
export async function findFailingCall(
  client: ChainClient,
  {
    safe,
    calls,
    block,
  }: {
    safe: Address
    calls: readonly Pick<SafeTransaction, 'to' | 'value' | 'data'>[]
    block: bigint
  },
): Promise<{ index: number; data: Hex } | undefined> {
  const answer = await request(client, 'eth_simulateV1', [
    {
      blockStateCalls: [
        {
          calls: calls.map(({ to, value, data }) => ({
            from: safe,
            to,
            value: numberToHex(value),
            data,
          })),
        },
      ],
      validation: false,
    },
    numberToHex(block),
  ])
  const results = parse(simulatedBlocks, answer)[0]?.calls ?? []
  const index = results.findIndex(({ status }) => status !== '0x1')
  const failing = results[index]
  return failing && { index, data: failing.error?.data ?? failing.returnData }
}

type Frame = {
  type: string
  from: string
  to?: string | undefined
  value?: string | undefined
  gasUsed?: string | undefined
  output?: Hex | undefined
  error?: string | undefined
  logs?: readonly Placed[] | undefined
  calls?: readonly Frame[] | undefined
}

/** After how many calls of its frame a log was written. */
type Placed = ContractLog & { position?: string | undefined }

const frame: z.ZodMiniType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.optional(z.string()),
    value: z.optional(z.string()),
    gasUsed: z.optional(z.string()),
    output: z.optional(bytes),
    error: z.optional(z.string()),
    logs: z.optional(
      z.array(z.extend(log, { position: z.optional(z.string()) })),
    ),
    calls: z.optional(z.array(frame)),
  }),
)

/** The probe runs the safe's code; the tracer shows what happens therein. */
async function trace(
  client: ChainClient,
  asked: Asked,
  questions: readonly ProbeQuestion[],
): Promise<Run> {
  const { params, overrides } = await placeProbe(client, asked, questions)
  const answer = await request(client, 'debug_traceCall', [
    ...params,
    {
      tracer: 'callTracer',
      tracerConfig: { withLog: true },
      stateOverrides: overrides,
    },
  ])
  const root = parse(frame, answer)
  if (!root.output) throw new UnsupportedMethodError()
  const { call, answers } = readAnswers(root.output)
  // The first frame below the probe is the safe's own code.
  const own = root.calls?.[0]
  return checkRun({
    isDone: call.isDone,
    returned: call.returned,
    gasUsed: root.gasUsed === undefined ? undefined : BigInt(root.gasUsed),
    logs: own ? listLogs(own) : [],
    answers,
  })
}

/** Those of what was undone count for nothing. */
function listLogs(own: Frame): ContractLog[] {
  if (own.error !== undefined) return []
  const calls = own.calls ?? []
  const logs = own.logs ?? []
  const before = (index: number) =>
    logs.filter(({ position }) => Number(position ?? calls.length) === index)
  return [
    ...listPayment(own),
    ...calls.flatMap((inner, index) => [...before(index), ...listLogs(inner)]),
    ...before(calls.length),
  ]
}

const nativeToken = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** As `eth_simulateV1` writes what it traces. */
function listPayment({ type, from, to, value = '0x0' }: Frame): ContractLog[] {
  if (type === 'DELEGATECALL' || type === 'CALLCODE' || !to) return []
  if (BigInt(value) === 0n) return []
  return [
    {
      address: nativeToken,
      topics: [transferTopic, toTopic(from), toTopic(to)],
      data: numberToHex(BigInt(value), { size: 32 }),
    },
  ]
}

function toTopic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/** Success, storage and balances, but nothing of what happens between. */
async function callWithOverrides(
  client: ChainClient,
  asked: Asked,
  questions: readonly ProbeQuestion[],
): Promise<Run> {
  const { params, overrides } = await placeProbe(client, asked, questions)
  const answer = await request(client, 'eth_call', [...params, overrides])
  const { call, answers } = readAnswers(parse(bytes, answer))
  return checkRun({ ...call, gasUsed: undefined, logs: undefined, answers })
}

async function placeProbe(
  client: ChainClient,
  { call, block }: Asked,
  questions: readonly ProbeQuestion[],
) {
  const code = await getCode(client, { address: call.to, blockNumber: block })
  const data = encodeProbe({ call: call.data, questions })
  return {
    params: [toRequest({ ...call, data }), numberToHex(block)],
    overrides: toRpc({
      ...call.overrides,
      [call.to]: { ...call.overrides[call.to], code: probeCode },
      [originalAddress]: { code: code ?? '0x' },
    }),
  }
}

/** What the probe would answer before anything was run. */
export async function askBefore(
  client: ChainClient,
  { call, block }: Asked,
  questions: readonly ProbeQuestion[],
): Promise<ProbeReader> {
  const answer = await request(client, 'eth_call', [
    { to: call.to, data: encodeProbe({ questions }) },
    numberToHex(block),
    toRpc({
      ...call.overrides,
      [call.to]: { ...call.overrides[call.to], code: probeCode },
    }),
  ])
  return readAnswers(parse(bytes, answer)).answers
}

// Selectors of simulateAndRevert(address,bytes), of simulate(address,uint256,
// bytes,uint8) of the accessor, and of requiredTxGas with the same arguments.
const simulateAndRevertSelector = '0xb4faba09'
const accessorSelector = '0x1c5fb211'
const requiredGasSelector = '0xc4ca3a9c'

/**
 * Only whether the call itself succeeds: signatures, guards and refunds are
 * left out, and nothing is read. Every node can do it.
 */
async function callAndRevert(
  client: ChainClient,
  { call, version, chainId, transaction, block }: Asked,
): Promise<Run> {
  const inner = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'uint256' },
      { type: 'bytes' },
      { type: 'uint8' },
    ],
    [
      transaction.to,
      transaction.value,
      transaction.data,
      transaction.operation,
    ],
  ).slice(2)
  const hasAccessor = isVersionAtLeast(version, '1.3.0')
  const accessor = findDeployment(simulateTxAccessors, { version, chainId })
  if (hasAccessor && !accessor) throw new UnsupportedMethodError()
  const data = accessor
    ? `${simulateAndRevertSelector}${encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes' }],
        [accessor.address, `${accessorSelector}${inner}`],
      ).slice(2)}`
    : `${requiredGasSelector}${inner}`
  const reverted = await findRevert(client, {
    // Before 1.3.0 the safe answers nobody but itself.
    request: { to: call.to, data, ...(!hasAccessor && { from: call.to }) },
    block,
  })
  const result = accessor
    ? readSimulated(reverted)
    : { isDone: isGasAnswer(reverted), returned: reverted }
  return { ...result, gasUsed: undefined, logs: undefined, answers: undefined }
}

async function findRevert(
  client: ChainClient,
  { request: call, block }: { request: object; block: bigint },
): Promise<Hex> {
  try {
    await request(client, 'eth_call', [call, numberToHex(block)])
  } catch (error) {
    const data = findRevertData(error)
    if (data) return data
  }
  throw new UnsupportedMethodError()
}

/** Success of the delegatecall, the size, then what the accessor returned. */
function readSimulated(data: Hex): Pick<Run, 'isDone' | 'returned'> {
  const words = `0x${data.slice(2 + 128)}` as const
  if (data.length < 130 || BigInt(data.slice(0, 66)) !== 1n)
    throw new UnsupportedMethodError()
  const [, isDone, returned] = decodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'bytes' }],
    words,
  )
  return { isDone, returned }
}

/** `Error(string)` with a word of gas in the place of text. */
function isGasAnswer(data: Hex): boolean {
  return (
    data.startsWith('0x08c379a0') &&
    data.length >= 138 &&
    BigInt(`0x${data.slice(74, 138)}`) === 32n
  )
}

function readAnswers(output: Hex) {
  try {
    const answers = createProbeReader(output)
    const call = answers.readCall()
    return { call, answers }
  } catch (cause) {
    // Overrides that are ignored leave the safe's own code where it is.
    throw new UnsupportedMethodError({ cause })
  }
}

// GS020, GS025 and GS026, as `Error(string)` ends.
const signatureReasons = ['4753303230', '4753303235', '4753303236']

/** Missing signatures: the node did not pretend what it was asked to. */
function checkRun(run: Run): Run {
  const isIgnored =
    !run.isDone &&
    run.returned.startsWith('0x08c379a0') &&
    signatureReasons.includes(run.returned.slice(138, 148))
  if (isIgnored) throw new UnsupportedMethodError()
  return run
}

function toRequest({ from, to, data, gasPrice }: SimulatedCall) {
  return {
    from,
    to,
    data,
    ...(gasPrice !== undefined && { gasPrice: numberToHex(gasPrice) }),
  }
}

function toRpc(overrides: StateOverrides) {
  return Object.fromEntries(
    Object.entries(overrides).map(([address, { balance, ...rest }]) => [
      address,
      {
        ...rest,
        ...(balance !== undefined && { balance: numberToHex(balance) }),
      },
    ]),
  )
}

/** Methods that viem has no types for; the answers are parsed. */
async function request(
  client: ChainClient,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const ask = client.request as (asked: {
    method: string
    params: readonly unknown[]
  }) => Promise<unknown>
  return ask({ method, params })
}

function parse<value>(schema: z.ZodMiniType<value>, answer: unknown): value {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new UnsupportedMethodError({ cause: parsed.error })
  return parsed.data
}

/** The node answers, but not what the method is for. */
export class UnsupportedMethodError extends BaseError {
  override name = 'UnsupportedMethodError'

  constructor({ cause }: { cause?: unknown } = {}) {
    super('The node does not simulate as it was asked to.', { cause })
  }
}
