import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import {
  buildSafeTransaction,
  hashSafeMessage,
  hashSafeTransaction,
} from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import { type Hex, zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  type LocalMessage,
  type LocalTransaction,
  localMessages,
  localTransactions,
  nameLocal,
} from '../../preferences/localQueue.js'
import { seenSignatures } from '../../preferences/seenSignatures.js'
import {
  detailLocal,
  detailLocalMessage,
  summariseLocal,
} from '../../queries/localSignables.js'
import { transactionQuery } from '../../queries/transactions.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { SafePlace } from '../safe/safePlace.js'
import { understanding } from './signables.js'

const { alice, bob } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const domain = { chainId: 31337, safe, version: '1.4.1' } as const
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const place: SafePlace = {
  chain,
  address: safe,
  safe: {
    address: safe,
    owners: [alice.address, bob.address],
    threshold: 2,
    nonce: 3n,
    version: '1.4.1',
    known: true,
    singleton: zeroAddress,
    modules: [],
    hasMoreModules: false,
    guard: null,
    fallbackHandler: null,
  },
}
const transaction = buildSafeTransaction({
  domain,
  calls: [{ to: bob.address, value: 1n, data: '0x', operation: 0 }],
  nonce: 3n,
})
const safeTxHash = hashSafeTransaction(domain, transaction)
const messageHash = hashSafeMessage(domain, 'We agree.')
const fields = { chainId: 31337, safe, isProposed: false, at: 1 } as const
const own: Hex = `0x${'11'.repeat(64)}1b`

function confirm(
  checked: Pick<CheckedConfirmation, 'status' | 'isKept'>,
): CheckedConfirmation[] {
  return [
    { signer: alice.address, signature: own, ...checked },
  ] as unknown as CheckedConfirmation[]
}

async function keepBoth(signatures: LocalTransaction['signatures']) {
  const payment: LocalTransaction = {
    ...fields,
    transaction,
    safeTxHash,
    note: '',
    signatures,
  }
  const words: LocalMessage = {
    ...fields,
    content: 'We agree.',
    messageHash,
    signatures,
  }
  await localTransactions.write(nameLocal(fields, safeTxHash), payment)
  await localMessages.write(nameLocal(fields, messageHash), words)
  return { payment, words }
}

/** As rows are looked into, with what the chain said of the signatures. */
async function lookInto(
  { payment, words }: Awaited<ReturnType<typeof keepBoth>>,
  checked: Pick<CheckedConfirmation, 'status' | 'isKept'>,
  told = detailLocal(payment),
) {
  const { id } = summariseLocal(payment, 2)
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const { queryKey } = transactionQuery({ chainId: 31337, address: safe, id })
  cache.setQueryData(queryKey, told)
  const rows = [
    await understanding.transaction.openRow(cache, {
      place,
      subject: { kind: 'transaction', id, signed: 1 },
    }),
    await understanding.message.openRow(cache, {
      place,
      subject: { kind: 'message', message: detailLocalMessage(words) },
    }),
  ]
  for (const row of rows) {
    if (typeof row === 'string') throw new Error(row)
    // Nobody reads its contracts here.
    Promise.resolve(row.meaning).catch(() => undefined)
    await row.onChecked?.(confirm(checked))
  }
}

const countLeft = async () => [
  (await localTransactions.list()).length,
  (await localMessages.list()).length,
]

afterEach(async () => {
  for (const records of [localTransactions, localMessages, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

test('an unsigned copy is let go once an owner’s signature was seen and verified', async () => {
  const kept = await keepBoth([])
  await lookInto(kept, { status: 'invalid' })
  // This browser remembers it, and nobody else has it any more.
  await lookInto(kept, { status: 'verified', isKept: true })
  expect(await countLeft()).toEqual([1, 1])
  await lookInto(kept, { status: 'verified' })
  expect(await countLeft()).toEqual([0, 0])
})

test('signatures that only this browser has are never let go for others', async () => {
  const kept = await keepBoth([{ signer: bob.address, signature: own, at: 1 }])
  await lookInto(kept, { status: 'verified' })
  expect(await countLeft()).toEqual([1, 1])
})

test('only what the gateway tells is remembered as seen there', async () => {
  const signed = { signer: bob.address, signature: own, at: 1 }
  const kept = await keepBoth([signed])
  await lookInto(kept, { status: 'verified' })
  expect(await seenSignatures.list()).toEqual([])
  const told = detailLocal(kept.payment)
  const execution = told.detailedExecutionInfo
  if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
  const detailedExecutionInfo = { ...execution, confirmationsRequired: 2 }
  await lookInto(
    kept,
    { status: 'verified' },
    { ...told, detailedExecutionInfo },
  )
  expect(
    (await seenSignatures.list()).map(({ value }) => value.signer),
  ).toEqual([alice.address])
})
