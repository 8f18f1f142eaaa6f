import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import answers from '../vectors/answers.json' with { type: 'json' }
import { decodeData } from './endpoints/dataDecoder.js'
import { getSafe } from './endpoints/safes.js'
import {
  getTransaction,
  getTransactionHistory,
} from './endpoints/transactions.js'

/** The examples of the description of the wire; errors are tested elsewhere. */
test.each([
  ['decoded data', decodeData, answers.dataDecoded],
  ['a safe', getSafe, answers.safeInfo],
  ['a history', getTransactionHistory, answers.history],
  ['a transaction', getTransaction, answers.transactionDetails],
])(
  'the example of %s is read and written back unchanged',
  (_, endpoint, wire) => {
    const schema: z.ZodMiniType = endpoint.response
    expect(z.encode(schema, z.decode(schema, wire))).toEqual(wire)
  },
)

test('the example of a transaction is read into domain values', () => {
  const details = z.parse(getTransaction.response, answers.transactionDetails)
  expect(details).toMatchObject({
    txStatus: 'AWAITING_CONFIRMATIONS',
    txInfo: {
      type: 'Transfer',
      direction: 'OUTGOING',
      transferInfo: { type: 'NATIVE_COIN', value: 1_000_000_000_000_000n },
    },
    detailedExecutionInfo: { type: 'MULTISIG', nonce: 7n, safeTxGas: 0n },
  })
})

test('the example of a batch is read to its innermost call', () => {
  const { parameters } = z.parse(decodeData.response, answers.dataDecoded)
  const batch = parameters?.[0]?.valueDecoded
  expect(batch).toMatchObject([
    {
      to: '0x24C23cDfe7FB5033AD299C2B7b431fB593346627',
      value: 0n,
      dataDecoded: {
        method: 'transfer',
        parameters: [{ type: 'address' }, { value: '25000000' }],
      },
    },
    { value: 1_000_000_000_000_000n, data: null, dataDecoded: null },
  ])
})
