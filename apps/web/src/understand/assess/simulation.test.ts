import type { Finding } from '@covault/protocol'
import { expect, test } from 'vitest'
import { withSimulation } from './simulation.js'

const find = (id: Finding['id']): Finding => ({
  id,
  severity: 'danger',
  title: id,
  many: { one: id, other: id },
  sentence: id,
  path: [],
})

test('what a transaction does comes before its failure', () => {
  const assessment = { findings: [find('owner-change')], ruleCount: 31 }
  const list = (data: { findings: Finding[] } | undefined) =>
    withSimulation(assessment, { data } as never).findings.map(({ id }) => id)
  expect(
    list({
      findings: [find('would-fail'), find('unexplained-storage-change')],
    }),
  ).toEqual(['unexplained-storage-change', 'owner-change', 'would-fail'])
  expect(list(undefined)).toEqual(['owner-change'])
})
