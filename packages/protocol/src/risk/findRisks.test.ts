import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  type Hex,
  keccak256,
  numberToHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { encodeMethod } from '../abi/method.js'
import { parseSignature } from '../abi/parseSignature.js'
import { erc20ApproveMethod, erc20TransferMethod } from '../calldata/erc20.js'
import { knownMethods } from '../calldata/knownMethods.js'
import type { DecodeCallContext } from '../callTree.js'
import { decodeCall } from '../decodeCall.js'
import { multiSends } from '../deployments/table.js'
import { encodeExecTransaction } from '../execTransaction.js'
import { type Call, encodeMultiSend } from '../multiSend.js'
import type { Finding } from './finding.js'
import {
  ForeignCallTreeError,
  ForeignRiskFactsError,
  findRisks,
} from './findRisks.js'
import { permitMethods } from './permitMethods.js'
import type { RiskFacts, TargetKind } from './riskFacts.js'
import { type RiskId, riskSeverities } from './rules.js'
import { severities } from './severity.js'

const safe = '0x1111111111111111111111111111111111111111'
const token = '0x6666666666666666666666666666666666666666'
const spender = '0x5555555555555555555555555555555555555555'
const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 2 ** 31)

test('refuses a call tree of another transaction', () => {
  const transaction = toTransaction({
    to: token,
    value: 1n,
    data: '0x',
    operation: 0,
  })
  const tree = decodeCall({ ...transaction, value: 2n })
  expect(() =>
    findRisks({ domain, transaction, tree, facts: noFacts }),
  ).toThrow(ForeignCallTreeError)
})

test('refuses facts about another safe, chain or version', () => {
  const transaction = toTransaction({
    to: token,
    value: 1n,
    data: '0x',
    operation: 0,
  })
  const tree = decodeCall(transaction)
  for (const change of [
    { address: token },
    { chainId: 5 },
    { version: '1.1.1' },
  ] as const) {
    const facts = { ...noFacts, safe: { ...noFacts.safe, ...change } }
    expect(() => findRisks({ domain, transaction, tree, facts })).toThrow(
      ForeignRiskFactsError,
    )
  }
})

test('is not silenced by a method that somebody vouches for', () => {
  const value = 2n ** 256n - 1n
  const data = encodeMethod(erc20ApproveMethod, { spender, value })
  const method = parseSignature('approve(address,uint256)')
  const contracts = new Map([[token, { methods: [method] }]] as const)
  const call = { to: token, value: 0n, data, operation: 0 } as const
  expect(ids(review(call, noFacts, { contracts }))).toContain(
    'unlimited-approval',
  )
})

test('warns of value for unknown code, whatever an ABI calls its method', () => {
  const method = parseSignature('claimReward()')
  const call: Call = {
    to: token,
    value: 1n,
    data: method.selector,
    operation: 0,
  }
  const contracts = new Map([[token, { methods: [method] }]] as const)
  for (const context of [{}, { hints: [method] }, { contracts }])
    expect(ids(review(call, noFacts, context))).toContain(
      'value-to-unknown-code',
    )
})

test('keeps dangers when every fact is unknown', () => {
  const value = 2n ** 256n - 1n
  const approval: Call = {
    to: token,
    value: 0n,
    data: encodeMethod(erc20ApproveMethod, { spender, value }),
    operation: 0,
  }
  const [library] = multiSends
  const to = library?.address ?? token
  const batch: Call = {
    to,
    value: 0n,
    data: encodeMultiSend([approval]),
    operation: 1,
  }
  expect(
    review(batch).map(({ id, path }) => `${id} at ${path.join('.')}`),
  ).toEqual(['unpinned-delegatecall at ', 'unlimited-approval at 0'])
})

test('finds nothing twice at a place and puts the gravest first', () => {
  fc.assert(
    fc.property(calls, randomFacts, (call, facts) => {
      const findings = review(call, facts)
      const places = findings.map(({ id, path }) => `${id} ${path.join('.')}`)
      expect(new Set(places).size).toBe(places.length)
      const ranks = findings.map(({ severity }) => severities.indexOf(severity))
      expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
      expect(findings.filter((finding) => !isSound(finding))).toEqual([])
    }),
    { seed, numRuns: 1000 },
  )
})

test('loses no danger when a fact is taken away', () => {
  fc.assert(
    fc.property(calls, (call) => {
      const known = grave(review(call, plainFacts))
      const unknown = grave(review(call))
      for (const finding of known)
        if (!needsFacts.includes(finding.split(' ')[0] ?? ''))
          expect(unknown).toContain(finding)
    }),
    { seed, numRuns: 500 },
  )
})

test('finds a delegatecall below fifty batches', () => {
  const inner: Call = { to: token, value: 0n, data: '0x', operation: 1 }
  const [library] = multiSends
  const to = library?.address ?? token
  const deep = Array.from({ length: 50 }).reduce<Call>(
    (call) => ({
      to,
      value: 0n,
      data: encodeMultiSend([call]),
      operation: 1,
    }),
    inner,
  )
  const codeHashes = { [to]: library?.codeHash ?? null }
  expect(review(deep, { ...noFacts, codeHashes })).toMatchObject([
    { id: 'unpinned-delegatecall', path: Array(50).fill(0) },
  ])
})

test('reads a megabyte of calldata that breaks off', () => {
  const filler = `0x${'00'.repeat(2 ** 20)}` as const
  const call: Call = { to: token, value: 0n, data: filler, operation: 1 }
  const data = truncate(encodeMultiSend([call, call]), 150)
  expect(ids(review({ ...call, data }))).toContain('unpinned-delegatecall')
})

test('reads a long batch of approvals and their uses in little time', () => {
  const legs = Array.from({ length: 6000 }, (_, index): Call => {
    const value = BigInt(index + 1)
    const data = encodeMethod(erc20ApproveMethod, { spender, value })
    if (index % 8 === 0) return { to: token, value: 0n, data, operation: 0 }
    return { to: token, value, data: '0x', operation: 0 }
  })
  const to = multiSends[0]?.address ?? token
  const data = encodeMultiSend(legs)
  const findings = review({ to, value: 0n, data, operation: 1 })
  expect(ids(findings)).not.toContain('odd-call-in-batch')
})

test('finds the one look-alike in a long batch and a large address book', () => {
  const knownRecipients = Array.from({ length: 2000 }, (_, index) =>
    toAddress(index),
  )
  const known = toAddress(1234)
  const imitation: Address = `${known.slice(0, 10) as Hex}${'0'.repeat(27)}${known.slice(-5)}`
  const legs = Array.from({ length: 100 }, (_, index): Call => {
    const to = index === 57 ? imitation : toAddress(index)
    const data = encodeMethod(erc20TransferMethod, { to, value: 1n })
    return { to: token, value: 0n, data, operation: 0 }
  })
  const data = encodeMultiSend(legs)
  const batch: Call = { to: token, value: 0n, data, operation: 1 }
  const findings = review(batch, { ...noFacts, knownRecipients })
  const alike = findings.filter(({ id }) => id === 'look-alike-recipient')
  expect(alike).toMatchObject([{ severity: 'danger', path: [57] }])
  expect(alike[0]?.sentence).toContain(known)
})

const domain = { chainId: 1, safe, version: '1.4.1' } as const

const noFacts: RiskFacts = {
  safe: {
    address: safe,
    version: '1.4.1',
    chainId: 1,
    owners: [],
    threshold: 2,
  },
  codeHashes: {},
}

/** Nothing that would explain a danger away. */
const plainFacts: RiskFacts = {
  ...noFacts,
  kinds: { [token]: 'erc20', [spender]: 'account' },
  knownRecipients: [spender],
  balances: [{ token: null, amount: 1n }],
  totalSupplies: { [token]: 2n ** 200n },
}

/** They state what a fact says, so that without it there is nothing to say. */
const needsFacts = [
  'selector-contradicts-target',
  'data-to-no-code',
  'approval-of-balance',
  'approval-to-account',
  'control-transfer',
  'spending-limit',
]

const bytes = fc
  .uint8Array({ maxLength: 200 })
  .map((array) => bytesToHex(array))
const addresses = fc.oneof(
  fc.constantFrom<Address>(safe, token, spender, zeroAddress),
  fc.constantFrom(...multiSends.map(({ address }) => address)),
  fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((array) => bytesToHex(array)),
)
const selectors = fc.constantFrom(
  ...Object.keys(knownMethods),
  ...Object.keys(permitMethods),
)
const words = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.constantFrom(0n, 1n, 2n, 32n, 64n, 2n ** 256n - 1n, BigInt(safe)),
)
/** A selector that means something with words that may. */
const knownData = fc
  .tuple(selectors, fc.array(words, { maxLength: 12 }), bytes)
  .map(([selector, values, tail]): Hex => {
    const digits = values.map((value) => value.toString(16).padStart(64, '0'))
    return `${selector as Hex}${digits.join('')}${tail.slice(2)}`
  })
const values = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const operations = fc.constantFrom(0 as const, 1 as const)

const { call: calls } = fc.letrec<{ call: Call; data: Hex }>((tie) => ({
  call: fc.record({
    to: addresses,
    value: values,
    data: tie('data'),
    operation: operations,
  }),
  data: fc.oneof(
    { maxDepth: 4 },
    fc.constant<Hex>('0x'),
    bytes,
    knownData,
    fc
      .tuple(fc.array(tie('call'), { maxLength: 5 }), fc.nat(200))
      .map(([inner, cut]) => truncate(encodeMultiSend(inner), cut)),
    tie('call').map((inner) =>
      encodeExecTransaction({ ...toTransaction(inner), gasPrice: 1n }, '0x'),
    ),
  ),
}))

/** Half of the batches stay whole; of the others bytes are missing. */
function truncate(data: Hex, cut: number): Hex {
  if (cut < 100) return data
  return data.slice(0, Math.max(2, data.length - 2 * (cut - 100))) as Hex
}

const texts = fc.oneof(addresses, fc.string()) as fc.Arbitrary<Address>
const hashes = fc.oneof(fc.constant(null), bytes)
const kinds = fc.constantFrom<TargetKind>('safe', 'erc20', 'erc721', 'account')
const randomFacts: fc.Arbitrary<RiskFacts> = fc.record(
  {
    safe: fc.record({
      address: fc.constant<Address>(safe),
      version: fc.constant(domain.version),
      chainId: fc.constant(1),
      owners: fc.array(texts),
      threshold: fc.double(),
    }),
    codeHashes: fc.dictionary(texts, hashes),
    kinds: fc.dictionary(texts, kinds),
    knownRecipients: fc.array(texts),
    knownSpenders: fc.array(texts),
    knownHashes: fc.array(bytes),
    balances: fc.array(
      fc.record({ token: fc.option(texts), amount: fc.bigInt() }),
    ),
    totalSupplies: fc.dictionary(texts, fc.bigInt()),
  },
  { requiredKeys: ['safe', 'codeHashes'] },
)

function review(
  call: Call,
  facts: RiskFacts = noFacts,
  context: DecodeCallContext = {},
): Finding<RiskId>[] {
  const transaction = toTransaction(call)
  const tree = decodeCall(transaction, { safe, ...context })
  return findRisks({ domain, transaction, tree, facts })
}

function isSound({ id, severity, sentence }: Finding<RiskId>): boolean {
  const severitiesOfId: readonly string[] = riskSeverities[id]
  return (
    severitiesOfId.includes(severity) &&
    /^\S.*\.$/s.test(sentence) &&
    !/undefined|null|NaN|\[object/.test(sentence)
  )
}

function grave(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ severity }) => severity === 'danger' || severity === 'block')
    .map(({ id, severity, path }) => `${id} ${severity} ${path.join('.')}`)
}

function ids(findings: readonly Finding[]): string[] {
  return findings.map(({ id }) => id)
}

function toTransaction(call: Call) {
  return {
    ...call,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 0n,
  }
}

/** Spread over all digits, so that none looks like another. */
function toAddress(index: number): Address {
  return `0x${keccak256(numberToHex(index)).slice(26)}`
}
