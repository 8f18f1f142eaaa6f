import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ActionProps } from './flow.js'

vi.mock('./LeaveQuestion.js', () => ({ LeaveQuestion: () => null }))
vi.mock('./prefetchReview.js', () => ({ prefetchReview: () => undefined }))

// Files share what is loaded: another may have loaded it without these.
vi.resetModules()
const { CallFlowRun } = await import('./CallFlowRun.js')
const { defineCallFlow } = await import('./flow.js')
const { drafts, nameDraft } = await import('../act/keptWork.js')

const address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const nameOn = (chainId: number) =>
  nameDraft({ chainId, address }, 'send-tokens')
const name = nameOn(31337)

const flow = defineCallFlow({
  id: 'send-tokens',
  schema: z.object({ text: z.string() }),
  initial: () => ({ text: 'new' }),
  Form: ({ input }) => <p>Form: {input.text}</p>,
  build: async () => [],
})

beforeEach(() => drafts.remove(name))

function open(search: ActionProps['search'] = {}, chainId = 31337) {
  const place: unknown = { chain: { chainId }, address }
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <CallFlowRun
        flow={flow}
        place={place as ActionProps['place']}
        search={search}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
}

const leave = (text: string, at = name) =>
  drafts.write(at, { input: { text }, note: '', at: 1 })

test('shows the form in the turn that opens it, with what was read ahead', async () => {
  await drafts.readAhead(name)
  const { unmount } = open()
  expect(screen.getByText('Form: new')).toBeVisible()
  unmount()
  await leave('left')
  open()
  expect(screen.getByText('Form: left')).toBeVisible()
  expect(screen.getByText('Draft restored.')).toBeVisible()
})

test('reads what was left in the form where nothing was read ahead', async () => {
  await leave('left', nameOn(1))
  open({}, 1)
  expect(screen.queryByText(/^Form/)).toBeNull()
  expect(await screen.findByText('Form: left')).toBeVisible()
})

test('waits for nothing where the link says what is meant', async () => {
  await leave('left')
  open({ token: '0x0000000000000000000000000000000000000000' })
  expect(screen.getByText('Form: new')).toBeVisible()
})
