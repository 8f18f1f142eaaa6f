// @vitest-environment node
import fc from 'fast-check'
import { type Abi, encodeFunctionData, parseAbi, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { appendCalls, type DraftBatch } from '../../preferences/draftBatches.js'
import {
  BatchFileCallError,
  hashBatchFile,
  NotABatchFileError,
  OtherChainFileError,
  readBatchFile,
  writeBatchFile,
} from './batchFile.js'

const contract = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'

/**
 * cypress/fixtures/test-batch.json of safe-global/safe-react-apps (commit
 * 758b0d5d353019b141bfea004c3165a8f240c747), which its own builder exported.
 */
const fixture = {
  version: '1.0',
  chainId: '4',
  createdAt: 1654585765226,
  meta: {
    name: 'test-batch',
    description: '',
    txBuilderVersion: '1.8.0',
    createdFromSafeAddress: '0x91dB860c37E83dab0A4A005E209577E64c61EEfA',
    createdFromOwnerAddress: '',
    checksum:
      '0x6dbbd70f5e99a0c3959f2f8575373d7ad105f026b09f4c59f15083a3e723c25e',
  },
  transactions: [
    {
      to: contract,
      value: '0',
      data: '0x',
      contractMethod: null,
      contractInputsValues: null,
    },
    {
      to: contract,
      value: '0',
      data: null,
      contractMethod: {
        inputs: [
          { internalType: 'address', name: 'paramAddress', type: 'address' },
        ],
        name: 'testAddress',
        payable: false,
      },
      contractInputsValues: { paramAddress: contract },
    },
    {
      to: contract,
      value: '0',
      data: null,
      contractMethod: { inputs: [], name: 'fallback', payable: true },
      contractInputsValues: null,
    },
    {
      to: contract,
      value: '0',
      data: null,
      contractMethod: {
        inputs: [{ internalType: 'bool', name: 'paramBool', type: 'bool' }],
        name: 'testBool',
        payable: false,
      },
      contractInputsValues: { paramAddress: '', paramBool: 'true' },
    },
    {
      to: contract,
      value: '0',
      data: null,
      contractMethod: {
        inputs: [
          { internalType: 'bytes32', name: 'paramBytes32', type: 'bytes32' },
        ],
        name: 'testBytes32',
        payable: false,
      },
      contractInputsValues: { paramAddress: '', paramBytes32: '0x' },
    },
  ],
}

/**
 * The example of the builder's format in TRANSACTION_BUILDER_FORMAT_ANALYSIS.md
 * of 5afe/safe-cli-nodejs, written by builder 1.18.2.
 */
const approval = {
  version: '1.0',
  chainId: '1',
  createdAt: 1761326849944,
  meta: {
    name: 'Transactions Batch',
    description: '',
    txBuilderVersion: '1.18.2',
    createdFromSafeAddress: '0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6',
    createdFromOwnerAddress: '',
    checksum:
      '0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989',
  },
  transactions: [
    {
      to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      value: '0',
      data: null,
      contractMethod: {
        inputs: [
          { internalType: 'address', name: 'spender', type: 'address' },
          { internalType: 'uint256', name: 'value', type: 'uint256' },
        ],
        name: 'approve',
        payable: false,
      },
      contractInputsValues: {
        spender: '0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8',
        value: '100000000000',
      },
    },
  ],
}

const rinkeby = { chainId: 4, name: 'Rinkeby' }
const mainnet = { chainId: 1, name: 'Ethereum' }

function toBatch(text: string, chain: typeof mainnet): DraftBatch {
  const { calls, origin } = readBatchFile(text, chain)
  return {
    chainId: chain.chainId,
    safe: contract,
    calls: appendCalls([], calls),
    origin,
  }
}

test.each([
  ['the builder’s own fixture', fixture],
  ['an export of builder 1.18.2', approval],
])('computes the checksum of %s', (_, file) => {
  expect(hashBatchFile(file)).toBe(file.meta.checksum)
})

test('reads the bytes that the builder would send', () => {
  const { calls, checksum } = readBatchFile(JSON.stringify(fixture), rinkeby)
  expect(checksum).toBe('right')
  const encode = (signature: string, argument: unknown) =>
    encodeFunctionData({
      abi: parseAbi([`function ${signature}` as string]) as Abi,
      functionName: undefined,
      args: [argument],
    })
  expect(calls.map(({ data }) => data)).toEqual([
    '0x',
    encode('testAddress(address)', contract),
    '0x',
    encode('testBool(bool)', true),
    encode('testBytes32(bytes32)', zeroHash),
  ])
  const [approve] = readBatchFile(JSON.stringify(approval), mainnet).calls
  expect(approve?.data.slice(0, 10)).toBe('0x095ea7b3')
})

test.each([
  ['in one line, as builders write it', undefined, ''],
  ['with lines of its own', 2, '\n'],
  ['with tabs', '\t', ''],
])('a file %s is written again byte for byte', (_, indent, end) => {
  for (const [file, chain] of [
    [fixture, rinkeby],
    [approval, mainnet],
  ] as const) {
    const text = JSON.stringify(file, null, indent) + end
    const { createdAt } = file
    expect(writeBatchFile({ batch: toBatch(text, chain), createdAt })).toBe(
      text,
    )
  }
})

test('apart from its time a file stays, and its checksum is right again', () => {
  const batch = toBatch(JSON.stringify(fixture), rinkeby)
  const text = writeBatchFile({ batch, createdAt: 1 })
  expect(readBatchFile(text, rinkeby).checksum).toBe('right')
  const checksum = /"checksum":"0x[0-9a-f]{64}"/
  expect(text.replace('"createdAt":1,', '').replace(checksum, '')).toBe(
    JSON.stringify(fixture)
      .replace(`"createdAt":${fixture.createdAt},`, '')
      .replace(checksum, ''),
  )
})

test('a name may be changed, anything else breaks the checksum', () => {
  const { meta } = approval
  const judge = (file: object) =>
    readBatchFile(JSON.stringify(file), mainnet).checksum
  expect(judge({ ...approval, meta: { ...meta, name: 'Other' } })).toBe('right')
  expect(judge({ ...approval, meta: { ...meta, description: 'x' } })).toBe(
    'wrong',
  )
  expect(judge({ ...approval, createdAt: 2 })).toBe('wrong')
  const { checksum: _, ...without } = meta
  expect(judge({ ...approval, meta: without })).toBe('absent')
})

test('a file of another chain is refused by name', () => {
  expect(() => readBatchFile(JSON.stringify(approval), rinkeby)).toThrow(
    OtherChainFileError,
  )
  expect(() => readBatchFile(JSON.stringify(approval), rinkeby)).toThrow(
    'The file is for Ethereum (chain ID 1), but this safe is on Rinkeby (chain ID 4).',
  )
})

test.each([
  ['{', 'the file isn’t JSON'],
  ['[]', 'the file isn’t an object'],
  ['{"chainId":"1","meta":{}}', '“transactions” is missing or wrong'],
  ['{"chainId":"1","transactions":[]}', '“meta” is missing or wrong'],
  ['{"chainId":"1","meta":{},"transactions":[]}', 'the file has no calls'],
])('%s has the wrong shape', (text, reason) => {
  expect(() => readBatchFile(text, mainnet)).toThrow(NotABatchFileError)
  expect(() => readBatchFile(text, mainnet)).toThrow(reason)
})

const [call] = approval.transactions

test.each<[object, string]>([
  [{ value: 1 }, 'its value is a number,'],
  [{ value: '0x1' }, 'its value “0x1” is not a whole number'],
  [{ to: '0x12' }, 'to: An address has 40 digits after 0x, but this one has 2'],
  [{ data: '0xabc' }, 'data: A byte has two digits'],
  [{ operation: 1 }, 'delegatecalls can’t be part of a batch'],
  [{ operation: '1' }, 'delegatecalls can’t be part of a batch'],
  [{ contractInputsValues: { value: '1' } }, 'the value of spender is missing'],
  [
    { contractInputsValues: { spender: contract, value: 5 } },
    'value is a number,',
  ],
  [
    { contractInputsValues: { spender: contract, value: '-1' } },
    'value: uint256 cannot be negative',
  ],
  [
    { contractMethod: { name: 'a', inputs: [{ type: 'fixed8x1' }] } },
    'its function can’t be read.',
  ],
])('a call with %j is named with what is wrong', (part, reason) => {
  const file = { ...approval, transactions: [{ ...call, ...part }] }
  const read = () => readBatchFile(JSON.stringify(file), mainnet)
  expect(read).toThrow(BatchFileCallError)
  expect(read).toThrow(`Call 1 of the file can’t be read: ${reason}`)
})

test('the order of 200 calls is the same after it was written and read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 128n }), {
        minLength: 200,
        maxLength: 200,
      }),
      (amounts) => {
        const calls = appendCalls(
          [],
          amounts.map((value) => ({
            to: contract,
            value,
            data: '0x' as const,
            source: 'Send tokens',
          })),
        )
        const text = writeBatchFile({
          batch: { chainId: 1, safe: contract, calls },
          createdAt: 5,
        })
        const read = readBatchFile(text, mainnet)
        expect(read.checksum).toBe('right')
        expect(read.calls.map(({ value }) => value)).toEqual(amounts)
      },
    ),
    { numRuns: 3 },
  )
})
