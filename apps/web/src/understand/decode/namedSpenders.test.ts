// @vitest-environment node
import { decodeCall, encodeMultiSend } from '@covault/protocol'
import { encodeFunctionData, erc20Abi, erc721Abi } from 'viem'
import { expect, test } from 'vitest'
import { listNamedSpenders } from './namedSpenders.js'

const token = '0x2222222222222222222222222222222222222222'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mallory = '0x3333333333333333333333333333333333333333'

test('lists whom approvals name, in batches too, and nobody who is paid', () => {
  const calls = [
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [bob, 1n],
    }),
    encodeFunctionData({
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [mallory, true],
    }),
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [token, 1n],
    }),
  ].map((data) => ({ to: token, value: 0n, data, operation: 0 }) as const)
  const batch = {
    to: token,
    value: 0n,
    data: encodeMultiSend(calls),
    operation: 1,
  } as const
  expect(new Set(listNamedSpenders(decodeCall(batch).calls))).toEqual(
    new Set([bob, mallory]),
  )
})
