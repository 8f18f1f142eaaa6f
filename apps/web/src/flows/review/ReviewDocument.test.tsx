import { findMessageRisks, groupFindings } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { FindingsAside } from './ReviewDocument.js'
import { GroupTally } from './Tally.js'

const place = {
  chain: { name: 'Local 1' },
  safe: { threshold: 2, owners: ['0x1', '0x2', '0x3'] },
} as unknown as SafePlace

const permit = {
  domain: {
    chainId: 1,
    verifyingContract: '0x6666666666666666666666666666666666666666',
  },
  types: {},
  primaryType: 'Permit',
  message: {
    owner: '0x5555000000000000000000000000000000005555',
    spender: '0x5555555555555555555555555555555555555555',
    value: 10_000_000_000n,
  },
} as const

test('the counts in the head of a message lead to its findings', async () => {
  const findings = findMessageRisks(permit, { now: 0 })
  Element.prototype.scrollIntoView = vi.fn()
  const component = () => (
    <>
      <GroupTally
        groups={groupFindings(findings)}
        ruleCount={7}
        failure={false}
        place={place}
        check="passed"
      />
      <FindingsAside
        findings={findings}
        ruleCount={7}
        nameOf={() => undefined}
      />
    </>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  expect(await screen.findByText('7 rules checked, 2 findings')).toBeVisible()
  fireEvent.click(screen.getByRole('link', { name: /1 danger\s*1 warning/ }))
  expect(screen.getByRole('heading', { name: 'Findings' })).toHaveFocus()
  const cards = document.querySelectorAll('aside [data-finding]')
  expect([...cards].map((one) => one.getAttribute('data-finding'))).toEqual([
    'danger',
    'warning',
  ])
})

test('a message without findings has no empty list of them', () => {
  const { container } = render(
    <FindingsAside findings={[]} ruleCount={7} nameOf={() => undefined} />,
  )
  expect(container).toBeEmptyDOMElement()
})
