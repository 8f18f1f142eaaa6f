import {
  type AbiFlaw,
  type ByteRange,
  type DecodedParameter,
  findFlaws,
  mergeRanges,
} from './abi/decodeParameters.js'
import type { Method } from './abi/method.js'
import type { CallProblem, CallTree, MethodReading } from './callTree.js'
import type { BaseError } from './errors.js'
import { nouns, writeCount, writeNumber } from './language.js'
import type { MultiSendFlaw } from './multiSend.js'

type Limited = Pick<CallTree, 'limits'>

/** A method that the bytes can be read with. */
export type Fit = {
  reading: MethodReading
  /** It leaves no byte unexplained. */
  canonical: boolean
}

const flawMessages = {
  trailingBytes: 'Bytes follow after the end of the arguments.',
  unreadBytes: 'Between the arguments there are bytes that none of them uses.',
  overlappingBytes: 'Several arguments use the same bytes.',
  unexpectedOffset: 'An argument is not in its usual place.',
  nonZeroPadding: 'Padding bytes are not zero.',
  missingPadding: 'The last argument is not padded to a multiple of 32 bytes.',
  invalidText: 'A text is not valid UTF-8.',
} as const satisfies Record<AbiFlaw['code'], string>

/** One problem per code: hostile data has thousands of flaws of a kind. */
export function listProblems(
  { reading, canonical }: Fit,
  digits: string,
): readonly CallProblem[] {
  if (canonical) return []
  const flaws = findFlaws(reading.parameters, digits, 4)
  const codes = [...new Set(flaws.map(({ code }) => code))]
  return codes.map((code) => {
    const same = flaws.filter((flaw) => flaw.code === code)
    const ranges = mergeRanges(same.map(({ range }) => range))
    return { code, message: flawMessages[code], ranges }
  })
}

export function shortData(size: number): CallProblem {
  return {
    code: 'shortData',
    message: `Data of ${writeCount(size, nouns.byte)} is too short to name a method; the called contract would execute its fallback function instead.`,
    ranges: [{ start: 0, end: size }],
  }
}

export function argumentsUnreadable(
  { signature }: Method,
  error: BaseError,
  size: number,
): CallProblem {
  return {
    code: 'argumentsUnreadable',
    message: `The selector is that of ${signature}, but the arguments cannot be read. ${error.message}`,
    ranges: [{ start: 0, end: size }],
  }
}

export function invalidOperation({
  value,
  range,
}: DecodedParameter): CallProblem {
  return {
    code: 'invalidOperation',
    message: `Operation ${String(value)} is neither 0 (call) nor 1 (delegatecall).`,
    ranges: [range],
  }
}

export function batchProblem(
  walk: Limited,
  { code, read, range }: MultiSendFlaw,
): CallProblem {
  if (code === 'batchLimit') return callLimit(walk, range)
  const message =
    code === 'batchTruncated'
      ? `Entry ${read + 1} of the batch is longer than the bytes that are left.`
      : `Entry ${read + 1} of the batch is neither a call nor a delegatecall.`
  return { code, message, ranges: [range] }
}

export function depthLimit({ limits }: Limited, range: ByteRange): CallProblem {
  return {
    code: 'depthLimit',
    message: `Calls nested deeper than ${limits.maxDepth} levels are not decoded.`,
    ranges: [range],
  }
}

export function callLimit({ limits }: Limited, range: ByteRange): CallProblem {
  return {
    code: 'callLimit',
    message: `No more than ${writeNumber(limits.maxCalls)} calls are decoded.`,
    ranges: [range],
  }
}
