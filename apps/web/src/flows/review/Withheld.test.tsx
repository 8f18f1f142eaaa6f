import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { Address, Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { seenSignatures } from '../../preferences/seenSignatures.js'
import { detailLocal } from '../../queries/localSignables.js'
import type { OtherWaysProps } from './reviewProps.js'
import { Withheld } from './Withheld.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)
const signature: Hex = `0x${'11'.repeat(64)}1b`
const signed = { signer: alice.address, signature, at: 1 }
const details = detailLocal({
  ...{ chainId: 31337, safe, transaction, safeTxHash, note: '' },
  ...{ isProposed: false, at: 1, signatures: [signed] },
})

afterEach(async () => {
  cleanup()
  for (const { name } of await seenSignatures.list())
    await seenSignatures.remove(name)
})

/** As the review of one that was checked. */
function show(
  changes: { confirmationsRequired?: number },
  more: { isKept?: boolean; signer?: Address } = {},
) {
  const execution = { ...details.detailedExecutionInfo, ...changes }
  const props = {
    signable: { kind: 'transaction', domain, transaction },
    hash: safeTxHash,
    proposal: { details, execution },
    check: {
      hash: safeTxHash,
      confirmations: [
        { ...signed, ...more, status: 'verified', kind: 'ecdsa' },
      ],
    },
    nameOf: () => undefined,
  } as unknown as OtherWaysProps
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Withheld {...props} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const listSigners = async () =>
  (await seenSignatures.list()).map(({ value }) => value.signer)

test('S56: what the gateway returns is remembered once it is verified', async () => {
  show({ confirmationsRequired: 2 })
  await waitFor(async () =>
    expect(await listSigners()).toEqual([alice.address]),
  )
})

test.each([
  ['the transaction', {}, {}],
  ['a signature', { confirmationsRequired: 2 }, { isKept: true }],
])(
  'S56: %s that only this browser has is not remembered as the gateway’s',
  async (_, changes, more) => {
    show(changes, more)
    // What comes after it is remembered after it.
    show({ confirmationsRequired: 2 }, { signer: bob.address })
    await waitFor(async () => expect(await listSigners()).not.toEqual([]))
    expect(await listSigners()).toEqual([bob.address])
  },
)
