import type { ContractLog } from '@covault/protocol'
import { type Hex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import {
  bytesSchema,
  logSchema,
  parse,
  request,
  UnsupportedMethodError,
} from './rpc.js'
import { checkRun, type Method, placeProbe, readAnswers } from './run.js'

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

const frameSchema: z.ZodMiniType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.optional(z.string()),
    value: z.optional(z.string()),
    gasUsed: z.optional(z.string()),
    output: z.optional(bytesSchema),
    error: z.optional(z.string()),
    logs: z.optional(
      z.array(z.extend(logSchema, { position: z.optional(z.string()) })),
    ),
    calls: z.optional(z.array(frameSchema)),
  }),
)

/** The probe runs the safe's code; the tracer shows what happens therein. */
export const traceCall: Method = async (client, asked, questions) => {
  const { params, overrides } = await placeProbe(client, asked, questions)
  const answer = await request(client, 'debug_traceCall', [
    ...params,
    {
      tracer: 'callTracer',
      tracerConfig: { withLog: true },
      stateOverrides: overrides,
    },
  ])
  const root = parse(frameSchema, answer)
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
