import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { Finding } from './finding.js'
import { groupFindings } from './groupFindings.js'

const unpaid = {
  one: 'recipient never paid before',
  other: 'recipients never paid before',
}

test('counts those whom equal findings are about, each once', () => {
  const thirty = Array.from({ length: 30 }, (_, at) => stranger(at))
  const [group, ...others] = groupFindings([...thirty, stranger(3)])
  expect(others).toEqual([])
  expect(group).toMatchObject({
    severity: 'info',
    title: '30 recipients never paid before',
  })
  expect(group?.findings).toHaveLength(31)
  expect(group?.subjects).toHaveLength(30)
})

test('leaves a finding that is alone as it is', () => {
  expect(groupFindings([stranger(1)])).toMatchObject([
    { title: 'First payment', subjects: [address(1)] },
  ])
})

test('counts nobody where all findings are about one', () => {
  const again = { ...stranger(1), path: [2] }
  expect(groupFindings([stranger(1), again])).toMatchObject([
    { title: 'First payment', findings: [stranger(1), again] },
  ])
})

test('keeps other rules, severities and wordings apart, gravest first', () => {
  const grave = { ...stranger(1), severity: 'danger' } as const
  const paid = { one: 'recipient not in it', other: 'recipients not in it' }
  const groups = groupFindings([
    { ...stranger(2), id: 'large-share' },
    grave,
    stranger(3),
    { ...stranger(4), many: paid },
    stranger(5),
  ])
  expect(groups.map(({ findings }) => findings.length)).toEqual([1, 1, 2, 1])
  expect(groups[0]?.severity).toBe('danger')
})

test('never groups look-alikes: each is compared by itself', () => {
  const alike = (at: number): Finding => ({
    ...stranger(at),
    lookAlike: {
      address: address(at),
      known: address(9),
      kind: 'contact',
      severity: 'danger',
      leading: 4,
      trailing: 4,
    },
  })
  expect(groupFindings([alike(1), alike(2)])).toHaveLength(2)
})

function stranger(at: number): Finding {
  return {
    id: 'first-time-recipient',
    severity: 'info',
    title: 'First payment',
    sentence: 'Check every digit.',
    many: unpaid,
    subjects: [address(at)],
    path: [at],
  }
}

function address(at: number): Address {
  return `0x${at.toString(16).padStart(40, '0')}`
}
