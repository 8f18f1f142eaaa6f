import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { encodeMethod } from './abi/method.js'
import { erc20ApproveMethod } from './calldata/erc20.js'
import { enableModuleMethod } from './calldata/modules.js'
import { changeThresholdMethod, removeOwnerMethod } from './calldata/owners.js'
import { decodeCall } from './decodeCall.js'
import { getIntent } from './getIntent.js'
import { encodeMultiSend } from './multiSend.js'
import {
  addOwner,
  alice,
  batch,
  bob,
  call,
  carol,
  dave,
  decodeContext,
  delegate,
  describeCall,
  harvest,
  multiSend,
  safe,
  sentence,
  sentinel,
  stranger,
  transfer,
  usdc,
  vault,
} from './proof/intentCalls.js'
import { formatTelling } from './tell/formatTelling.js'
import { tellIntent } from './tell/tellIntent.js'

test('tells the gravest of a batch first and sums up what it pays', () => {
  const root = batch(
    call(usdc, transfer(alice, 1_500_000n)),
    call(bob, '0x', { value: 10n ** 18n }),
    call(vault, harvest),
    call(usdc, transfer(bob, 2_000_000n)),
    addOwner(dave, 2n),
    call(stranger, '0xffffffff', { value: 10n ** 17n }),
    call(usdc, encodeMethod(erc20ApproveMethod, { spender: bob, value: 1n })),
  )
  expect(sentence(root)).toBe(
    'Add owner Dave and require 2 of 4 owners; send 3.5 USDC and 1 ETH to 2 recipients; allow Bob to spend 0.000001 USDC; 2 contract calls with 0.1 ETH',
  )
})

test('puts foreign code before every other change, however deep it lies', () => {
  const code = call(stranger, '0x12345678', delegate)
  const root = batch(
    call(alice, '0x', { value: 1n }),
    addOwner(dave, 2n),
    batch(code),
  )
  expect(sentence(root)).toMatch(
    /^Execute the code of Stranger .*; add owner Dave .*; send 0\.0+1 ETH to Alice$/,
  )
})

test('tells a batch of payments as one', () => {
  const pay = (to: Address) => call(usdc, transfer(to, 1_625_250_000n))
  expect(sentence(batch(pay(alice), pay(bob)))).toBe(
    'Send 3250.5 USDC to 2 recipients',
  )
  expect(sentence(batch(pay(alice), pay(alice)))).toBe(
    'Send 3250.5 USDC to Alice',
  )
  expect(sentence(batch(pay(alice)))).toBe('Send 1625.25 USDC to Alice')
  expect(sentence(batch())).toBe('Batch of 0 calls')
})

test('hides no kind of change behind many of another', () => {
  const owners = ([dave, vault, usdc] as const).map((one) => addOwner(one, 2n))
  const enable = call(
    safe,
    encodeMethod(enableModuleMethod, { module: stranger }),
  )
  const root = batch(
    ...owners,
    call(safe, encodeMethod(changeThresholdMethod, { threshold: 1n })),
    enable,
  )
  expect(sentence(root)).toMatch(
    /^Enable module Stranger, .*; add owner Dave .*; change threshold from 2 to 1; 2 more changes$/,
  )
})

test('counts the changes of a safe that are too many to tell', () => {
  const changes = [1n, 2n, 3n, 2n, 1n].map((threshold) =>
    call(safe, encodeMethod(changeThresholdMethod, { threshold })),
  )
  expect(sentence(batch(...changes, call(alice, '0x', { value: 1n })))).toMatch(
    /^Change threshold from 2 to 1; .*; 2 more changes; send .* to Alice$/,
  )
})

test('follows the owners through a batch', () => {
  const root = batch(
    addOwner(dave, 2n),
    call(
      safe,
      encodeMethod(removeOwnerMethod, {
        prevOwner: sentinel,
        owner: alice,
        threshold: 3n,
      }),
    ),
    call(safe, encodeMethod(changeThresholdMethod, { threshold: 1n })),
  )
  expect(sentence(root)).toBe(
    'Add owner Dave and require 2 of 4 owners; remove owner Alice and require 3 of 3 owners; change threshold from 3 to 1',
  )
  expect(describeCall(root)).toMatchObject({
    intents: [
      { before: { owners: [alice, bob, carol], threshold: 2 } },
      { before: { owners: [alice, bob, carol, dave], threshold: 2 } },
      { before: { owners: [bob, carol, dave], threshold: 3 } },
    ],
  })
})

test('shows the batch that an unknown delegatecall target might run', () => {
  const data = encodeMultiSend([call(usdc, transfer(alice, 1_500_000n))])
  expect(sentence(call(stranger, data, delegate))).toBe(
    `Execute the code of Stranger as ${safe} (delegatecall with 228 bytes), possibly: send 1.5 USDC to Alice`,
  )
})

test('names who acts in a batch that is called', () => {
  const data = encodeMultiSend([call(bob, '0x', { value: 10n ** 18n })])
  expect(sentence(call(multiSend, data))).toBe(
    'Batch of 1 call as MultiSend: send 1 ETH to Bob',
  )
})

test('tells batches that are very deep or very long', () => {
  let deep = call(usdc, transfer(alice, 1n))
  for (let level = 0; level < 300; level++) deep = batch(deep)
  const tree = decodeCall(deep, { ...decodeContext, maxDepth: 256 })
  expect(formatTelling(tellIntent(getIntent(tree)))).toContain(
    'partly decoded, ',
  )
  const long = batch(...Array.from({ length: 5000 }, () => call(alice)))
  expect(sentence(long)).toBe('5,000 contract calls')
})
