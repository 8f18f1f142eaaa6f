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
  const list = (data: unknown) =>
    withSimulation(assessment, { data } as never).findings.map(({ id }) => id)
  expect(
    list({
      outcome: { status: 'failed' },
      findings: [find('would-fail'), find('unexplained-storage-change')],
    }),
  ).toEqual(['unexplained-storage-change', 'owner-change', 'would-fail'])
  expect(list(undefined)).toEqual(['owner-change'])
})

test.each([
  ['none', undefined, 31],
  ['one that shows only success', { outcome: { status: 'success' } }, 32],
  [
    'one that shows the storage',
    { outcome: { status: 'success' }, storage: [] },
    33,
  ],
  ['one that changes nothing', { outcome: { status: 'reverted' } }, 33],
])('counts the rules that a simulation applied: %s', (_, data, count) => {
  const found = withSimulation({ findings: [], ruleCount: 31 }, {
    data: data && { findings: [], ...data },
  } as never)
  expect(found.ruleCount).toBe(count)
})
