import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Tally } from './Tally.js'

const assessment = { findings: [], ruleCount: 26 }
const place = {
  chain: { name: 'Local 1' },
  safe: { threshold: 2, owners: [] },
} as unknown as SafePlace

test('what is refused is not called fine, whatever the rules found', () => {
  const { rerender } = render(
    <Tally place={place} assessment={assessment} isRefused={false} />,
  )
  expect(screen.getByText(/^26 of 26 rules found nothing/)).toBeVisible()
  rerender(<Tally place={place} assessment={assessment} isRefused />)
  expect(screen.getByText(/^Refused/)).toBeVisible()
  expect(screen.queryByText(/found nothing/)).not.toBeInTheDocument()
})
