import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ContractKind } from '../../calldata/knownMethod.js'
import type { KnownContract } from '../../callTree.js'
import { decodeCall } from '../../decodeCall.js'
import { getIntent } from '../../getIntent.js'
import { getKnownContracts } from '../../knownContracts.js'
import { formatTelling, formatWords } from '../../tell/formatTelling.js'
import { tellIntent } from '../../tell/tellIntent.js'
import type { Finding } from '../finding.js'
import { findMessageRisks, type MessageFinding } from '../findMessageRisks.js'
import { findRisks } from '../findRisks.js'
import { messageRules } from '../messageRules.js'
import { type RiskId, riskSeverities } from '../rules.js'
import { type RiskSeverity, severities } from '../severity.js'
import { riskCase } from './buildCase.js'
import {
  allowanceModule,
  knownKinds,
  proxyFactory141,
  treasury,
  usdc,
} from './cast.js'
import {
  attacks,
  benign,
  type DailyCase,
  dailyFacts,
  dailyNames,
} from './daily.js'

test('has thirty of each, all different', () => {
  expect(benign).toHaveLength(30)
  expect(attacks).toHaveLength(30)
  const names = [...benign, ...attacks].map(({ name }) => name)
  expect(new Set(names).size).toBe(60)
})

describe.each([
  { corpus: 'benign', cases: benign },
  { corpus: 'attacks', cases: attacks },
])('$corpus', ({ cases }) => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { findings, headline } = look(one)
    const levels = findings.map(({ severity }) => severity)
    expect(findGravest(levels)).toBe(one.level)
    expect(headline.slice(0, one.headline.length)).toBe(one.headline)
    if (!one.rule) return
    // The level is that of the rule it is about, and the rule states it.
    expect(findings).toContainEqual(
      expect.objectContaining({ id: one.rule, severity: one.level }),
    )
    expect(listLevels(one.rule)).toContain(one.level)
  })
})

test('asks nobody for a tick who does everyday things', () => {
  const levels = benign.map((one) => look(one).findings)
  for (const { severity } of levels.flat())
    expect(['info', 'warning']).toContain(severity)
})

test('says of every danger what will come of it, and of every rule no id', () => {
  for (const { id, severity, title, consequence } of attacks.flatMap(
    (one) => look(one).findings,
  )) {
    if (severity === 'danger' || severity === 'block')
      expect(consequence?.length).toBeGreaterThan(0)
    expect(title).not.toBe('')
    expect(title).not.toContain(id)
  }
})

type Looked = {
  findings: readonly Pick<
    Finding | MessageFinding,
    'id' | 'severity' | 'title' | 'consequence'
  >[]
  headline: string
}

function look(one: DailyCase): Looked {
  if ('content' in one) {
    const findings = findMessageRisks(one.content, one.known)
    const headline = findings.find((found) => found.headline)?.headline ?? []
    return { findings, headline: formatWords(headline, { formatAddress }) }
  }
  const { domain, transaction, facts } = riskCase({
    name: one.name,
    story: '',
    safe: one.safe ?? treasury,
    call: one.call,
    gas: one.gas ?? {},
    facts: { ...dailyFacts, ...one.facts },
    expected: [],
  })
  const contracts = listContracts(facts.codeHashes)
  const tree = decodeCall(transaction, { safe: domain.safe, contracts })
  const { owners, threshold } = facts.safe
  const intent = getIntent(tree, {
    nonce: transaction.nonce,
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
    tokens: new Map([[usdc, { symbol: 'USDC', decimals: 6 }]]),
    ownerSets: new Map([[domain.safe, { owners, threshold }]]),
  })
  const headline = formatTelling(tellIntent(intent), {
    formatAddress,
    omitCandidates: true,
  })
  return { findings: findRisks({ domain, transaction, tree, facts }), headline }
}

function formatAddress(address: Address): string {
  return dailyNames.get(address) ?? address
}

/** As the web app makes them of what the chain says. */
function listContracts(codeHashes: Record<Address, string | null>) {
  const codes = Object.entries(codeHashes).filter(([, hash]) => hash)
  const kinds = Object.entries(knownKinds).flatMap(([address, kind]) =>
    kind in tokenKinds
      ? [[address, { kind: tokenKinds[kind as keyof typeof tokenKinds] }]]
      : [],
  ) as [Address, KnownContract][]
  return new Map<Address, KnownContract>([
    ...kinds,
    [allowanceModule, { kind: 'allowanceModule' }],
    [proxyFactory141, { kind: 'proxyFactory' }],
    ...getKnownContracts({ chainId: 1, codeHashes: new Map(codes) as never }),
  ])
}

const tokenKinds = {
  erc20: 'erc20',
  erc721: 'erc721',
  erc1155: 'erc1155',
  safe: 'safe',
} as const satisfies Partial<Record<string, ContractKind>>

function listLevels(rule: string): readonly RiskSeverity[] {
  return rule in messageRules
    ? messageRules[rule as keyof typeof messageRules].severities
    : riskSeverities[rule as RiskId]
}

function findGravest(
  levels: readonly RiskSeverity[],
): RiskSeverity | undefined {
  return severities.findLast((severity) => levels.includes(severity))
}
