import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { SafeState } from '../trust/safe.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import { QueueAction } from './QueueAction.js'
import { RowShare } from './RowShare.js'

afterEach(cleanup)

async function open(content: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findAllByRole('link')
  return router
}

const id = 'multisig_0x1_0x2'

function act(isOnlyHere: boolean) {
  return (
    <QueueAction
      transaction={{ id }}
      standing={{ nonce: 3n, signed: 0 } as RowStanding}
      safe={{ nonce: 3n, threshold: 2 } as SafeState}
      account={undefined}
      isConflicting={false}
      findings={[]}
      isOnlyHere={isOnlyHere}
      share={<RowShare subject={{ id }} />}
    />
  )
}

test('a waiting row opens what the opened row’s Share does', async () => {
  const router = await open(act(false))
  expect(screen.getByRole('link', { name: 'Review' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Share this transaction' })
  link.focus()
  expect(link).toHaveFocus()
  fireEvent.click(link)
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ flow: 'share', id })
})

test('a row that has nothing but Share has it once', async () => {
  await open(act(true))
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Share' })).toBeVisible()
})

test('a message is shared by its hash', async () => {
  const messageHash = `0x${'ab'.repeat(32)}`
  const router = await open(<RowShare subject={{ messageHash }} />)
  fireEvent.click(screen.getByRole('link', { name: 'Share this message' }))
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ flow: 'share', messageHash })
})
