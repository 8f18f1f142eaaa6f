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
  expect(screen.getByText('Local 1 · 2 of 3 owners must sign')).toBeVisible()
  rerender(<Tally place={place} assessment={assessment} check="refused" />)
  expect(screen.getByText(/^Signing is blocked/)).toBeVisible()
  expect(screen.queryByText(/26 rules checked/)).not.toBeInTheDocument()
})

test('what waits at the same nonce is not passed over', () => {
  render(
    <Tally
      assessment={assessment}
      check="passed"
      place={place}
      conflicts={2}
    />,
  )
  const told = screen.getByText('2 other transactions at the same nonce')
  expect(told.closest('[data-open]')).toBeVisible()
  expect(screen.getByText(/^26 rules checked, no findings/)).toBeVisible()
})

test('the levels add up to the findings', () => {
  const find = (severity: 'warning' | 'info', at: number) =>
    ({
      id: 'large-share',
      severity,
      title: 'Large share',
      many: { one: '', other: '' },
      sentence: '',
      path: [at],
    }) as const
  const show = (...findings: ReturnType<typeof find>[]) => (
    <Tally
      assessment={{ findings, ruleCount: 33 }}
      check="passed"
      place={place}
    />
  )
  const { rerender } = render(show(find('warning', 0), find('info', 1)))
  expect(screen.getByText('1 warning')).toBeVisible()
  expect(
    screen.getByText('33 rules checked, 2 findings, 1 of them info'),
  ).toBeVisible()
  rerender(show(find('info', 1)))
  expect(screen.getByText('33 rules checked, 1 finding')).toBeVisible()
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
