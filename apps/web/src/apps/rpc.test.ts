import { HttpRequestError, InternalRpcError, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { toNodeError } from './rpc.js'

const wrap = (error: { code: number; message: string; data?: unknown }) =>
  new InternalRpcError(
    new RpcRequestError({ body: {}, error, url: 'https://node.example/key' }),
  )

test('an app learns what the node says, and the data of a revert', () => {
  const data = '0x08c379a0'
  const error = toNodeError(
    wrap({ code: 3, message: 'execution reverted: too late', data }),
  )
  expect(error).toMatchObject({
    name: 'NodeError',
    message:
      'The RPC endpoint returned error 3: execution reverted: too late (data 0x08c379a0)',
  })
})

test('long words end, and no address of a node is handed on', () => {
  const error = toNodeError(
    wrap({
      code: 1,
      message: `at https://node.example/key ${'x'.repeat(9e5)}`,
    }),
  )
  const { message } = error as Error
  expect(message.length).toBeLessThan(600)
  expect(message).toContain('at (address) x')
  expect(message).not.toContain('key')
})

test('what no node has said stays as it is', () => {
  const error = new HttpRequestError({ url: 'https://node.example/key' })
  expect(toNodeError(error)).toBe(error)
})
