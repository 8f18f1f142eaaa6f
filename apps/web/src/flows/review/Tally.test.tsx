import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Tally } from './Tally.js'

const assessment = { findings: [], ruleCount: 26 }
const place = {
  chain: { name: 'Local 1' },
  safe: { threshold: 2, owners: ['0x1', '0x2', '0x3'] },
} as unknown as SafePlace

test('what is refused is not called fine, whatever the rules found', () => {
  const { rerender } = render(
    <Tally place={place} assessment={assessment} check="passed" />,
  )
  expect(screen.getByText(/^26 rules checked, no findings/)).toBeVisible()
  expect(screen.getByText('Local 1, 2 of 3 owners must sign')).toBeVisible()
  rerender(<Tally place={place} assessment={assessment} check="refused" />)
  expect(screen.getByText(/^Refused/)).toBeVisible()
  expect(screen.queryByText(/26 rules checked/)).not.toBeInTheDocument()
})

test('nothing is called fine before the chain was compared', () => {
  render(<Tally place={place} assessment={assessment} check="running" />)
  expect(screen.getByText('Checking…')).toBeVisible()
  expect(screen.queryByText(/26 rules checked/)).not.toBeInTheDocument()
})

test('a transaction that would fail says so before all counts', () => {
  const finding = {
    id: 'would-fail',
    severity: 'danger',
    title: 'Transaction would fail',
    many: { one: '', other: '' },
    sentence: '',
    path: [],
  } as const
  render(
    <Tally
      assessment={{ findings: [finding], ruleCount: 26 }}
      check="passed"
      place={place}
    />,
  )
  expect(screen.getByText('This transaction would fail')).toBeVisible()
  expect(screen.getByRole('link', { name: '1 danger' })).toHaveAttribute(
    'href',
    '#review-findings',
  )
  const passed = screen.getByText('26 rules checked, 1 finding')
  expect(passed.closest('[data-open]')).toBeVisible()
})
