import type { Address, Hex } from 'viem'
import { encodeMethod } from '../abi/method.js'
import { parseSignature } from '../abi/parseSignature.js'
import { erc20TransferMethod } from '../calldata/erc20.js'
import { addOwnerWithThresholdMethod } from '../calldata/owners.js'
import { execTransactionMethod } from '../calldata/safe.js'
import type { DecodeCallContext } from '../callTree.js'
import { decodeCall } from '../decodeCall.js'
import { getIntent } from '../getIntent.js'
import type { IntentContext } from '../methodCall.js'
import { type Call, encodeMultiSend } from '../multiSend.js'
import { formatTelling } from '../tell/formatTelling.js'
import { tellIntent } from '../tell/tellIntent.js'

/** Digits only, so that they are their own checksum. */
export const safe = '0x1000000000000000000000000000000000000001'
export const nested = '0x1000000000000000000000000000000000000002'
export const alice = '0x2000000000000000000000000000000000000001'
export const bob = '0x2000000000000000000000000000000000000002'
export const carol = '0x2000000000000000000000000000000000000003'
export const dave = '0x2000000000000000000000000000000000000004'
export const usdc = '0x3000000000000000000000000000000000000001'
export const strangeToken = '0x3000000000000000000000000000000000000002'
export const art = '0x3000000000000000000000000000000000000003'
export const items = '0x3000000000000000000000000000000000000004'
export const multiSend = '0x4000000000000000000000000000000000000001'
export const signMessageLib = '0x4000000000000000000000000000000000000002'
export const factory = '0x4000000000000000000000000000000000000003'
export const allowances = '0x4000000000000000000000000000000000000004'
export const createCall = '0x4000000000000000000000000000000000000005'
export const migration = '0x4000000000000000000000000000000000000006'
export const vault = '0x4000000000000000000000000000000000000007'
export const stranger = '0x5000000000000000000000000000000000000001'
export const zero = '0x0000000000000000000000000000000000000000'
export const sentinel = '0x0000000000000000000000000000000000000001'

export const names = new Map<Address, string>([
  [alice, 'Alice'],
  [bob, 'Bob'],
  [carol, 'Carol'],
  [dave, 'Dave'],
  [stranger, 'Stranger'],
  [nested, 'Nested'],
  [multiSend, 'MultiSend'],
])

export const decodeContext: DecodeCallContext = {
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

export const intentContext: IntentContext = {
  nonce: 7n,
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
  tokens: new Map([[usdc, { symbol: 'USDC', decimals: 6 }]]),
  ownerSets: new Map([[safe, { owners: [alice, bob, carol], threshold: 2 }]]),
}

export const call = (
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

export const delegate = { operation: 1 } as const

export const batch = (...calls: Call[]) =>
  call(multiSend, encodeMultiSend(calls), delegate)

export const execute = (to: Address, inner: Call): Call =>
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

export const describeCall = (root: Call, context = intentContext) =>
  getIntent(decodeCall(root, decodeContext), context)

export const sentence = (root: Call, context = intentContext) =>
  formatTelling(tellIntent(describeCall(root, context)), {
    formatAddress: (address) => names.get(address) ?? address,
  })

export const transfer = (to: Address, value: bigint) =>
  encodeMethod(erc20TransferMethod, { to, value })

export const addOwner = (owner: Address, threshold: bigint) =>
  call(safe, encodeMethod(addOwnerWithThresholdMethod, { owner, threshold }))

export const addOwnerOf = (of: Address, owner: Address) =>
  call(of, encodeMethod(addOwnerWithThresholdMethod, { owner, threshold: 1n }))

export const harvest: Hex = `${parseSignature('harvest(uint256)').selector}${'00'.repeat(32)}`
export const maxUint256 = 2n ** 256n - 1n
