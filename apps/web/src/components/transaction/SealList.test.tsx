import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import { SealList } from './SealList.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const former = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

afterEach(cleanup)

/** Both have signed; one of them is no owner. */
function show(isOver: boolean, silence?: Error): HTMLElement {
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
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <SealList
        owners={[owner]}
        claims={claims}
        checked={checked}
        nameOf={() => undefined}
        addedAt={() => undefined}
        isReported={false}
        isOver={isOver}
      />
    </QueryClientProvider>,
  )
  return container
}

test('a signature that could not be checked is drawn neither as valid nor as missing', () => {
  const seals = show(false, new Error('Silent.')).querySelectorAll('svg')
  const { className } = seals[0] ?? {}
  expect(className?.baseVal).toContain('unheard')
  expect(screen.getAllByText('not checked')).toHaveLength(2)
})

test('a valid signature of somebody who is no owner is not marked as verified', () => {
  show(false)
  expect(screen.getAllByText('verified')).toHaveLength(1)
  expect(screen.getByText('not counted').className).toContain('warn')
  expect(
    screen.getByText('Not currently an owner. This signature does not count.'),
  ).toBeVisible()
})

test('after the execution the signature of a former owner stays verified', () => {
  show(true)
  expect(screen.getAllByText('verified')).toHaveLength(2)
  expect(screen.getByText('Not currently an owner')).toBeVisible()
})
