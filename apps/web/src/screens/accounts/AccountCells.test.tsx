import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TotalCells } from './AccountCells.js'

test('an empty queue says what is empty: a phone has no heads of columns', () => {
  renderTotals(0)
  expect(screen.getByText('None queued')).toBeVisible()
})

test('a queue nobody told of is not called empty', () => {
  renderTotals(undefined)
  expect(screen.queryByText(/queued/)).toBeNull()
})

function renderTotals(queued: number | undefined): void {
  render(
    <table>
      <tbody>
        <tr>
          <TotalCells
            totals={{ value: undefined, queued, awaiting: undefined }}
            account={undefined}
          />
        </tr>
      </tbody>
    </table>,
  )
}
