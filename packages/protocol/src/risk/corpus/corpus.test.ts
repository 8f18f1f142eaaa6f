import {
  type Address,
  decodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToNumber,
  keccak256,
  parseAbi,
  size,
  slice,
  stringToHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type RiskId, riskSeverities } from '../rules.js'
import { lookAlike, published, publishedCode, vendor } from './cast.js'
import type { Call } from './encodeCall.js'
import { frozen } from './frozen.js'
import { frozenToday } from './frozenToday.js'
import type { RiskCase } from './riskCase.js'
import { wide } from './wide.js'

/** What nobody can read follows from the tree alone: no case states it. */
const allIds = (Object.keys(riskSeverities) as RiskId[]).filter(
  (id) => id !== 'unreadable-call',
)
/** The frozen cases cannot show what is younger than they are. */
const frozenIds: readonly RiskId[] = [
  'unpinned-delegatecall',
  'refund-drain',
  'unlimited-approval',
  'approval-for-all',
  'permit',
  'owner-change',
  'threshold-change',
  'module-change',
  'guard-change',
  'handler-change',
  'singleton-change',
  'data-to-no-code',
  'first-time-recipient',
  'look-alike-recipient',
  'replayable-signature',
  'selector-contradicts-target',
  'odd-call-in-batch',
  'large-share',
  'partly-decoded',
]
const corpora = [
  {
    corpus: 'frozen',
    cases: frozenToday,
    ids: frozenIds,
    atLeast: 75,
    quiet: 25,
    isComplete: false,
  },
  {
    corpus: 'wide',
    cases: wide,
    ids: allIds,
    atLeast: 80,
    quiet: 25,
    isComplete: true,
  },
]

test('names every case once', () => {
  const names = [...frozen, ...wide].map(({ name }) => name)
  expect(names).toHaveLength(new Set(names).size)
})

test('holds different transactions in all cases', () => {
  const digests = [...frozen, ...wide].map(({ transaction, facts }) =>
    digest({ transaction, facts }),
  )
  expect(digests).toHaveLength(new Set(digests).size)
})

test('leaves the frozen cases as they were written before the rules', () => {
  expect(digest(frozen)).toBe(
    '0xdf0bef64a74fdbf0217da1f35b7d63ce2196d46bcf8466ba23cde72aa7e18654',
  )
})

describe.each(corpora)('$corpus', (corpus) => {
  const { cases, ids, atLeast, quiet, isComplete } = corpus

  test('is large enough', () => {
    expect(cases.length).toBeGreaterThanOrEqual(atLeast)
    expect(cases.filter(isQuiet).length).toBeGreaterThanOrEqual(quiet)
  })

  test.each(ids)('shows %s at least twice', (id) => {
    expect(cases.filter((one) => expects(one, id)).length).toBeGreaterThan(1)
  })

  test.each(ids)('comes close to %s at least twice', (id) => {
    const near = cases.filter(({ nearMiss }) => nearMiss.includes(id))
    expect(near.length).toBeGreaterThan(1)
    expect(near.filter((one) => expects(one, id))).toEqual([])
  })

  test.each(ids)('shows %s in each of its severities', (id) => {
    const shown = cases
      .flatMap(({ expected }) => expected)
      .filter((finding) => finding.id === id)
      .map(({ severity }) => severity)
    // Some severities are younger than the frozen cases.
    const all = riskSeverities[id].filter(
      (severity) => isComplete || shown.includes(severity),
    )
    expect(new Set(shown)).toEqual(new Set(all))
  })

  test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { domain, facts, expected, transaction } = one
    expect(domain).toEqual({
      chainId: facts.safe.chainId,
      safe: facts.safe.address,
      version: facts.safe.version,
    })
    const labels = expected.map(({ id, path }) => `${id} ${path}`)
    expect(labels).toHaveLength(new Set(labels).size)
    for (const { path } of expected)
      expect(callAt(transaction, path ?? [])).toBeDefined()
  })
})

test('knows the published code of each library by its own address', () => {
  expect(Object.keys(publishedCode)).toHaveLength(Object.keys(published).length)
})

test('makes look-alikes that share exactly the digits asked for', () => {
  const alike = lookAlike(vendor, { first: 4, last: 5 }).toLowerCase()
  const original = vendor.toLowerCase()
  expect(alike.slice(0, 6)).toBe(original.slice(0, 6))
  expect(alike.slice(-5)).toBe(original.slice(-5))
  expect(alike[6]).not.toBe(original[6])
  expect(alike.at(-6)).not.toBe(original.at(-6))
})

function expects({ expected }: RiskCase, id: RiskId): boolean {
  return expected.some((finding) => finding.id === id)
}

function isQuiet({ expected }: RiskCase): boolean {
  return expected.every(({ severity }) => severity === 'info')
}

function digest(value: unknown): Hex {
  const text = JSON.stringify(value, (_, field) =>
    typeof field === 'bigint' ? field.toString() : field,
  )
  return keccak256(stringToHex(text))
}

/** The call at a path, found without the decoder that the rules will use. */
function callAt(call: Call, [index, ...rest]: number[]): Call | undefined {
  if (index === undefined) return call
  const child = childrenOf(call)[index]
  return child && callAt(child, rest)
}

const nesting = parseAbi([
  'function multiSend(bytes)',
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
])

function childrenOf({ data }: Call): Call[] {
  const decoded = decodeFunctionData({ abi: nesting, data })
  if (decoded.functionName === 'multiSend') return unpackLegs(decoded.args[0])
  const [to, value, inner, operation] = decoded.args
  return [{ to, value, data: inner, operation: operation === 1 ? 1 : 0 }]
}

function unpackLegs(packed: Hex, from = 0): Call[] {
  if (from + 85 > size(packed)) return []
  const length = hexToNumber(slice(packed, from + 53, from + 85))
  const end = from + 85 + length
  const to: Address = getAddress(slice(packed, from + 1, from + 21))
  const leg: Call = {
    operation: hexToNumber(slice(packed, from, from + 1)) === 1 ? 1 : 0,
    to,
    value: hexToBigInt(slice(packed, from + 21, from + 53)),
    data: length === 0 ? '0x' : slice(packed, from + 85, end),
  }
  return [leg, ...unpackLegs(packed, end)]
}
