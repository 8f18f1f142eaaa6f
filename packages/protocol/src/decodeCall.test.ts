import fc from 'fast-check'
import {
  bytesToHex,
  checksumAddress,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { encodeMethod } from './abi/method.js'
import { parseSignature } from './abi/parseSignature.js'
import { erc20ApproveMethod, erc20TransferMethod } from './calldata/erc20.js'
import { knownMethods } from './calldata/knownMethods.js'
import { enableModuleMethod } from './calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
} from './calldata/owners.js'
import { approveHashMethod, execTransactionMethod } from './calldata/safe.js'
import {
  type CallNode,
  type DecodeCallContext,
  findArguments,
} from './callTree.js'
import { decodeCall, InvalidCallError } from './decodeCall.js'
import { encodeCallTree } from './encodeCallTree.js'
import { BaseError } from './errors.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import { InvalidOperationError } from './safeTransaction.js'
import { signatures } from './signatures.js'
import {
  InvalidAddressError,
  InvalidBytesError,
  UintOutOfRangeError,
} from './word.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const nested = '0x4aaBceD7F540daec2E17E712fEBDF8639f5A1A7C'
const recipient = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const token = '0x24C23cDfe7FB5033AD299C2B7b431fB593346627'
const multiSend = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const zero = '0x0000000000000000000000000000000000000000'

const context: DecodeCallContext = {
  safe,
  contracts: new Map([
    [token, { kind: 'erc20' }],
    [nested, { kind: 'safe' }],
    [multiSend, { kind: 'multiSend' }],
  ]),
}

const transferData = encodeMethod(erc20TransferMethod, {
  to: recipient,
  value: 25_000_000n,
})

const call = (to: Call['to'], data: Hex, operation: 0 | 1 = 0): Call => ({
  to,
  value: 0n,
  data,
  operation,
})

const batch = (...calls: Call[]) => call(multiSend, encodeMultiSend(calls), 1)

const execute = (to: Call['to'], inner: Call): Call =>
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
      signatures: '0x1234',
    }),
  )

test('reads a transfer of a known token with confidence', () => {
  const { root, coverage } = decodeCall(call(token, transferData), context)
  expect(root.method?.confidence).toBe('exact')
  expect(root.method?.parameters).toEqual([
    {
      name: 'to',
      type: 'address',
      value: recipient,
      range: { start: 4, end: 36 },
    },
    {
      name: 'value',
      type: 'uint256',
      value: 25_000_000n,
      range: { start: 36, end: 68 },
    },
  ])
  expect(root.coverage).toEqual({ status: 'full' })
  expect(coverage).toEqual({ status: 'full', size: 68, undecodedSize: 0 })
})

test('offers candidates where only the selector matches', () => {
  const { root } = decodeCall(call(recipient, transferData), context)
  expect(root.method?.confidence).toBe('candidates')
  expect(root.method?.candidates.map(({ signature }) => signature)).toEqual([
    'transfer(address,uint256)',
  ])
})

test('shows every method that fits the bytes of a colliding selector', () => {
  const one = encodeMethod(erc20TransferMethod, { to: recipient, value: 1n })
  const { root } = decodeCall(call(recipient, one))
  expect(root.method?.candidates.map(({ signature }) => signature)).toEqual([
    'transfer(address,uint256)',
    'join_tg_invmru_haha_fd06787(address,bool)',
  ])
})

test('leaves open whether approve means an amount or a token id', () => {
  const data = encodeMethod(erc20ApproveMethod, { spender: nested, value: 5n })
  const ids = (kind?: 'erc20' | 'erc721') =>
    decodeCall(call(token, data), {
      contracts: new Map([[token, { kind }]]),
    }).root.method?.candidates.map(({ id }) => id)
  expect(ids()).toEqual(['erc20Approve', 'erc721Approve'])
  expect(ids('erc20')).toEqual(['erc20Approve'])
  expect(ids('erc721')).toEqual(['erc721Approve'])
})

test('never labels with confidence on a selector alone', () => {
  const selectors = [...Object.keys(knownMethods), ...Object.keys(signatures)]
  fc.assert(
    fc.property(
      fc.constantFrom(...selectors),
      fc.uint8Array({ maxLength: 400 }),
      (selector, tail) => {
        const data = `${selector}${bytesToHex(tail).slice(2)}` as Hex
        const { calls } = decodeCall(call(recipient, data))
        for (const { method } of calls)
          expect(method?.confidence).not.toBe('exact')
      },
    ),
    { numRuns: 1000 },
  )
})

test('knows the methods of the safe itself', () => {
  const data = encodeMethod(changeThresholdMethod, { threshold: 2n })
  expect(decodeCall(call(safe, data), context).root.method?.confidence).toBe(
    'exact',
  )
  expect(decodeCall(call(token, data), context).root.method?.confidence).toBe(
    'candidates',
  )
})

test('descends through batches and nested safes and says who acts', () => {
  const owner = call(
    nested,
    encodeMethod(addOwnerWithThresholdMethod, {
      owner: recipient,
      threshold: 2n,
    }),
  )
  const approval = call(
    nested,
    encodeMethod(approveHashMethod, { hashToApprove: `0x${'ab'.repeat(32)}` }),
  )
  const inner = execute(nested, batch(owner, call(token, transferData)))
  const tree = decodeCall(batch(approval, inner), context)
  expect(
    tree.calls.map(({ path, from, to, method }) => [
      path.join('.'),
      from,
      to,
      method?.id,
      method?.confidence,
    ]),
  ).toEqual([
    ['', safe, multiSend, 'multiSend', 'exact'],
    ['0', safe, nested, 'approveHash', 'exact'],
    ['1', safe, nested, 'execTransaction', 'exact'],
    ['1.0', nested, multiSend, 'multiSend', 'exact'],
    ['1.0.0', nested, nested, 'addOwnerWithThreshold', 'exact'],
    ['1.0.1', nested, token, 'erc20Transfer', 'exact'],
  ])
  expect(tree.coverage.status).toBe('full')
  expect(encodeCallTree(tree)).toBe(tree.root.data)
})

test('a batch that is called and not delegatecalled acts as itself', () => {
  const data = encodeMultiSend([call(token, transferData)])
  const { calls } = decodeCall(call(multiSend, data, 0), context)
  expect(calls[1]?.from).toBe(multiSend)
})

test('MultiSend 1.5.0 takes the zero address for the safe itself', () => {
  const data = encodeMethod(changeThresholdMethod, { threshold: 1n })
  const leg = (zeroIsSelf: boolean) =>
    decodeCall(batch(call(zero, data)), {
      safe,
      contracts: new Map([[multiSend, { kind: 'multiSend', zeroIsSelf }]]),
    }).calls[1]
  expect(leg(true)).toMatchObject({
    to: zero,
    target: safe,
    method: { id: 'changeThreshold', confidence: 'exact' },
  })
  expect(leg(false)).toMatchObject({
    target: zero,
    method: { confidence: 'candidates' },
  })
})

test('lists the bytes after the arguments', () => {
  const { root, coverage } = decodeCall(
    call(token, `${transferData}c0ffee`),
    context,
  )
  expect(root.method?.id).toBe('erc20Transfer')
  expect(root.coverage).toEqual({
    status: 'partial',
    undecoded: [{ start: 68, end: 71 }],
  })
  expect(root.problems.map(({ code }) => code)).toEqual(['trailingBytes'])
  expect(coverage).toEqual({ status: 'partial', size: 71, undecodedSize: 3 })
})

test('shows the entries before a broken one and lists the rest', () => {
  const calls = [call(token, transferData), call(recipient, '0x')]
  const whole = encodeMultiSend(calls)
  // 68 + (85 + 68) is where the second entry begins; its operation becomes 2.
  const at = 2 + (68 + 85 + 68) * 2
  const broken = `${whole.slice(0, at)}02${whole.slice(at + 2)}` as Hex
  const { root } = decodeCall(call(multiSend, broken, 1), context)
  expect(root.children).toHaveLength(1)
  expect(root.problems).toEqual([
    {
      code: 'batchOperation',
      message: 'Entry 2 of the batch is neither a call nor a delegatecall.',
      ranges: [{ start: 221, end: 306 }],
    },
  ])
  expect(root.coverage.status).toBe('partial')
})

test('says that data is too short for a selector or for its arguments', () => {
  const codes = (data: Hex) =>
    decodeCall(call(token, data), context).root.problems.map(({ code }) => code)
  expect(codes('0xabcdef')).toEqual(['shortData'])
  expect(codes(transferData.slice(0, -2) as Hex)).toEqual([
    'argumentsUnreadable',
  ])
})

test('does not follow an operation that does not exist', () => {
  const data = execute(nested, call(token, transferData)).data
  const at = 2 + (4 + 3 * 32) * 2
  const strange = `${data.slice(0, at + 62)}02${data.slice(at + 64)}` as Hex
  const { root } = decodeCall(call(nested, strange), context)
  expect(root.children).toEqual([])
  expect(root.coverage).toEqual({
    status: 'partial',
    undecoded: [{ start: 100, end: 132 }],
  })
})

test('reads a method that the caller vouches for, with tuples', () => {
  const signature = 'fill((address,uint256[])[],string)'
  const data = encodeFunctionData({
    abi: parseAbi(['function fill((address,uint256[])[] orders,string note)']),
    args: [[[recipient, [1n, 2n]]], 'hello'],
  })
  const method = parseSignature(signature)
  const vouched: DecodeCallContext = {
    contracts: new Map([[token, { methods: [method] }]]),
  }
  const tree = decodeCall(call(token, data), vouched)
  expect(tree.root.method?.confidence).toBe('exact')
  expect(tree.root.method?.parameters.map(({ value }) => value)).toEqual([
    [[recipient, [1n, 2n]]],
    'hello',
  ])
  expect(encodeCallTree(tree)).toBe(data)
  const hinted = decodeCall(call(token, data), { hints: [method] })
  expect(hinted.root.method?.confidence).toBe('candidates')
})

test('a suggested method cannot hide a batch with bytes behind it', () => {
  const hint = {
    ...parseSignature('harmless()'),
    selector: '0x8d80ff0a',
  } as const
  const data: Hex = `${encodeMultiSend([call(token, transferData)])}00`
  const { root } = decodeCall(call(recipient, data, 1), { hints: [hint] })
  expect(root.children).toHaveLength(1)
  expect(root.coverage.status).toBe('partial')
})

test('a vouched method cannot hide a batch behind the same selector', () => {
  const disguise = {
    ...parseSignature('harmless(bytes)'),
    selector: '0x8d80ff0a',
  } as const
  const { root } = decodeCall(batch(call(token, transferData)), {
    contracts: new Map([[multiSend, { methods: [disguise] }]]),
  })
  expect(root.method?.name).toBe('harmless')
  expect(root.children).toHaveLength(1)
})

test('gives typed arguments of a reading', () => {
  const { root } = decodeCall(call(recipient, transferData))
  expect(findArguments(root, erc20TransferMethod)).toEqual({
    to: recipient,
    value: 25_000_000n,
  })
  expect(findArguments(root, enableModuleMethod)).toBeUndefined()
})

test('refuses what is no call', () => {
  const decode = (change: object) => () =>
    decodeCall({ ...call(token, '0x'), ...change })
  expect(decode({ to: '0x12' })).toThrow(InvalidAddressError)
  expect(decode({ data: '0x1' })).toThrow(InvalidBytesError)
  expect(decode({ data: undefined })).toThrow(InvalidBytesError)
  expect(decode({ value: -1n })).toThrow(UintOutOfRangeError)
  expect(decode({ operation: 2 })).toThrow(InvalidOperationError)
})

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => bytesToHex(array))
const address = fc.oneof(
  fc.constantFrom(safe, nested, token, multiSend),
  bytes(20, 20).map((value) => checksumAddress(value)),
)

const { tree: anyCall } = fc.letrec<{ tree: Call }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.record<Call>({
      to: address,
      value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      data: fc.oneof(fc.constant(transferData), bytes(0, 80)),
      operation: fc.constantFrom(0, 1),
    }),
    fc.array(tie('tree'), { maxLength: 4 }).map((calls) => batch(...calls)),
    fc.tuple(address, tie('tree')).map(([to, inner]) => execute(to, inner)),
  ),
}))

test('encodes every tree to the bytes it came from when it is whole', () => {
  fc.assert(
    fc.property(anyCall, (root) => {
      const tree = decodeCall(root, context)
      expect(encodeCallTree(tree)).toBe(tree.root.data)
      expectConsistent(tree.calls)
    }),
    { numRuns: 500 },
  )
})

test('full coverage means the same bytes, whatever was done to them', () => {
  let partial = 0
  fc.assert(
    fc.property(
      anyCall,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 }),
      fc.nat({ max: 40 }),
      (root, changes, cut) => {
        const damaged = Buffer.from(root.data.slice(2), 'hex')
        for (const [at, byte] of changes)
          if (damaged.length > 0) damaged[at % damaged.length] = byte
        const kept = damaged.subarray(0, damaged.length - cut)
        const data: Hex = `0x${kept.toString('hex')}`
        const tree = decodeCall({ ...root, data }, context)
        expectConsistent(tree.calls)
        if (tree.coverage.status === 'full')
          expect(encodeCallTree(tree)).toBe(data)
        else partial++
      },
    ),
    { numRuns: 2000 },
  )
  expect(partial).toBeGreaterThan(200)
})

/** Coverage, problems and paths tell one story. */
function expectConsistent(calls: readonly CallNode[]): void {
  for (const node of calls) {
    const size = node.data.length / 2 - 1
    if (node.coverage.status === 'full') expect(node.problems).toEqual([])
    else expect(node.coverage.undecoded.length).toBeGreaterThan(0)
    for (const { ranges } of node.problems)
      for (const { start, end } of ranges) {
        expect(start).toBeLessThan(end)
        expect(end).toBeLessThanOrEqual(size)
      }
    for (const [index, child] of node.children.entries())
      expect(child.path).toEqual([...node.path, index])
  }
}

function nestBatches(depth: number, payload: Hex): Call {
  let inner = call(token, payload)
  for (let level = 0; level < depth; level++) inner = batch(inner)
  return inner
}

test('reads fifty batches inside of each other', () => {
  const tree = decodeCall(nestBatches(50, transferData), context)
  expect(tree.calls).toHaveLength(51)
  expect(tree.calls.at(-1)?.method?.id).toBe('erc20Transfer')
  expect(tree.coverage.status).toBe('full')
  expect(encodeCallTree(tree)).toBe(tree.root.data)
})

test('announces where it stopped going deeper', () => {
  const tree = decodeCall(nestBatches(70, transferData), context)
  expect(tree.limits.maxDepth).toBe(64)
  expect(tree.calls).toHaveLength(65)
  const last = tree.calls.at(-1)
  expect(last?.problems.map(({ message }) => message)).toEqual([
    'Calls nested deeper than 64 levels are not decoded.',
  ])
  expect(tree.coverage.status).toBe('partial')
  const bounded = decodeCall(nestBatches(400, '0x'), { maxDepth: 1e9 })
  expect(bounded.limits.maxDepth).toBe(256)
  expect(bounded.calls).toHaveLength(257)
})

test('announces where it stopped counting', () => {
  const many = batch(...Array.from({ length: 30 }, () => call(token, '0x')))
  const tree = decodeCall(many, { ...context, maxCalls: 10 })
  expect(tree.calls).toHaveLength(10)
  expect(tree.root.problems.map(({ code }) => code)).toEqual(['callLimit'])
  expect(decodeCall(many, { maxCalls: 0 }).calls).toHaveLength(1)
})

const megabyte = 1_000_000

test.each([
  ['one megabyte of the smallest entries', () => manyEntries()],
  ['a megabyte under fifty batches', () => nestBatches(50, zeros())],
  [
    'a megabyte of zeros to a known method',
    () => call(token, withZeros('0xa9059cbb')),
  ],
  ['a megabyte of array', () => call(token, withZeros('0x2eb2c2d6'))],
  ['thousands of nested batches', () => nestBatches(600, '0x')],
])('reads %s before the test times out', (_, create) => {
  const root = create()
  const tree = decodeCall(root, context)
  expect(tree.calls.length).toBeLessThanOrEqual(tree.limits.maxCalls)
  expectConsistent(tree.calls)
})

function manyEntries(): Call {
  const count = Math.floor(megabyte / 85)
  return batch(...Array.from({ length: count }, () => call(token, '0x')))
}

function zeros(): Hex {
  return `0x${'00'.repeat(megabyte)}`
}

function withZeros(selector: Hex): Hex {
  return `${selector}${'00'.repeat(megabyte)}`
}

test.each([
  [Number.NaN, 64],
  [null, 64],
  ['9', 64],
  [-3, 0],
  [2.5, 2],
  [Number.POSITIVE_INFINITY, 256],
])('reads a depth of %s as %s', (maxDepth, expected) => {
  let deep = call(token, '0x')
  for (let level = 0; level < 300; level++) deep = batch(deep)
  const limits = { maxDepth: maxDepth as number, maxCalls: Number.NaN }
  const tree = decodeCall(deep, { ...context, ...limits })
  expect(tree.limits).toEqual({ maxDepth: expected, maxCalls: 20_000 })
  expect(tree.calls).toHaveLength(expected + 1)
})

test('refuses what is no call with an error of its own', () => {
  for (const value of [null, undefined, 5, 'call'])
    expect(() => decodeCall(value as unknown as Call)).toThrow(InvalidCallError)
  const none = null as unknown as DecodeCallContext
  expect(() => decodeCall(call(token, '0x'), none)).toThrow(InvalidCallError)
  for (const field of ['to', 'value', 'data', 'operation'])
    expect(() => decodeCall({ ...call(token, '0x'), [field]: null })).toThrow(
      BaseError,
    )
})

test('says nothing but its own errors to any bytes', () => {
  const selectors = Object.keys(knownMethods) as Hex[]
  fc.assert(
    fc.property(
      fc.constantFrom(...selectors),
      bytes(0, 500),
      fc.constantFrom<0 | 1>(0, 1),
      (selector, tail, operation) => {
        try {
          const data: Hex = `${selector}${tail.slice(2)}`
          expectConsistent(
            decodeCall(call(safe, data, operation), context).calls,
          )
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
