import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type Hex, zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalTransaction,
  localMessages,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import {
  nameSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { SealList } from './SealList.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const former = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const hash: Hex = `0x${'ab'.repeat(32)}`
const place = {
  ...{ chain: { chainId: 31337 }, address },
} as unknown as SafePlace
const name = nameLocal({ chainId: 31337, safe: address }, hash)

afterEach(async () => {
  cleanup()
  for (const records of [localTransactions, localMessages, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

/** Both have signed; one of them is no owner. */
function showBoth(isOver: boolean, silence?: Error): HTMLElement {
  const signature = `0x${'11'.repeat(65)}` as const
  const claims = [owner, former].map((signer) => ({
    ...{ signer, signature },
  })) as { signer: typeof owner; signature: typeof signature }[]
  const checked = claims.map(
    (claim): CheckedConfirmation =>
      silence
        ? { ...claim, status: 'unchecked', cause: silence }
        : {
            ...claim,
            status: claim.signer === owner ? 'verified' : 'stranger',
            kind: 'ecdsa',
          },
  )
  return show(claims, checked, isOver)
}

function show(
  claims: Parameters<typeof SealList>[0]['claims'],
  checked: CheckedConfirmation[],
  isOver = false,
): HTMLElement {
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SealList
          place={place}
          hash={hash}
          owners={[owner]}
          claims={claims}
          checked={checked}
          nameOf={() => undefined}
          isReported={false}
          isOver={isOver}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return container
}

test('a signature that could not be checked is drawn neither as valid nor as missing', () => {
  const seals = showBoth(false, new Error('Silent.')).querySelectorAll('svg')
  const { className } = seals[0] ?? {}
  expect(className?.baseVal).toContain('unheard')
  expect(screen.getAllByText('not checked')).toHaveLength(2)
})

test('a valid signature of somebody who is no owner is not marked as verified', () => {
  showBoth(false)
  expect(screen.getAllByText('verified')).toHaveLength(1)
  expect(screen.getByText('not counted').className).toContain('warn')
  expect(
    screen.getByText('Not currently an owner. This signature does not count.'),
  ).toBeVisible()
})

test('after the execution the signature of a former owner stays verified', () => {
  showBoth(true)
  expect(screen.getAllByText('verified')).toHaveLength(2)
  expect(screen.getByText('Not currently an owner')).toBeVisible()
})

const stale: Hex = `0x${'22'.repeat(64)}1b`
const leftOut = {
  signature: stale,
  reason: 'The chain does not confirm this approval.',
}
const kept = { signer: owner, signature: stale, isKept: true } as const

/** Both kinds and what was seen, of this signer and of another one. */
async function keepAll() {
  const transaction: LocalTransaction['transaction'] = {
    ...{ to: address, value: 1n, data: '0x', operation: 0, nonce: 1n },
    ...{ safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
    ...{ gasToken: zeroAddress, refundReceiver: zeroAddress },
  }
  const fields = {
    chainId: 31337,
    safe: address,
    isProposed: false,
    at: 1,
  } as const
  const signatures = [
    { signer: owner, signature: stale, at: 1 },
    { signer: former, signature: stale, at: 1 },
  ] as const
  await localTransactions.write(name, {
    ...{ ...fields, transaction, safeTxHash: hash, note: 'Rent' },
    signatures: [...signatures],
  })
  await localMessages.write(name, {
    ...{ ...fields, content: 'We agree.', messageHash: hash },
    signatures: [...signatures],
  })
  const { isProposed: _, ...seen } = fields
  for (const one of signatures) {
    const value = { ...seen, ...one, transaction, safeTxHash: hash, note: '' }
    await seenSignatures.write(nameSignature(value), value)
  }
}

test('what is kept here and no longer counts is named, and removed alone', async () => {
  await keepAll()
  show([kept], [{ ...kept, status: 'leftOut', leftOut }])
  expect(screen.getByText('Not signed')).toBeVisible()
  expect(screen.getByText(/^This browser keeps a signature/)).toHaveTextContent(
    'This browser keeps a signature by this owner that doesn’t count. The chain does not confirm this approval.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove signature' }))
  const listLeft = async () => [
    (await localTransactions.read(name))?.signatures,
    (await localMessages.read(name))?.signatures,
    (await seenSignatures.list()).map(({ value }) => value),
  ]
  const others = [expect.objectContaining({ signer: former })]
  await expect.poll(listLeft).toEqual([others, others, others])
  expect(await localTransactions.read(name)).toMatchObject({ note: 'Rent' })
})

test('a valid one of the gateway counts beside it', () => {
  const told = { signer: owner, signature: null } as const
  const checked = { ...told, status: 'verified', kind: 'approvedHash' } as const
  show([kept], [{ ...checked, leftOut }])
  expect(screen.getByText('verified')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove signature' })).toBeVisible()
})
