import type { ProviderProfile } from './profiles.js'

export type Refusal = { status: number; code: number; message: string }

type Span = { from: number; to: number }

const hex = (value: number) => `0x${value.toString(16)}`

/** More blocks than one question may search. */
export function refuseRange(
  { words, logRange }: ProviderProfile,
  { from, to }: Span,
): Refusal {
  if (words === 'alchemy')
    return {
      status: 400,
      code: -32_600,
      message: `Under the Free tier plan, you can make eth_getLogs requests with up to a ${logRange} block range. Based on your parameters, this block range should work: [${hex(from)}, ${hex(from + logRange - 1)}]. Upgrade to PAYG for expanded block range.`,
    }
  if (words === 'infura')
    return {
      status: 200,
      code: -32_602,
      message: `range ${to - from + 1} exceeds limit of ${logRange}`,
    }
  if (words === 'quicknode')
    return {
      status: 413,
      code: -32_614,
      message: `eth_getLogs is limited to a ${logRange.toLocaleString('en')} range`,
    }
  return { status: 200, code: -32_602, message: 'Block range is too large' }
}

/** More logs than one answer may hold. */
export function refuseLogs(
  { words, logsPerAnswer }: ProviderProfile,
  { from, to }: Span,
): Refusal {
  const message = `query returned more than ${logsPerAnswer} results`
  const advice = `. Try with this block range [${hex(from)}, ${hex(Math.floor((from + to) / 2))}].`
  return {
    status: 200,
    code: -32_005,
    message: words === 'infura' ? `${message}${advice}` : message,
  }
}

export function refuseValues({ valuesPerFilter }: ProviderProfile): Refusal {
  return {
    status: 200,
    code: -32_602,
    message: `invalid argument 0: exceed max addresses or topics per search position (${valuesPerFilter})`,
  }
}

export function refuseBatch(): Refusal {
  return {
    status: 200,
    code: -32_005,
    message: 'Batched requests are not supported by this server',
  }
}

export function refuseRate({
  words,
  requestsPerSecond,
}: ProviderProfile): Refusal {
  const status = 429
  if (words === 'quicknode')
    return {
      status,
      code: -32_007,
      message: `${requestsPerSecond}/second request limit reached - reduce calls per second or upgrade your account at quicknode.com`,
    }
  if (words === 'alchemy')
    return {
      status,
      code: 429,
      message:
        'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
    }
  return { status, code: -32_005, message: 'project ID request rate exceeded' }
}

export function refuseBudget({ words }: ProviderProfile): Refusal {
  return words === 'alchemy'
    ? {
        status: 403,
        code: -32_600,
        message:
          'Monthly capacity limit exceeded. Upgrade your scaling policy for continued service.',
      }
    : {
        status: 402,
        code: -32_005,
        message: 'daily request count exceeded, request rate limited',
      }
}

export function refuseMethod(method: string): Refusal {
  return {
    status: 200,
    code: -32_601,
    message: `the method ${method} does not exist/is not available`,
  }
}

export const unknownBlock: Refusal = {
  status: 200,
  code: -32_000,
  message: 'unknown block',
}

export const headerNotFound: Refusal = {
  status: 200,
  code: -32_000,
  message: 'header not found',
}

export const missingState: Refusal = {
  status: 200,
  code: -32_000,
  message: 'missing trie node: the state is not available',
}

export const noFinalizedTag: Refusal = {
  status: 200,
  code: -32_602,
  message: "invalid argument 0: hex string without 0x prefix 'finalized'",
}

export const noLogsByHash: Refusal = {
  status: 200,
  code: -32_602,
  message: 'invalid argument 0: blockHash is not supported',
}
