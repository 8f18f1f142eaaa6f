// @vitest-environment node
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { swapAddress, swapInCalls } from './swapAddress.js'

const from = '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('puts an address in the place of another in every field, and leaves the rest', () => {
  const input = {
    payments: [
      { recipient: from.toLowerCase(), amount: '0.1' },
      { recipient: `local:${from}`, amount: '2' },
    ],
  }
  expect(swapAddress(input, { from, to })).toEqual({
    payments: [
      { recipient: to, amount: '0.1' },
      { recipient: `local:${to}`, amount: '2' },
    ],
  })
})

test('writes the address in the place of a name that resolved to the other', () => {
  const input = {
    payments: [
      { recipient: 'harbor.eth', resolved: from, amount: '1' },
      { recipient: 'other.eth', resolved: token, amount: '2' },
    ],
    beneficiary: { text: 'Harbor', address: from, resolvedName: 'harbor.eth' },
  }
  expect(swapAddress(input, { from, to })).toEqual({
    payments: [
      { recipient: to, resolved: null, amount: '1' },
      { recipient: 'other.eth', resolved: token, amount: '2' },
    ],
    beneficiary: { text: to, address: null, resolvedName: null },
  })
})

test('swaps target, bytes and entries of encoded calls', () => {
  const pay = (recipient: `0x${string}`) =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [recipient, 5n],
    })
  const write = (one: `0x${string}`) => [
    { id: 1, to: one, value: 3n, data: '0x', source: 'Send tokens' },
    {
      id: 2,
      to: token,
      value: 0n,
      data: pay(one),
      source: 'Transaction builder',
      entry: { to: token, contractInputsValues: { recipient: one, text: 'a' } },
    },
  ]
  expect(swapInCalls(write(from), { from, to })).toEqual(write(to))
})
