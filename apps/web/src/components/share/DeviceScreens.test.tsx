import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Signable } from '../../trust/signable.js'
import { DeviceScreens } from './DeviceScreens.js'

const zero = '0x0000000000000000000000000000000000000000'
const domain = { chainId: 1, safe: zero, version: '1.4.1' } as const
const transaction = {
  to: zero,
  value: 0n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zero,
  refundReceiver: zero,
  nonce: 0n,
} as const

const show = (signable: Signable) =>
  render(<DeviceScreens signable={signable} />)

test('says of a message that a device gets only its hash', () => {
  show({ kind: 'message', domain, message: 'Log in' })
  expect(
    screen.getByText(/^Your device gets only a hash of this message/),
  ).toBeInTheDocument()
  expect(
    screen.getByText(/“SafeMessage” with the hash of the content/),
  ).toBeInTheDocument()
  expect(screen.queryByText(/Nonce/)).not.toBeInTheDocument()
})

test('says of a transaction which fields a device hides', () => {
  show({ kind: 'transaction', domain, transaction })
  expect(screen.getByText(/Nonce, safeTxGas and/)).toBeInTheDocument()
  expect(screen.queryByText(/SafeMessage/)).not.toBeInTheDocument()
  expect(screen.queryByText(/This is a batch/)).not.toBeInTheDocument()
})

test('warns that the calls inside a batch are hidden', () => {
  show({
    kind: 'transaction',
    domain,
    transaction: { ...transaction, operation: 1, data: '0x8d80ff0a' },
  })
  expect(screen.getByText(/^This is a batch/)).toBeInTheDocument()
})
