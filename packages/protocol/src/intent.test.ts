import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  type Hex,
  parseUnits,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { encodeMethod } from './abi/method.js'
import { parseSignature } from './abi/parseSignature.js'
import {
  addDelegateMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
} from './calldata/allowance.js'
import { performCreateMethod } from './calldata/createCall.js'
import { receiveWithAuthorizationBytesMethod } from './calldata/eip3009.js'
import {
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20IncreaseAllowanceMethod,
  erc20IncreaseApprovalMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
} from './calldata/erc20.js'
import {
  erc721ApproveMethod,
  erc721SafeTransferFromMethod,
  setApprovalForAllMethod,
} from './calldata/erc721.js'
import { authorizeOperatorMethod } from './calldata/erc777.js'
import { erc1155SafeBatchTransferFromMethod } from './calldata/erc1155.js'
import { setFallbackHandlerMethod } from './calldata/fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from './calldata/guard.js'
import { knownMethods } from './calldata/knownMethods.js'
import { disableModuleMethod, enableModuleMethod } from './calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './calldata/owners.js'
import { createProxyWithNonceMethod } from './calldata/proxyFactory.js'
import {
  approveHashMethod,
  execTransactionMethod,
  setupMethod,
} from './calldata/safe.js'
import { signMessageMethod } from './calldata/signMessage.js'
import {
  changeMasterCopyMethod,
  migrateSingletonMethod,
} from './calldata/singleton.js'
import type { TokenFacts } from './intent.js'
import type { IntentContext } from './methodCall.js'
import { methodIntents } from './methodIntents.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import {
  addOwner,
  addOwnerOf,
  alice,
  allowances,
  art,
  batch,
  bob,
  call,
  carol,
  createCall,
  dave,
  decodeContext,
  delegate,
  describeCall,
  execute,
  factory,
  items,
  maxUint256,
  migration,
  multiSend,
  names,
  nested,
  safe,
  sentence,
  sentinel,
  signMessageLib,
  stranger,
  strangeToken,
  transfer,
  usdc,
  vault,
  zero,
} from './proof/intentCalls.js'
import { formatTelling } from './tell/formatTelling.js'
import { tellIntent } from './tell/tellIntent.js'

test.each<[string, Call]>([
  ['Send 1.5 ETH to Alice', call(alice, '0x', { value: 15n * 10n ** 17n })],
  ['Send 1.5 USDC to Alice', call(usdc, transfer(alice, 1_500_000n))],
  [
    `Send 1,500,000 smallest units of the token at address ${strangeToken} to Alice`,
    call(strangeToken, transfer(alice, 1_500_000n)),
  ],
  [
    'Move 1 USDC from Bob to Alice',
    call(
      usdc,
      encodeMethod(erc20TransferFromMethod, {
        from: bob,
        to: alice,
        value: 1_000_000n,
      }),
    ),
  ],
  [
    `Send #5 of ${art} to Alice`,
    call(
      art,
      encodeMethod(erc721SafeTransferFromMethod, {
        from: safe,
        to: alice,
        tokenId: 5n,
      }),
    ),
  ],
  [
    `Move 3 of #5 and #7 of ${items} from Bob to Alice`,
    call(
      items,
      encodeMethod(erc1155SafeBatchTransferFromMethod, {
        from: bob,
        to: alice,
        ids: [5n, 7n],
        values: [3n, 1n],
        data: '0x',
      }),
    ),
  ],
  [
    'Allow Bob to spend 2 USDC',
    call(
      usdc,
      encodeMethod(erc20ApproveMethod, { spender: bob, value: 2_000_000n }),
    ),
  ],
  [
    'Allow Bob to spend an unlimited amount of USDC',
    call(
      usdc,
      encodeMethod(erc20ApproveMethod, { spender: bob, value: maxUint256 }),
    ),
  ],
  [
    'Revoke the allowance of Bob for USDC',
    call(usdc, encodeMethod(erc20ApproveMethod, { spender: bob, value: 0n })),
  ],
  [
    'Allow Bob to spend 2 USDC more',
    call(
      usdc,
      encodeMethod(erc20IncreaseAllowanceMethod, {
        spender: bob,
        addedValue: 2_000_000n,
      }),
    ),
  ],
  [
    'Allow Bob to spend an unlimited amount of USDC of Alice by permit',
    call(
      usdc,
      encodeMethod(erc20PermitMethod, {
        owner: alice,
        spender: bob,
        value: maxUint256,
        deadline: 1n,
        v: 27n,
        r: `0x${'00'.repeat(32)}`,
        s: `0x${'00'.repeat(32)}`,
      }),
    ),
  ],
  [
    `Allow Bob to move #5 of ${art}`,
    call(art, encodeMethod(erc721ApproveMethod, { to: bob, tokenId: 5n })),
  ],
  [
    `Allow Bob to move everything in ${art}`,
    call(
      art,
      encodeMethod(setApprovalForAllMethod, { operator: bob, approved: true }),
    ),
  ],
  ['Add owner Dave and require 2 of 4 owners', addOwner(dave, 2n)],
  [
    'Remove owner Carol and require 1 of 2 owners',
    call(
      safe,
      encodeMethod(removeOwnerMethod, {
        prevOwner: bob,
        owner: carol,
        threshold: 1n,
      }),
    ),
  ],
  [
    'Replace owner Alice with Dave',
    call(
      safe,
      encodeMethod(swapOwnerMethod, {
        prevOwner: sentinel,
        oldOwner: alice,
        newOwner: dave,
      }),
    ),
  ],
  [
    'Change threshold from 2 to 3',
    call(safe, encodeMethod(changeThresholdMethod, { threshold: 3n })),
  ],
  [
    'Enable module Bob, which can then act without any signature',
    call(safe, encodeMethod(enableModuleMethod, { module: bob })),
  ],
  [
    'Disable module Bob',
    call(
      safe,
      encodeMethod(disableModuleMethod, { prevModule: sentinel, module: bob }),
    ),
  ],
  [
    'Set the guard to Bob',
    call(safe, encodeMethod(setGuardMethod, { guard: bob })),
  ],
  [
    'Remove the guard',
    call(safe, encodeMethod(setGuardMethod, { guard: zero })),
  ],
  [
    'Remove the module guard',
    call(safe, encodeMethod(setModuleGuardMethod, { moduleGuard: zero })),
  ],
  [
    'Set the fallback handler to Bob',
    call(safe, encodeMethod(setFallbackHandlerMethod, { handler: bob })),
  ],
  [
    'Change the implementation of the safe to Bob',
    call(safe, encodeMethod(changeMasterCopyMethod, { masterCopy: bob })),
  ],
  [
    `Upgrade the contract of the safe with migrateSingleton of ${migration}`,
    call(migration, encodeMethod(migrateSingletonMethod, {}), delegate),
  ],
  ['Reject the transaction at nonce 7', call(safe)],
  [
    `Approve transaction 0x${'ab'.repeat(32)} of safe Nested`,
    call(
      nested,
      encodeMethod(approveHashMethod, {
        hashToApprove: `0x${'ab'.repeat(32)}`,
      }),
    ),
  ],
  [
    'Sign a message of 5 bytes on chain',
    call(
      signMessageLib,
      encodeMethod(signMessageMethod, { data: stringToHex('hello') }),
      delegate,
    ),
  ],
  [
    'Create a safe owned by Alice and Bob that requires 1 of 2 owners, with the implementation Dave, paying 1 USDC',
    call(
      factory,
      encodeMethod(createProxyWithNonceMethod, {
        singleton: dave,
        initializer: encodeMethod(setupMethod, {
          owners: [alice, bob],
          threshold: 1n,
          to: zero,
          data: '0x',
          fallbackHandler: zero,
          paymentToken: usdc,
          payment: 1_000_000n,
          paymentReceiver: zero,
        }),
        saltNonce: 1n,
      }),
    ),
  ],
  [
    'Create a safe owned by Alice that requires 1 of 1 owner, with the implementation Dave, executing the code of Stranger at its setup, with the fallback handler Bob',
    call(
      factory,
      encodeMethod(createProxyWithNonceMethod, {
        singleton: dave,
        initializer: encodeMethod(setupMethod, {
          owners: [alice],
          threshold: 1n,
          to: stranger,
          data: '0x1234',
          fallbackHandler: bob,
          paymentToken: zero,
          payment: 0n,
          paymentReceiver: zero,
        }),
        saltNonce: 1n,
      }),
    ),
  ],
  [
    'Allow Bob to spend an unlimited amount of USDC',
    call(usdc, encodeMethod(erc20ApproveAllMethod, { spender: bob })),
  ],
  [
    'Allow Bob to spend 1 USDC more',
    call(
      usdc,
      encodeMethod(erc20IncreaseApprovalMethod, {
        spender: bob,
        addedValue: 1_000_000n,
      }),
    ),
  ],
  [
    `Allow Bob to move everything in ${usdc}`,
    call(usdc, encodeMethod(authorizeOperatorMethod, { operator: bob })),
  ],
  [
    'Move 1 USDC from Alice to Bob',
    call(
      usdc,
      encodeMethod(receiveWithAuthorizationBytesMethod, {
        from: alice,
        to: bob,
        value: 1_000_000n,
        validAfter: 0n,
        validBefore: 1n,
        nonce: `0x${'00'.repeat(32)}`,
        signature: '0x',
      }),
    ),
  ],
  [
    'Deploy a contract from 3 bytes of code with 1 ETH',
    call(
      createCall,
      encodeMethod(performCreateMethod, {
        value: 10n ** 18n,
        deploymentData: '0x600080',
      }),
      delegate,
    ),
  ],
  [
    'Allow Bob to spend 5 USDC every 7 days',
    call(
      allowances,
      encodeMethod(setAllowanceMethod, {
        delegate: bob,
        token: usdc,
        allowanceAmount: 5_000_000n,
        resetTimeMin: 10080n,
        resetBaseMin: 0n,
      }),
    ),
  ],
  [
    'Allow Bob to spend 1 ETH in total',
    call(
      allowances,
      encodeMethod(setAllowanceMethod, {
        delegate: bob,
        token: zero,
        allowanceAmount: 10n ** 18n,
        resetTimeMin: 0n,
        resetBaseMin: 0n,
      }),
    ),
  ],
  [
    'Remove the spending limit of Bob for the native currency',
    call(
      allowances,
      encodeMethod(deleteAllowanceMethod, { delegate: bob, token: zero }),
    ),
  ],
  [
    `Reset the spending limit of Bob for the token at address ${usdc}`,
    call(
      allowances,
      encodeMethod(resetAllowanceMethod, { delegate: bob, token: usdc }),
    ),
  ],
  [
    'Add spender Bob',
    call(allowances, encodeMethod(addDelegateMethod, { delegate: bob })),
  ],
  [
    'Remove spender Bob and all their spending limits',
    call(
      allowances,
      encodeMethod(removeDelegateMethod, {
        delegate: bob,
        removeAllowances: true,
      }),
    ),
  ],
  [
    'Send 1 USDC from safe Nested to Alice with the spending limit of Bob',
    call(
      allowances,
      encodeMethod(executeAllowanceTransferMethod, {
        safe: nested,
        token: usdc,
        to: alice,
        amount: 1_000_000n,
        paymentToken: zero,
        payment: 0n,
        delegate: bob,
        signature: '0x',
      }),
    ),
  ],
  [
    `Call harvest(uint256) of ${vault}`,
    call(
      vault,
      `${parseSignature('harvest(uint256)').selector}${'00'.repeat(32)}`,
    ),
  ],
  [
    'Unknown call to Stranger with 68 bytes',
    call(stranger, `0x${'ff'.repeat(68)}`),
  ],
  ['Call Stranger without data', call(stranger)],
])('%s', (expected, root) => {
  expect(sentence(root)).toBe(expected)
})

test('keeps to the past what has happened, at every level', () => {
  const inner = batch(
    addOwnerOf(nested, dave),
    call(usdc, transfer(alice, 1n)),
    call(usdc, encodeMethod(erc20ApproveMethod, { spender: bob, value: 0n })),
  )
  const told = (tense: 'done' | 'failed') =>
    formatTelling(tellIntent(describeCall(execute(nested, inner)), { tense }), {
      formatAddress: (address) => names.get(address) ?? address,
    })
  expect(told('done')).toBe(
    'Executed in safe Nested: batch of 3 calls (added owner Dave and set the threshold to 1 signature; sent 0.000001 USDC to Alice; revoked the allowance of Bob for USDC)',
  )
  expect(told('failed')).toMatch(/^Tried to execute in safe Nested: /)
})

test('says smallest units and signatures where nothing is known', () => {
  const root = batch(
    call(usdc, transfer(alice, 5n)),
    call(bob, '0x', { value: 6n }),
    addOwner(dave, 2n),
    addOwner(bob, 1n),
  )
  expect(sentence(root, {})).toBe(
    `Add owner Dave and require 2 signatures; add owner Bob and require 1 signature; send 5 smallest units of the token at address ${usdc} and 6 smallest units of the native currency to 2 recipients`,
  )
})

test('does not count owners that the contract would refuse', () => {
  expect(sentence(addOwner(alice, 2n))).toBe(
    'Add owner Alice and require 2 signatures',
  )
})

test('tells what a nested safe is made to do', () => {
  const inner = call(
    nested,
    encodeMethod(addOwnerWithThresholdMethod, { owner: dave, threshold: 1n }),
  )
  expect(sentence(execute(nested, batch(inner, call(nested))))).toBe(
    'Execute in safe Nested: batch of 2 calls (add owner Dave and require 1 signature; call Nested without data)',
  )
  expect(sentence(execute(nested, call(nested)))).toBe(
    'Execute in safe Nested: reject the next transaction of safe Nested',
  )
})

test('never claims a meaning on a selector alone', () => {
  const root = call(stranger, transfer(alice, 5n))
  expect(describeCall(root)).toMatchObject({
    kind: 'unknownCall',
    size: 68,
    candidates: [{ kind: 'sendToken', to: alice, amount: { value: 5n } }],
  })
  expect(sentence(root)).toBe(
    'Unknown call to Stranger with 68 bytes, possibly: send 5 smallest units of the token at address Stranger to Alice',
  )
})

test('offers an amount and a token id where both are possible', () => {
  const data = encodeMethod(erc20ApproveMethod, { spender: bob, value: 5n })
  expect(sentence(call(stranger, data))).toBe(
    'Unknown call to Stranger with 68 bytes, possibly: allow Bob to spend 5 smallest units of the token at address Stranger, or: allow Bob to move #5 of Stranger',
  )
})

test('calls a delegatecall by its name, whatever its selector pretends', () => {
  const root = call(stranger, transfer(alice, 0n), delegate)
  expect(sentence(root)).toBe(
    `Execute the code of Stranger as ${safe} (delegatecall with 68 bytes), possibly: call transfer(address,uint256) of Stranger, or: call join_tg_invmru_haha_fd06787(address,bool) of Stranger`,
  )
  expect(describeCall(call(usdc, transfer(alice, 5n), delegate)).kind).toBe(
    'delegateCall',
  )
})

test('leaves out what an unknown call may be where that is asked for', () => {
  const headline = {
    formatAddress: (address: Address) => names.get(address) ?? address,
    omitCandidates: true,
  }
  const words = (root: Call) =>
    formatTelling(tellIntent(describeCall(root)), headline)
  expect(words(call(stranger, transfer(alice, 0n), delegate))).toBe(
    `Execute the code of Stranger as ${safe} (delegatecall with 68 bytes)`,
  )
  const ether = { value: 10n ** 18n }
  expect(words(call(stranger, transfer(alice, 5n), ether))).toBe(
    'Unknown call to Stranger with 68 bytes and send 1 ETH along',
  )
})

test('settings of a safe are its own affair', () => {
  const data = encodeMethod(changeThresholdMethod, { threshold: 1n })
  expect(describeCall(call(nested, data)).kind).toBe('contractCall')
})

test('a library that is called and not delegatecalled does nothing for us', () => {
  const data = encodeMethod(signMessageMethod, { data: '0x00' })
  expect(describeCall(call(signMessageLib, data)).kind).toBe('contractCall')
})

test('mentions currency that goes along and bytes that stay unexplained', () => {
  const data: Hex = `${transfer(alice, 1_000_000n)}c0ffee`
  expect(sentence(call(usdc, data, { value: 10n ** 18n }))).toBe(
    'Send 1 USDC to Alice and send 1 ETH along (partly decoded, 3 bytes not explained)',
  )
})

test('puts such remarks in front of a sentence that ends with others', () => {
  const data: Hex = `${encodeMultiSend([call(alice, '0x', { value: 1n })])}00`
  expect(sentence(call(multiSend, data, { value: 10n ** 18n }), {})).toBe(
    `With 1,000,000,000,000,000,000 smallest units of the native currency, partly decoded, 1 byte not explained: batch of 1 call as MultiSend: send 1 smallest unit of the native currency to Alice`,
  )
  const ether = { value: 10n ** 18n }
  expect(sentence(call(stranger, transfer(alice, 5n), ether))).toBe(
    'With 1 ETH: unknown call to Stranger with 68 bytes, possibly: send 5 smallest units of the token at address Stranger to Alice',
  )
})

test('mentions that a nested safe pays the gas back', () => {
  const refunding = encodeMethod(execTransactionMethod, {
    ...call(alice, '0x', { value: 10n ** 18n }),
    operation: 0n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 9n,
    gasToken: usdc,
    refundReceiver: bob,
    signatures: '0x',
  })
  expect(describeCall(call(nested, refunding))).toMatchObject({
    refund: { gasPrice: 9n, gasToken: usdc, receiver: bob },
  })
  expect(sentence(call(nested, refunding))).toBe(
    'Execute in safe Nested, which refunds the gas: send 1 ETH to Alice',
  )
})

test('does not let a token write into the sentence', () => {
  const hostile = '\u202eUSDC to Alice\nand nothing else, I promise you'
  const tokens = new Map<Address, TokenFacts>([
    [usdc, { symbol: hostile, decimals: 6 }],
  ])
  expect(sentence(call(usdc, transfer(bob, 1n)), { tokens })).toBe(
    'Send 0.000001 USDCtoAliceandnothin to Bob',
  )
  const endless = new Map<Address, TokenFacts>([
    [usdc, { symbol: 'A', decimals: 2 ** 31 }],
  ])
  expect(sentence(call(usdc, transfer(bob, 1n)), { tokens: endless })).toBe(
    `Send 1 smallest unit of the token at address ${usdc} to Bob`,
  )
})

test('tells a token from the currency whose name it bears', () => {
  const named = (symbol: unknown) =>
    new Map<Address, TokenFacts>([
      [usdc, { symbol: symbol as string, decimals: 6 }],
    ])
  const told = (symbol: unknown, facts: Partial<IntentContext> = {}) =>
    sentence(call(usdc, transfer(bob, 1_000_000n)), {
      tokens: named(symbol),
      ...facts,
    })
  const native = { symbol: 'POL', decimals: 18 }
  expect(told('ETH')).toBe(`Send 1 ETH (token ${usdc}) to Bob`)
  expect(told('e\u200bth')).toBe(`Send 1 eth (token ${usdc}) to Bob`)
  expect(told('\u0415\u0422\u041d')).toContain(`(token ${usdc})`)
  expect(told('Pol', { nativeCurrency: native })).toContain(`(token ${usdc})`)
  expect(told('ETH', { nativeCurrency: native })).toContain(`(token ${usdc})`)
  expect(told('METH')).toBe('Send 1 METH to Bob')
  expect(told('\u3164')).toBe(`Send 1 (token ${usdc} without a symbol) to Bob`)
  expect(told(null)).toBe(`Send 1 (token ${usdc} without a symbol) to Bob`)
})

test('writes every digit of an amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: maxUint256 }), (value) => {
      const text = sentence(call(alice, '0x', { value }))
      const [, digits = ''] = /^Send ([0-9.]+) ETH to Alice$/.exec(text) ?? []
      expect(parseUnits(digits, 18)).toBe(value)
    }),
  )
})

test('a known method without a meaning of its own is told with its arguments', () => {
  const data = encodeMethod(setupMethod, {
    ...{ owners: [alice], threshold: 1n, to: zero, data: '0x' },
    ...{ fallbackHandler: zero, paymentToken: zero, payment: 0n },
    paymentReceiver: zero,
  })
  expect(describeCall(call(nested, data))).toMatchObject({
    kind: 'contractCall',
    method: 'setup',
    undecodedSize: 0,
  })
})

test('every meaning is that of a known method', () => {
  const ids = Object.values(knownMethods)
    .flat()
    .map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(methodIntents)))
})

test('tells something about any bytes', () => {
  const selectors = Object.keys(knownMethods) as Hex[]
  const targets: Address[] = [
    ...(decodeContext.contracts?.keys() ?? []),
    safe,
    stranger,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...targets),
      fc.constantFrom(...selectors),
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom<0 | 1>(0, 1),
      (to, selector, tail, operation) => {
        const data: Hex = `${selector}${bytesToHex(tail).slice(2)}`
        expect(sentence(call(to, data, { operation }))).not.toBe('')
      },
    ),
    { numRuns: 2000 },
  )
})
