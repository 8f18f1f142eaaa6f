import type { SafeReference } from '@covault/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { loadMachine, load } = vi.hoisted(() => ({
  loadMachine: vi.fn(async () => ({})),
  load: vi.fn(async () => ({})),
}))
const { readAhead } = vi.hoisted(() => ({ readAhead: vi.fn() }))
vi.mock('../act/keptWork.js', () => ({
  drafts: { readAhead },
  nameDraft: ({ chainId, address }: SafeReference, flow: string) =>
    `${chainId}:${address}:${flow}`,
}))
vi.mock('./loadMachine.js', () => ({ loadMachine }))
vi.mock('./registry.js', () => ({
  findFlow: (name: string) => (name === 'send-tokens' ? load : undefined),
}))

// Files share what is loaded: another may have loaded it without these.
vi.resetModules()
const { prefetchFlow, readLinkedFlow } = await import('./prefetchFlow.js')

const place = {
  chainId: 31337,
  address: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6',
} as const

beforeEach(() => {
  readAhead.mockClear()
  loadMachine.mockClear()
  load.mockClear()
})
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

test('asks for a flow together with what it leads through', () => {
  prefetchFlow('send-tokens', place)
  expect(load).toHaveBeenCalledOnce()
  expect(loadMachine).toHaveBeenCalledOnce()
})

test('asks for what was left in its form for the safe of the page', () => {
  prefetchFlow('send-tokens', place)
  expect(readAhead.mock.calls).toEqual([[`31337:${place.address}:send-tokens`]])
  prefetchFlow('send-tokens', undefined)
  expect(readAhead).toHaveBeenCalledOnce()
})

test('asks for nothing where no flow is named', () => {
  prefetchFlow(undefined, place)
  prefetchFlow('no-such-flow', place)
  expect(loadMachine).not.toHaveBeenCalled()
})

test('asks for nothing ahead on a connection that saves data', () => {
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true },
    configurable: true,
  })
  prefetchFlow('send-tokens', place)
  expect(load).not.toHaveBeenCalled()
  expect(loadMachine).not.toHaveBeenCalled()
})

test('leaves what does not load to the one who opens it', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  prefetchFlow('send-tokens', place)
  await Promise.resolve()
  expect(load).toHaveBeenCalledOnce()
})

test('knows the flow of a link from whatever is inside it', () => {
  document.body.innerHTML =
    '<a href="/home?safe=local1:0x1&flow=send-tokens"><b>Send</b></a><i>no</i>'
  expect(readLinkedFlow(document.querySelector('b'))).toBe('send-tokens')
  expect(readLinkedFlow(document.querySelector('i'))).toBeUndefined()
  expect(readLinkedFlow(document)).toBeUndefined()
})
