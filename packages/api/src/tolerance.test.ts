import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { callCases } from '../testing/calls.js'
import {
  module,
  owner,
  recipient,
  safe,
  samples,
  signature,
  token,
  typedMessage,
  zero,
} from '../testing/samples.js'
import answers from '../vectors/answers.json' with { type: 'json' }
import { indexingStatus } from './endpoints/about.js'
import { chainInfo } from './endpoints/chains.js'
import { collectible } from './endpoints/collectibles.js'
import { message } from './endpoints/messages.js'
import { safeApp } from './endpoints/safeApps.js'
import { safeInfo } from './endpoints/safes.js'
import {
  confirmTransaction,
  previewTransaction,
} from './endpoints/transactions.js'
import { dataDecoded } from './schemas/dataDecoded.js'
import { settingsInfo } from './schemas/settingsInfo.js'
import { tokenInfo } from './schemas/tokenInfo.js'
import { transactionDetails } from './schemas/transactionDetails.js'
import { transactionInfo, transferInfo } from './schemas/transactionInfo.js'
import { queueItem } from './schemas/transactionSummary.js'

/** Adds a key nobody knows to every object of an answer. */
function withUnknownKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownKeys)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [
    key,
    withUnknownKeys(inner),
  ])
  return { ...Object.fromEntries(fields), of_tomorrow: { a: [1] } }
}

/** Takes every key whose value is null out of an answer, as old servers do. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}

const answered = callCases.filter(({ answer }) => answer !== undefined)

/** Where keys are data, a further one is not unknown but more data. */
const keyedByData = [
  'getOwnedSafesByChain',
  'getMessages',
  'getCollectibles',
  'getAllCollectibles',
  'getContract',
  'previewTransaction',
  // Prices of gas are kept as they come, for anyone who sends something.
  'getAppConfig',
]

test('configurations may have keys nobody knows beside prices of gas', () => {
  const { endpoint, answer } = answered.find(
    ({ name }) => name === 'getAppConfig',
  ) as (typeof answered)[number]
  const read = (value: unknown) =>
    JSON.stringify(z.decode(endpoint.response, value), (key, inner) =>
      key === 'gasPrice' ? undefined : inner,
    )
  expect(read(withUnknownKeys(answer))).toEqual(read(answer))
})

test.each(answered.filter(({ name }) => !keyedByData.includes(name)))(
  'the answer of $name may have keys nobody knows',
  ({ endpoint, answer }) => {
    const read = (value: unknown) => z.decode(endpoint.response, value)
    expect(read(withUnknownKeys(answer))).toEqual(read(answer))
  },
)

test.each(answered.filter(({ name }) => name !== 'getOwnedSafesByChain'))(
  'the answer of $name may leave out what is null',
  ({ endpoint, answer }) => {
    const read = (value: unknown) => z.decode(endpoint.response, value)
    expect(read(withoutNulls(answer))).toEqual(read(answer))
  },
)

const info = (value: string) => ({ value, name: null, logoUri: null })

describe('both vocabularies', () => {
  test('of the native token, in both places', () => {
    const wire = {
      address: zero,
      decimals: 18,
      symbol: 'ETH',
      name: 'Ether',
      logoUri: '',
    }
    for (const type of ['NATIVE_TOKEN', 'NATIVE_COIN']) {
      expect(z.parse(tokenInfo, { ...wire, type }).type).toBe('NATIVE_TOKEN')
      expect(z.parse(transferInfo, { type, value: '1' })).toEqual({
        type: 'NATIVE_COIN',
        value: 1n,
      })
    }
  })

  test('of a change of the singleton', () => {
    for (const type of ['CHANGE_MASTER_COPY', 'CHANGE_IMPLEMENTATION'])
      expect(
        z.parse(settingsInfo, { type, implementation: info(module) }).type,
      ).toBe('CHANGE_MASTER_COPY')
  })

  test('of gas prices, in any letter case', () => {
    const gasPrice = [
      { type: 'FIXED', weiValue: '1' },
      { type: 'Fixed', weiValue: '1' },
      { type: 'fixed', weiValue: '1' },
      {
        type: 'FIXED1559',
        maxFeePerGas: '2',
        maxPriorityFeePerGas: '1',
      },
      { type: 'ORACLE', uri: '', gasParameter: '', gweiFactor: '1' },
      { type: 'UNKNOWN' },
    ]
    const chain = z.parse(chainInfo, { ...Object(samples.getChain), gasPrice })
    expect(chain.gasPrice.map(({ type }) => type)).toEqual([
      'fixed',
      'fixed',
      'fixed',
      'fixed1559',
      'oracle',
      'UNKNOWN',
    ])
  })

  test('of the field of a confirmation', () => {
    expect(
      z.parse(confirmTransaction.body, { signedSafeTxHash: signature }),
    ).toEqual({ signature })
    expect(z.parse(confirmTransaction.body, { signature })).toEqual({
      signature,
    })
  })
})

describe('what this version does not know', () => {
  test('a kind of transaction becomes a generic one', () => {
    const details = z.parse(transactionDetails, {
      ...answers.transactionDetails,
      txInfo: { type: 'VaultDeposit', humanDescription: 'Deposit', fee: 7 },
      txStatus: 'PAUSED',
    })
    expect(details.txInfo).toEqual({
      type: 'UNKNOWN',
      wireType: 'VaultDeposit',
      humanDescription: 'Deposit',
    })
    expect(details.txStatus).toBe('UNKNOWN')
  })

  test.each([null, undefined, 7, {}, []])(
    'also one whose kind is %j, whatever else it holds',
    (type) => {
      const txInfo = { type, humanDescription: { of: 'tomorrow' } }
      const generic = { type: 'UNKNOWN', wireType: '', humanDescription: null }
      expect(
        z.parse(transactionDetails, { ...answers.transactionDetails, txInfo })
          .txInfo,
      ).toEqual(generic)
      const [item] = Object(samples.getTransactionQueue).results.filter(
        (each: { type: string }) => each.type === 'TRANSACTION',
      )
      const transaction = { ...item.transaction, txInfo }
      expect(z.parse(queueItem, { ...item, transaction })).toMatchObject({
        transaction: { txInfo: generic },
      })
    },
  )

  test.each([2, -1, '0', null, undefined])(
    'the operation %j is neither a call nor a delegate call',
    (operation) => {
      const preview = Object(samples.previewTransaction)
      const txData = { ...preview.txData, operation }
      expect(
        z.parse(previewTransaction.response, { ...preview, txData }).txData
          .operation,
      ).toBe('UNKNOWN')
      const valueDecoded = [{ operation, to: token, value: '1', data: null }]
      const read = z.parse(dataDecoded, {
        method: 'multiSend',
        parameters: [{ name: '', type: 'bytes', value: '0x', valueDecoded }],
      })
      expect(read.parameters?.[0]?.valueDecoded).toMatchObject([
        { operation: 'UNKNOWN' },
      ])
    },
  )

  test('a key of an index that is no address is left out', () => {
    const preview = Object(samples.previewTransaction)
    const index = `{"${owner.toLowerCase()}":${JSON.stringify(info(owner))},"0x12":{},"":null,"__proto__":{"a":1},"constructor":1}`
    const txData = {
      ...preview.txData,
      addressInfoIndex: JSON.parse(index),
      tokenInfoIndex: { nobody: {} },
    }
    expect(
      z.parse(previewTransaction.response, { ...preview, txData }).txData,
    ).toMatchObject({
      addressInfoIndex: { [owner]: info(owner) },
      tokenInfoIndex: {},
    })
  })

  test('the transfer of an order is read as a transfer', () => {
    expect(
      z.parse(transactionInfo, {
        type: 'SwapTransfer',
        sender: info(safe),
        recipient: info(recipient),
        direction: 'OUTGOING',
        transferInfo: { type: 'ERC1155', tokenAddress: token },
        uid: '0x12',
      }),
    ).toMatchObject({
      type: 'Transfer',
      direction: 'OUTGOING',
      transferInfo: { type: 'UNKNOWN', wireType: 'ERC1155' },
    })
  })

  test('an item of a list keeps its place', () => {
    expect(z.parse(queueItem, { type: 'BANNER', text: 'x' })).toEqual({
      type: 'UNKNOWN',
      wireType: 'BANNER',
    })
  })

  test('a setting, a policy, a platform and a version state', () => {
    expect(z.parse(settingsInfo, { type: 'SET_HAT' }).type).toBe('UNKNOWN')
    const [app] = samples.getSafeApps as object[]
    expect(
      z.parse(safeApp, {
        ...app,
        accessControl: { type: 'INVITED' },
        socialProfiles: [{ platform: 'PIGEON', url: '' }],
      }),
    ).toMatchObject({
      accessControl: { type: 'UNKNOWN', value: null },
      socialProfiles: [{ platform: 'UNKNOWN' }],
    })
    expect(
      z.parse(safeInfo, {
        ...answers.safeInfo,
        implementationVersionState: 'ANCIENT',
      }).implementationVersionState,
    ).toBe('UNKNOWN')
  })
})

describe('older forms', () => {
  test('decoded data without accuracy, with JSON booleans and numbers', () => {
    expect(
      z.parse(dataDecoded, {
        method: 'm',
        parameters: [
          { name: 'a', type: 'bool', value: true },
          { name: 'b', type: '(uint8,bool)[]', value: [['1', false], [2]] },
        ],
      }),
    ).toEqual({
      method: 'm',
      accuracy: null,
      parameters: [
        { name: 'a', type: 'bool', value: 'true', valueDecoded: null },
        {
          name: 'b',
          type: '(uint8,bool)[]',
          value: [['1', 'false'], ['2']],
          valueDecoded: null,
        },
      ],
    })
  })

  test('the inner call of an execTransaction is an object', () => {
    const inner = { method: 'transfer', parameters: null }
    const read = z.parse(dataDecoded, {
      method: 'execTransaction',
      parameters: [
        { name: 'data', type: 'bytes', value: '0x', valueDecoded: inner },
      ],
    })
    expect(read.parameters?.[0]?.valueDecoded).toEqual(inner)
  })

  test.each([null, undefined])('a chain whose contracts are %j', (none) => {
    const chain = { ...Object(samples.getChain), contractAddresses: none }
    expect(z.parse(chainInfo, chain).contractAddresses ?? null).toBeNull()
  })

  test('a token without decimals, a collectible without a name', () => {
    expect(
      z.parse(tokenInfo, {
        type: 'ERC721',
        address: token,
        decimals: null,
        symbol: '',
        name: '',
      }),
    ).toMatchObject({ decimals: null, logoUri: null })
    const [sample] = samples.getAllCollectibles as object[]
    expect(z.parse(collectible, { ...sample, metadata: {} })).toMatchObject({
      name: null,
      metadata: {},
    })
  })

  test('a token with more decimals than a uint8 has unknown ones', () => {
    const read = (decimals: number) =>
      z.parse(tokenInfo, {
        ...{ type: 'ERC20', address: token, symbol: 'SPAM', name: 'Spam' },
        ...{ decimals, logoUri: null },
      }).decimals
    expect([0, 255].map(read)).toEqual([0, 255])
    expect([256, 4e8, -1, 1.5].map(read)).toEqual([null, null, null, null])
    const transferred = z.parse(transferInfo, {
      ...{ type: 'ERC20', tokenAddress: token, value: '1', imitation: false },
      decimals: 400_000_000,
    })
    expect(transferred).toMatchObject({ decimals: null })
  })

  test('an indexing status of two fields', () => {
    expect(
      z.parse(indexingStatus, { lastSync: 1, synced: true }),
    ).toMatchObject({ synced: true, currentBlockNumber: null })
  })

  test('typed data without a primary type, which the types tell', () => {
    const { primaryType, ...former } = typedMessage
    const nested = {
      domain: {},
      types: {
        EIP712Domain: [],
        Person: [{ name: 'wallet', type: 'address' }],
        Letter: [{ name: 'to', type: 'Person[2][]' }],
      },
      message: {},
    }
    const read = (content: unknown) =>
      z.parse(message, { ...Object(samples.getMessage), message: content })
        .message
    expect(read(former)).toEqual({ ...former, primaryType })
    expect(read(nested)).toMatchObject({ primaryType: 'Letter' })
  })

  test('typed data whose primary type cannot be told is refused', () => {
    const ambiguous = { domain: {}, types: { A: [], B: [] }, message: {} }
    const { error } = z.safeParse(message, {
      ...Object(samples.getMessage),
      message: ambiguous,
    })
    expect(error?.issues[0]?.path).toEqual(['message'])
  })
})

test('what is there must still be of its type', () => {
  const malformed = {
    ...answers.transactionDetails,
    detailedExecutionInfo: {
      ...answers.transactionDetails.detailedExecutionInfo,
      confirmations: [
        { signer: info(owner), signature: 'none', submittedAt: 1 },
      ],
    },
  }
  const { error } = z.safeParse(transactionDetails, malformed)
  expect(error?.issues[0]?.path).toEqual([
    'detailedExecutionInfo',
    'confirmations',
    0,
    'signature',
  ])
})
