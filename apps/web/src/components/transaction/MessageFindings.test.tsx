import { findMessageRisks } from '@covault/protocol'
import { render, screen } from '@testing-library/react'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { MessageFindings } from './MessageFindings.js'

const token = '0x6666666666666666666666666666666666666666'
const spender = '0x5555555555555555555555555555555555555555'
const contact = '0x5555000000000000000000000000000000005555'
const permit = {
  domain: { chainId: 1, verifyingContract: token },
  types: {},
  primaryType: 'Permit',
  message: { owner: contact, spender, value: 10_000_000_000n, deadline: 9 },
} as const

test('names who may take how much of a token that the chain describes', () => {
  const tokens = { [token]: { symbol: 'USDC', decimals: 6 } }
  show(
    findMessageRisks(permit, { chainId: 1, tokens, now: 0 }),
    (who) => ({ [spender]: 'Vendor' })[who as string],
  )
  expect(screen.getByRole('alert')).toHaveTextContent(
    `lets Vendor take up to 10,000 USDC (token ${token})`,
  )
})

test('compares the spender of a permit with the contact it imitates', () => {
  const known = [{ address: contact, kind: 'contact' }] as const
  show(findMessageRisks(permit, { known, now: 0 }), (who) =>
    who === contact ? 'Vendor' : undefined,
  )
  expect(screen.getByText(/is not your contact Vendor/)).toBeVisible()
  expect(screen.getByText('This address')).toBeVisible()
  expect(screen.getByText('Vendor')).toBeVisible()
})

function show(
  findings: ReturnType<typeof findMessageRisks>,
  nameOf: (who: Address) => string | undefined,
): void {
  render(<MessageFindings findings={findings} nameOf={nameOf} />)
}
