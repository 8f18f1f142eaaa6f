import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { loadMachine, load } = vi.hoisted(() => ({
  loadMachine: vi.fn(async () => ({})),
  load: vi.fn(async () => ({})),
}))
vi.mock('./loadMachine.js', () => ({ loadMachine }))
vi.mock('./registry.js', () => ({
  findFlow: (name: string) => (name === 'send-tokens' ? load : undefined),
}))

// Files share what is loaded: another may have loaded it without these.
vi.resetModules()
const { prefetchFlow, readLinkedFlow } = await import('./prefetchFlow.js')

beforeEach(() => {
  loadMachine.mockClear()
  load.mockClear()
})
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

test('asks for a flow together with what it leads through', () => {
  prefetchFlow('send-tokens')
  expect(load).toHaveBeenCalledOnce()
  expect(loadMachine).toHaveBeenCalledOnce()
})

test('asks for nothing where no flow is named', () => {
  prefetchFlow(undefined)
  prefetchFlow('no-such-flow')
  expect(loadMachine).not.toHaveBeenCalled()
})

test('asks for nothing ahead on a connection that saves data', () => {
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true },
    configurable: true,
  })
  prefetchFlow('send-tokens')
  expect(load).not.toHaveBeenCalled()
  expect(loadMachine).not.toHaveBeenCalled()
})

test('leaves what does not load to the one who opens it', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  prefetchFlow('send-tokens')
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
