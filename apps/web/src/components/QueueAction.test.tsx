import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { SafeState } from '../trust/safe.js'
import type { FoundIn } from '../trust/signable.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import { QueueAction } from './QueueAction.js'

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function find(severity: FoundIn['severity']): FoundIn[] {
  return [{ severity } as FoundIn]
}

test.each([
  ['suggests what nothing was found in', { findings: [] }, 'filled'],
  ['suggests beside a warning', { findings: find('warning') }, 'filled'],
  ['does not suggest a danger', { findings: find('danger') }, 'default'],
  ['does not suggest what is blocked', { findings: find('block') }, 'default'],
  ['suggests nothing before the rules', { findings: undefined }, 'default'],
  ['chooses between no rivals', { findings: [], isRival: true }, 'default'],
] as const)('%s', async (_, { findings, ...more }, variant) => {
  const content = (
    <QueueAction
      transaction={{ id: 'multisig_0x1_0x2' }}
      standing={
        { nonce: 3n, signed: 0, missing: [account] } as unknown as RowStanding
      }
      safe={{ nonce: 3n, threshold: 2 } as SafeState}
      account={account}
      isConflicting={'isRival' in more}
      findings={findings}
      isOnlyHere={false}
    />
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Sign' })
  expect(link).toHaveAttribute('data-variant', variant)
})
