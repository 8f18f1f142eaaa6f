import { encodeProbe, probeCode, type SafeTransaction } from '@covault/protocol'
import { type Address, type Hex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../chainClient.js'
import {
  bytesSchema,
  logSchema,
  parse,
  request,
  toRequest,
  toRpc,
  UnsupportedMethodError,
} from './rpc.js'
import { checkRun, type Method, readAnswers } from './run.js'

const simulatedBlocks = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.string(),
        returnData: bytesSchema,
        gasUsed: z.string(),
        logs: z.optional(z.nullable(z.array(logSchema))),
        error: z.optional(
          z.nullable(z.object({ data: z.optional(bytesSchema) })),
        ),
      }),
    ),
  }),
)

/** The safe's own code runs; the probe takes its place one block later. */
export const simulateV1: Method = async (
  client,
  { call, block },
  questions,
) => {
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
