import { type EIP1193RequestFn, http } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { isRefusal } from './isRefusal.js'

afterEach(() => vi.restoreAllMocks())

/** As the library throws what an endpoint answers. */
async function fail(code: number, message: string): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ jsonrpc: '2.0', id: 1, error: { code, message } }),
  )
  const { request } = http('https://unlimited-stack.example', {
    retryCount: 0,
  })({}) as { request: EIP1193RequestFn }
  return request({ method: 'eth_call', params: [] } as never).catch(
    (error: unknown) => error,
  )
}

test.each([
  [3, 'execution reverted: GS026'],
  [-32_000, 'execution reverted'],
  [-32_000, 'out of gas'],
  [-32_000, 'invalid opcode: INVALID'],
  [-32_000, 'invalid jump destination'],
  [-32_000, 'stack limit reached 1024 (1023)'],
  [-32_000, 'gas uint64 overflow'],
  [-32_000, 'return data out of bounds'],
  [-32_003, 'EVM error: InvalidFEOpcode'],
  [-32_003, 'EVM error: OutOfGas, out of gas: gas exhausted'],
  [-32_015, 'VM execution error.'],
])('%i, %s: the call failed', async (code, message) => {
  expect(isRefusal(await fail(code, message))).toBe(true)
})

test.each([
  [-32_000, 'header not found'],
  [-32_000, 'missing trie node 5f (path ) state 0x5f is not available'],
  [-32_000, 'historical state 5f is not available'],
  [-32_000, 'upstream request failed'],
  [-32_000, 'server overloaded'],
  [-32_000, 'rate exceeded'],
  [-32_003, 'transaction rejected'],
  [-32_005, 'limit exceeded'],
  [-32_603, 'Internal error'],
])('%i, %s: the node could not run it', async (code, message) => {
  expect(isRefusal(await fail(code, message))).toBe(false)
})

test('an endpoint that does not answer has refused nothing', () => {
  expect(isRefusal(new TypeError('fetch failed'))).toBe(false)
})
