import { decodeCall, getIntent } from '@covault/protocol'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { describeCall, describeIntent } from './describeIntent.js'

const safe = '0x1111111111111111111111111111111111111111'
const stranger = '0x3333333333333333333333333333333333333333'

test('a headline leaves to the outline what a selector may mean', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stranger, 7n],
  })
  const call = { to: stranger, value: 0n, data, operation: 1 } as const
  const intent = getIntent(decodeCall(call, { safe }))
  const nameOf = () => undefined
  const headline = `Execute the code of ${stranger} as ${safe} (delegatecall with 68 bytes)`
  expect(describeIntent(intent, nameOf)).toBe(headline)
  expect(describeCall(intent, nameOf)).toContain(`${headline}, possibly: `)
})
