import { type Finding, findMessageRisks } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import type { Address } from 'viem'
import { expect, test, vi } from 'vitest'
import { Findings } from './Findings.js'

async function show(props: ComponentProps<typeof Findings>) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Findings {...props} /> }),
    history: createMemoryHistory(),
  })
  const shown = render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findAllByText('Why?')
  return shown
}

const imitation = '0x7099000000000000000000000000000000079C8a'
const known = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const lookAlike = {
  id: 'look-alike-recipient',
  severity: 'danger',
  title: 'Look-alike address',
  many: { one: 'look-alike address', other: 'look-alike addresses' },
  sentence: 'Compare them digit by digit.',
  path: [],
  lookAlike: {
    address: imitation,
    known,
    kind: 'contact',
    severity: 'danger',
    leading: 4,
    trailing: 4,
  },
} as Finding

test('a look-alike is compared with the contact it imitates, which can be used instead', async () => {
  const onUseInstead = vi.fn()
  await show({
    findings: [lookAlike],
    ruleCount: 30,
    nameOf: (who) => (who === known ? 'Northwind Studio' : undefined),
    onUseInstead,
  })
  expect(screen.getByText('This address')).toBeVisible()
  expect(screen.getByText('Northwind Studio')).toBeVisible()
  fireEvent.click(
    screen.getByRole('button', { name: 'Use Northwind Studio instead' }),
  )
  expect(onUseInstead).toHaveBeenCalledWith({ from: imitation, to: known })
})

function findUnpaid(recipients: readonly Address[]): Finding[] {
  return recipients.map(
    (recipient, at): Finding => ({
      id: 'first-time-recipient',
      severity: 'info',
      title: 'Recipient never paid before',
      many: {
        one: 'recipient never paid before',
        other: 'recipients never paid before',
      },
      sentence: `${recipient} has not been paid by this safe before.`,
      subjects: [recipient],
      path: [at],
    }),
  )
}

test('a few findings that say the same are one card that tells each', async () => {
  const findings = findUnpaid([known, imitation])
  await show({ findings, ruleCount: 30, nameOf: () => undefined })
  expect(screen.getByText(/Info: 2 recipients never paid before/)).toBeVisible()
  const calls = screen.getAllByText(/^Call [\d.]+: /)
  expect(calls).toHaveLength(2)
  expect(calls[0]).toHaveTextContent(
    `Call 1.1: ${known} has not been paid by this safe before.`,
  )
})

test('many findings that say the same unfold', async () => {
  const findings = findUnpaid([known, imitation, known, imitation])
  await show({ findings, ruleCount: 30, nameOf: () => undefined })
  fireEvent.click(screen.getByText('Show all 4 calls'))
  expect(screen.getAllByText(/^Call [\d.]+: /)).toHaveLength(4)
})

const token = '0x6666666666666666666666666666666666666666'
const spender = '0x5555555555555555555555555555555555555555'
const contact = '0x5555000000000000000000000000000000005555'
const permit = {
  domain: { chainId: 1, verifyingContract: token },
  types: {},
  primaryType: 'Permit',
  message: { owner: contact, spender, value: 10_000_000_000n, deadline: 9 },
} as const

test('findings of a message are the same cards, with names and without a call', async () => {
  const tokens = { [token]: { symbol: 'USDC', decimals: 6 } }
  const { container } = await show({
    findings: findMessageRisks(permit, { chainId: 1, tokens, now: 0 }),
    ruleCount: 7,
    nameOf: (who) => (who === spender ? 'Vendor' : undefined),
  })
  const [card, ...others] = container.querySelectorAll('li')
  expect(others).toEqual([])
  expect(card).toHaveAttribute('data-finding', 'danger')
  expect(card).toHaveAttribute('data-rule', 'message-permit')
  expect(screen.getByText('Danger: Message is a permit')).toBeVisible()
  expect(card).toHaveTextContent(
    `lets Vendor take up to 10,000 USDC (token ${token})`,
  )
  expect(card).toHaveTextContent('Why?')
})

test('the spender of a permit is compared with the contact it imitates', async () => {
  const known = [{ address: contact, kind: 'contact' }] as const
  await show({
    findings: findMessageRisks(permit, { known, now: 0 }),
    ruleCount: 7,
    nameOf: (who) => (who === contact ? 'Vendor' : undefined),
  })
  expect(screen.getByText(/is not your contact Vendor/)).toBeVisible()
  expect(screen.getByText('This address')).toBeVisible()
  expect(screen.getByText('Vendor')).toBeVisible()
})
