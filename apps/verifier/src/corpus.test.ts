import {
  decodeCall,
  findRisks,
  getKnownContracts,
  messageRules,
  type RiskFacts,
} from '@covault/protocol'
import { expect, test } from 'vitest'
import { publishedCode } from '../../../packages/protocol/src/risk/corpus/cast.js'
import { frozenToday } from '../../../packages/protocol/src/risk/corpus/frozenToday.js'
import type {
  ExpectedFinding,
  RiskCase,
} from '../../../packages/protocol/src/risk/corpus/riskCase.js'
import { wide } from '../../../packages/protocol/src/risk/corpus/wide.js'
import { riskSeverities } from '../../../packages/protocol/src/risk/rules.js'
import { attackLines } from './attackLines.js'
import { makeReport } from './report.js'
import { writeInput } from './testInput.js'

const corpus = [...frozenToday, ...wide]

/**
 * Where the app only warns: it knows how many owners are left, who administers
 * what, and reads what is left over of a batch. This program stops there too.
 */
const careful = new Set([
  'owner removed at the same threshold',
  'owner removed with spare keys left',
  'ownership of a protocol handed over between emission updates',
  'ownership of a protocol handed over in one call',
  'ownership behind two decoys',
  'ownership behind two decoys in a short batch',
  'ownership behind an approval that is not used',
  'ownership behind wrapped payments',
  'role of an administrator beside one payment',
  'administrator of a proxy replaced by a nested safe',
  'leg that claims more data than there is',
  'leg with an operation that does not exist',
  'batch of a single stray byte',
  'allowance taken away from an imitation',
  'safe created with an initializer nobody can read',
])

test('is measured by more than 200 cases', () => {
  expect(corpus.length).toBeGreaterThan(200)
})

test.each(corpus.map((one) => [one.name, one] as const))(
  'stops where the app would without a network: %s',
  async (name, one) => {
    const { risks } = await makeReport(writeInput(one), {
      known: listKnown(one),
    })
    const isStopped = risks.some(({ level }) => level === 'danger')
    expect(isStopped).toBe(careful.has(name) || isStop(one))
  },
)

/** Findings that rest on code, kinds of contracts or balances of the chain. */
const chainFindings: Readonly<Record<string, readonly RegExp[]>> = {
  'unpinned-delegatecall': [
    /^batch through other code/,
    /^(known library|migration) address with/,
    /^known library whose code was not read/,
    /^batch where no network answers/,
    /^unread migration contract/,
  ],
  'unlimited-approval': [/^approval of (more|one unit more) than there is/],
  'selector-contradicts-target': [
    /sent to a (safe|token|module)$/,
    / on an? (ERC-\d+|NFT) (token|collection)$/,
  ],
}

/** What is worth a line is named, and at the call that does it. */
const attacks = corpus.flatMap((one) =>
  one.expected
    .filter(({ severity }) => severity !== 'info')
    .filter(({ id }) => id in attackLines)
    .filter(({ id }) => !chainFindings[id]?.some((name) => name.test(one.name)))
    .map((finding) => [finding.id, one.name, one, finding] as const),
)

test('knows a line for every rule that warns of the bytes alone', () => {
  const ofBytes = corpus
    .flatMap(findFromBytes)
    .filter(({ severity }) => severity !== 'info')
    .map(({ id }) => id)
  const lines = Object.keys(attackLines)
  expect(lines).toEqual(
    expect.arrayContaining([...ofBytes, ...Object.keys(messageRules)]),
  )
  const rules = [...Object.keys(riskSeverities), ...Object.keys(messageRules)]
  expect(rules).toEqual(expect.arrayContaining(lines))
  expect(attacks.length).toBeGreaterThan(250)
})

test.each(attacks)('names %s: %s', async (id, _, one, finding) => {
  const { risks } = await makeReport(writeInput(one), { known: listKnown(one) })
  const lines = risks.map(({ text }) => text)
  expect(lines.filter((line) => isAt(line, finding))).toContainEqual(
    expect.stringMatching(attackLines[id] ?? /never/),
  )
})

/** Of this call or of one inside; some lines are of the whole transaction. */
function isAt(line: string, { path }: ExpectedFinding): boolean {
  const [, at] = /^Call ([\d.]+):/.exec(line) ?? []
  if (at === undefined || path === undefined) return true
  const number = [1, ...path.map((leg) => leg + 1)].join('.')
  return at === number || at.startsWith(`${number}.`)
}

function listKnown({ facts }: RiskCase): string[] {
  return [...facts.safe.owners, ...(facts.knownRecipients ?? [])]
}

function isStop(one: RiskCase): boolean {
  return findFromBytes(one).some(
    ({ severity }) => severity === 'danger' || severity === 'block',
  )
}

/** With the bytes and the addresses that are known, and nothing of the chain. */
function findFromBytes({ domain, transaction, facts }: RiskCase) {
  const known: RiskFacts = {
    safe: facts.safe,
    codeHashes: publishedCode,
    ...(facts.knownRecipients && { knownRecipients: facts.knownRecipients }),
  }
  const tree = decodeCall(transaction, {
    safe: domain.safe,
    contracts: getKnownContracts({ chainId: domain.chainId }),
  })
  return findRisks({ domain, transaction, tree, facts: known })
}
