import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tally } from './Tally.js'

const assessment = { findings: [], ruleCount: 26 }

test('what is refused is not called fine, whatever the rules found', () => {
  const { rerender } = render(
    <Tally assessment={assessment} isRefused={false} note="Local 1" />,
  )
  expect(screen.getByText(/^26 of 26 rules found nothing/)).toBeVisible()
  rerender(<Tally assessment={assessment} isRefused note="Local 1" />)
  expect(screen.getByText(/^Refused/)).toBeVisible()
  expect(screen.queryByText(/found nothing/)).not.toBeInTheDocument()
})
