import {
  type ContractLog,
  createProbeReader,
  encodeProbe,
  originalAddress,
  type ProbeQuestion,
  type ProbeReader,
  probeCode,
  type SafeTransaction,
  type SafeVersion,
  type SimulatedCall,
} from '@covault/protocol'
import { type Hex, numberToHex } from 'viem'
import { getCode } from 'viem/actions'
import type { ChainClient } from '../chainClient.js'
import {
  bytesSchema,
  parse,
  request,
  toRequest,
  toRpc,
  UnsupportedMethodError,
} from './rpc.js'

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
export type Method = (
  client: ChainClient,
  asked: Asked,
  questions: readonly ProbeQuestion[],
) => Promise<Run>

/** The safe's own code behind the probe, which lets it make the call. */
export async function placeProbe(
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
  return readAnswers(parse(bytesSchema, answer)).answers
}

export function readAnswers(output: Hex) {
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
export function checkRun(run: Run): Run {
  const isIgnored =
    !run.isDone &&
    run.returned.startsWith('0x08c379a0') &&
    signatureReasons.includes(run.returned.slice(138, 148))
  if (isIgnored) throw new UnsupportedMethodError()
  return run
}
