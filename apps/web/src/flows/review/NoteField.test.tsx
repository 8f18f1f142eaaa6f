import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { detailLocal } from '../../queries/localSignables.js'
import { NoteField } from './NoteField.js'
import type { ReviewProps } from './reviewProps.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const local: LocalTransaction = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ safeTxHash: `0x${'ab'.repeat(32)}`, note: 'Rent', signatures: [] },
  transaction: {
    ...{ to: address, value: 1n, data: '0x', operation: 0, nonce: 1n },
    ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
    ...{ gasToken: zeroAddress, refundReceiver: zeroAddress },
  },
}
const name = nameLocal(local, local.safeTxHash)

afterEach(async () => {
  cleanup()
  await localTransactions.remove(name)
})

function show(): void {
  const place = {
    ...{ chain: { chainId: 31337 }, address },
  } as unknown as ReviewProps['place']
  const details = detailLocal(local)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteField
        place={place}
        proposal={{ details } as NonNullable<ReviewProps['proposal']>}
        note=""
        onNote={() => undefined}
      />
    </QueryClientProvider>,
  )
}

test('a note of this browser is not the gateway’s', async () => {
  await localTransactions.write(name, local)
  show()
  expect(screen.getByText(/^Rent/)).toBeVisible()
  await expect
    .poll(() => screen.queryByText('reported by the gateway'))
    .toBeNull()
})

test('a note that this browser has not is the gateway’s', async () => {
  await localTransactions.write(name, { ...local, note: 'Other' })
  show()
  expect(await screen.findByText('reported by the gateway')).toBeVisible()
})
