import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { computedHere } from '../../trust/provenance.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Checks } from './Checks.js'
import { Refusals } from './Refusals.js'

const here = `0x${'ab'.repeat(32)}` as const
const said = `0x${'ab'.repeat(28)}cdcdcdcd` as const
const signer = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

const check = {
  fields: [
    {
      fact: 'hash',
      field: 'safeTxHash of the proposal',
      status: 'differs',
      here,
      claim: { by: 'gateway', value: said },
      provenance: computedHere,
    },
    {
      fact: 'confirmations',
      field: `Signature of ${signer}`,
      status: 'differs',
      here: 'every owner signs once',
      claim: { by: 'gateway', value: 'signed 2 times' },
      provenance: computedHere,
    },
    {
      fact: 'threshold',
      field: 'Threshold',
      status: 'ok',
      here: '2',
      provenance: computedHere,
    },
  ],
  provenance: {
    kind: 'chain',
    block: 1n,
    endpoint: { source: 'release', host: undefined },
  },
} as unknown as SignableCheck

function show(shown: SignableCheck | undefined) {
  return render(
    <MantineProvider>
      <Refusals check={shown} />
      <Checks
        place={{ chain: { name: 'Local 1' } } as SafePlace}
        hash={here}
        known={{ kind: 'message', content: 'We agree.', proposal: undefined }}
        check={{ data: shown, error: null, refetch: vi.fn() }}
      />
    </MantineProvider>,
  )
}

test('names the people that the reader knows', () => {
  const nameOf = () => 'Alice'
  render(<Refusals check={check} nameOf={nameOf} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    `Signature of Alice (${signer}): every owner signs once`,
  )
})

test('each failed check stands in front and leads to where it was made', () => {
  Element.prototype.scrollIntoView = vi.fn()
  show(check)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent(/^Do not sign\. 2 checks failed/)
  expect(alert).toHaveTextContent(
    `Signature of ${signer}: every owner signs once, but the gateway reports signed 2 times.`,
  )
  const [, second] = screen.getAllByRole('link', { name: 'Show check' })
  if (!second) throw new Error('There is no second link.')
  fireEvent.click(second)
  expect(document.activeElement).toHaveAttribute(
    'data-refused',
    `Signature of ${signer}`,
  )
})

test('two hashes that differ stand under each other, the difference marked', () => {
  show(check)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('Reported by the gateway0xabababab')
  const marked = [...alert.querySelectorAll('[class*="different"]')]
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    'cdcdcdcd',
    'abababab',
  ])
})

test('nothing stands in front while all agrees or nothing is known', () => {
  const agreed = { ...check, fields: check.fields.slice(2) }
  expect(render(<Refusals check={agreed} />).container).toBeEmptyDOMElement()
  expect(render(<Refusals check={undefined} />).container).toBeEmptyDOMElement()
})
