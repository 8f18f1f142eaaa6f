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
  erc20TransferMethod,
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
import type { DecodeCallContext } from './callTree.js'
import { decodeCall } from './decodeCall.js'
import { getIntent } from './getIntent.js'
import type { TokenFacts } from './intent.js'
import type { IntentContext } from './methodCall.js'
import { methodIntents } from './methodIntents.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import { formatTelling } from './tell/formatTelling.js'
import { tellIntent } from './tell/tellIntent.js'

/** Digits only, so that they are their own checksum. */
const safe = '0x1000000000000000000000000000000000000001'
const nested = '0x1000000000000000000000000000000000000002'
const alice = '0x2000000000000000000000000000000000000001'
const bob = '0x2000000000000000000000000000000000000002'
const carol = '0x2000000000000000000000000000000000000003'
const dave = '0x2000000000000000000000000000000000000004'
const usdc = '0x3000000000000000000000000000000000000001'
const strangeToken = '0x3000000000000000000000000000000000000002'
const art = '0x3000000000000000000000000000000000000003'
const items = '0x3000000000000000000000000000000000000004'
const multiSend = '0x4000000000000000000000000000000000000001'
const signMessageLib = '0x4000000000000000000000000000000000000002'
const factory = '0x4000000000000000000000000000000000000003'
const allowances = '0x4000000000000000000000000000000000000004'
const createCall = '0x4000000000000000000000000000000000000005'
const migration = '0x4000000000000000000000000000000000000006'
const vault = '0x4000000000000000000000000000000000000007'
const stranger = '0x5000000000000000000000000000000000000001'
const zero = '0x0000000000000000000000000000000000000000'
const sentinel = '0x0000000000000000000000000000000000000001'

const names = new Map<Address, string>([
  [alice, 'Alice'],
  [bob, 'Bob'],
  [carol, 'Carol'],
  [dave, 'Dave'],
  [stranger, 'Stranger'],
  [nested, 'Nested'],
  [multiSend, 'MultiSend'],
])

const decodeContext: DecodeCallContext = {
  safe,
  contracts: new Map([
    [nested, { kind: 'safe' }],
    [usdc, { kind: 'erc20' }],
    [strangeToken, { kind: 'erc20' }],
    [art, { kind: 'erc721' }],
    [items, { kind: 'erc1155' }],
    [multiSend, { kind: 'multiSend' }],
    [signMessageLib, { kind: 'signMessageLib' }],
    [factory, { kind: 'proxyFactory' }],
    [allowances, { kind: 'allowanceModule' }],
    [createCall, { kind: 'createCall' }],
    [migration, { kind: 'safeMigration' }],
    [vault, { methods: [parseSignature('harvest(uint256)')] }],
  ]),
}

const intentContext: IntentContext = {
  nonce: 7n,
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
  tokens: new Map([[usdc, { symbol: 'USDC', decimals: 6 }]]),
  ownerSets: new Map([[safe, { owners: [alice, bob, carol], threshold: 2 }]]),
}

const call = (
  to: Address,
  data: Hex = '0x',
  rest: Partial<Call> = {},
): Call => ({
  to,
  value: 0n,
  data,
  operation: 0,
  ...rest,
})

const delegate = { operation: 1 } as const
const batch = (...calls: Call[]) =>
  call(multiSend, encodeMultiSend(calls), delegate)

const execute = (to: Address, inner: Call): Call =>
  call(
    to,
    encodeMethod(execTransactionMethod, {
      ...inner,
      operation: BigInt(inner.operation),
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zero,
      refundReceiver: zero,
      signatures: '0x',
    }),
  )

const describeCall = (root: Call, context = intentContext) =>
  getIntent(decodeCall(root, decodeContext), context)

const sentence = (root: Call, context = intentContext) =>
  formatTelling(tellIntent(describeCall(root, context)), {
    formatAddress: (address) => names.get(address) ?? address,
  })

const transfer = (to: Address, value: bigint) =>
  encodeMethod(erc20TransferMethod, { to, value })
const addOwner = (owner: Address, threshold: bigint) =>
  call(safe, encodeMethod(addOwnerWithThresholdMethod, { owner, threshold }))
const maxUint256 = 2n ** 256n - 1n

test.each<[string, Call]>([
  ['Send 1.5 ETH to Alice', call(alice, '0x', { value: 15n * 10n ** 17n })],
  ['Send 1.5 USDC to Alice', call(usdc, transfer(alice, 1_500_000n))],
  [
    `Send 1500000 raw units of token ${strangeToken} to Alice`,
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
    'Let Bob spend 2 USDC',
    call(
      usdc,
      encodeMethod(erc20ApproveMethod, { spender: bob, value: 2_000_000n }),
    ),
  ],
  [
    'Let Bob spend an unlimited amount of USDC',
    call(
      usdc,
      encodeMethod(erc20ApproveMethod, { spender: bob, value: maxUint256 }),
    ),
  ],
  [
    'No longer let Bob spend USDC',
    call(usdc, encodeMethod(erc20ApproveMethod, { spender: bob, value: 0n })),
  ],
  [
    'Let Bob spend 2 USDC more',
    call(
      usdc,
      encodeMethod(erc20IncreaseAllowanceMethod, {
        spender: bob,
        addedValue: 2_000_000n,
      }),
    ),
  ],
  [
    'Let Bob spend an unlimited amount of USDC of Alice by permit',
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
    `Let Bob move #5 of ${art}`,
    call(art, encodeMethod(erc721ApproveMethod, { to: bob, tokenId: 5n })),
  ],
  [
    `Let Bob move everything of ${art}`,
    call(
      art,
      encodeMethod(setApprovalForAllMethod, { operator: bob, approved: true }),
    ),
  ],
  ['Add owner Dave and require 2 of 4', addOwner(dave, 2n)],
  [
    'Remove owner Carol and require 1 of 2',
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
    'Change the threshold to 3 of 3',
    call(safe, encodeMethod(changeThresholdMethod, { threshold: 3n })),
  ],
  [
    'Enable module Bob, which may then act without the owners',
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
    'Change the code of the safe to Bob',
    call(safe, encodeMethod(changeMasterCopyMethod, { masterCopy: bob })),
  ],
  [
    `Change the code of the safe with migrateSingleton of ${migration}`,
    call(migration, encodeMethod(migrateSingletonMethod, {}), delegate),
  ],
  ['Reject nonce 7', call(safe)],
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
    'Create a safe of Alice and Bob that requires 1 of 2, of the code Dave, paying 1 USDC',
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
    'Create a safe of Alice that requires 1 of 1, of the code Dave, running the code of Stranger at its setup, with the fallback handler Bob',
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
    'Let Bob spend an unlimited amount of USDC',
    call(usdc, encodeMethod(erc20ApproveAllMethod, { spender: bob })),
  ],
  [
    'Let Bob spend 1 USDC more',
    call(
      usdc,
      encodeMethod(erc20IncreaseApprovalMethod, {
        spender: bob,
        addedValue: 1_000_000n,
      }),
    ),
  ],
  [
    `Let Bob move everything of ${usdc}`,
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
    'Let Bob spend 5 USDC every 7 days',
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
    'Let Bob spend 1 ETH once',
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
    'Delete the allowance of Bob for the native currency',
    call(
      allowances,
      encodeMethod(deleteAllowanceMethod, { delegate: bob, token: zero }),
    ),
  ],
  [
    `Let Bob spend the allowance of token ${usdc} again`,
    call(
      allowances,
      encodeMethod(resetAllowanceMethod, { delegate: bob, token: usdc }),
    ),
  ],
  [
    'Add Bob as a spender',
    call(allowances, encodeMethod(addDelegateMethod, { delegate: bob })),
  ],
  [
    'Remove Bob as a spender with all allowances',
    call(
      allowances,
      encodeMethod(removeDelegateMethod, {
        delegate: bob,
        removeAllowances: true,
      }),
    ),
  ],
  [
    'Send 1 USDC of safe Nested to Alice from the allowance of Bob',
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
  ['Call Stranger with nothing', call(stranger)],
])('%s', (expected, root) => {
  expect(sentence(root)).toBe(expected)
})

test('tells a batch in one sentence', () => {
  const root = batch(
    call(usdc, transfer(alice, 1_500_000n)),
    call(bob, '0x', { value: 10n ** 18n }),
    addOwner(dave, 2n),
  )
  expect(sentence(root)).toBe(
    'Batch of 3: send 1.5 USDC to Alice; send 1 ETH to Bob; add owner Dave and require 2 of 4',
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
    'Batch of 3: add owner Dave and require 2 of 4; remove owner Alice and require 3 of 3; change the threshold to 1 of 3',
  )
  expect(describeCall(root)).toMatchObject({
    intents: [
      { before: { owners: [alice, bob, carol], threshold: 2 } },
      { before: { owners: [alice, bob, carol, dave], threshold: 2 } },
      { before: { owners: [bob, carol, dave], threshold: 3 } },
    ],
  })
})

test('says raw units and confirmations where nothing is known', () => {
  const root = batch(
    call(usdc, transfer(alice, 5n)),
    call(bob, '0x', { value: 6n }),
    addOwner(dave, 2n),
    addOwner(bob, 1n),
  )
  expect(sentence(root, {})).toBe(
    `Batch of 4: send 5 raw units of token ${usdc} to Alice; send 6 raw units of the native currency to Bob; add owner Dave and require 2 confirmations; add owner Bob and require 1 confirmation`,
  )
})

test('does not count owners that the contract would refuse', () => {
  expect(sentence(addOwner(alice, 2n))).toBe(
    'Add owner Alice and require 2 confirmations',
  )
})

test('tells what a nested safe is made to do', () => {
  const inner = call(
    nested,
    encodeMethod(addOwnerWithThresholdMethod, { owner: dave, threshold: 1n }),
  )
  expect(sentence(execute(nested, batch(inner, call(nested))))).toBe(
    'Let safe Nested do: batch of 2 (add owner Dave and require 1 confirmation; call Nested with nothing)',
  )
  expect(sentence(execute(nested, call(nested)))).toBe(
    'Let safe Nested do: reject the next transaction of safe Nested',
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
    'Unknown call to Stranger with 68 bytes, possibly: send 5 raw units of token Stranger to Alice',
  )
})

test('offers an amount and a token id where both are possible', () => {
  const data = encodeMethod(erc20ApproveMethod, { spender: bob, value: 5n })
  expect(sentence(call(stranger, data))).toBe(
    'Unknown call to Stranger with 68 bytes, possibly: let Bob spend 5 raw units of token Stranger, or: let Bob move #5 of Stranger',
  )
})

test('calls a delegatecall by its name, whatever its selector pretends', () => {
  const root = call(stranger, transfer(alice, 0n), delegate)
  expect(sentence(root)).toBe(
    `Run the code of Stranger as ${safe} (delegatecall with 68 bytes), possibly: call transfer(address,uint256) of Stranger, or: call join_tg_invmru_haha_fd06787(address,bool) of Stranger`,
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
    `Run the code of Stranger as ${safe} (delegatecall with 68 bytes)`,
  )
  const ether = { value: 10n ** 18n }
  expect(words(call(stranger, transfer(alice, 5n), ether))).toBe(
    'Unknown call to Stranger with 68 bytes and send 1 ETH along',
  )
})

test('shows the batch that an unknown delegatecall target might run', () => {
  const data = encodeMultiSend([call(usdc, transfer(alice, 1_500_000n))])
  expect(sentence(call(stranger, data, delegate))).toBe(
    `Run the code of Stranger as ${safe} (delegatecall with 228 bytes), possibly: batch of 1 (send 1.5 USDC to Alice)`,
  )
})

test('names who acts in a batch that is called', () => {
  const data = encodeMultiSend([call(bob, '0x', { value: 10n ** 18n })])
  expect(sentence(call(multiSend, data))).toBe(
    'Batch of 1 as MultiSend: send 1 ETH to Bob',
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
    `With 1000000000000000000 raw units of the native currency, partly decoded, 1 byte not explained: batch of 1 as MultiSend: send 1 raw units of the native currency to Alice`,
  )
  const ether = { value: 10n ** 18n }
  expect(sentence(call(stranger, transfer(alice, 5n), ether))).toBe(
    'With 1 ETH: unknown call to Stranger with 68 bytes, possibly: send 5 raw units of token Stranger to Alice',
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
    'Let safe Nested, which refunds the gas, do: send 1 ETH to Alice',
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
    `Send 1 raw units of token ${usdc} to Bob`,
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

test('has a meaning for every known method that holds no calls', () => {
  const ids = Object.values(knownMethods)
    .flat()
    .map(({ id }) => id)
  const others = [
    'multiSend',
    'execTransaction',
    'execTransactionFromModule',
    'execTransactionFromModuleReturnData',
    'setup',
    'setupWithoutHandler',
    'setupWithoutPayment',
  ]
  expect(Object.keys(methodIntents).sort()).toEqual(
    ids.filter((id) => !others.includes(id)).sort(),
  )
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

test('tells batches that are very deep or very long', () => {
  let deep = call(usdc, transfer(alice, 1n))
  for (let level = 0; level < 300; level++) deep = batch(deep)
  const tree = decodeCall(deep, { ...decodeContext, maxDepth: 256 })
  expect(formatTelling(tellIntent(getIntent(tree)))).toContain(
    'partly decoded, ',
  )
  const long = batch(...Array.from({ length: 5000 }, () => call(alice)))
  expect(sentence(long)).toMatch(/^Batch of 5000: .*; and 4900 more$/)
})
