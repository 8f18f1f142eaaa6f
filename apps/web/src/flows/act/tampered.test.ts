import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressBook } from '../../preferences/addressBook.js'
import { draftBatches, savedBatches } from '../../preferences/draftBatches.js'
import {
  keptMessageSignatures,
  keptSignatures,
} from '../../preferences/legacyKept.js'
import {
  localMessages,
  localTransactions,
} from '../../preferences/localQueue.js'
import { defineRecords, type Records } from '../../preferences/records.js'
import { seenSignatures } from '../../preferences/seenSignatures.js'
import { sentExecutions } from '../../preferences/sentExecutions.js'
import { drafts, wrongSignatures } from './keptWork.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const hash = `0x${'ab'.repeat(32)}` as const
const place = { chainId: 31337, safe: address } as const
const call = { to: address, value: 1n, data: '0x12' } as const

const fields = {
  ...place,
  transaction: {
    ...call,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: address,
    refundReceiver: address,
    nonce: 1n,
  },
  safeTxHash: hash,
  note: 'Rent',
  at: 1,
}
const signed = { signer: address, signature: `0x${'11'.repeat(65)}` }
const signatures = [{ ...signed, at: 1 }]
const execution = {
  ...place,
  safeTxHash: hash,
  nonce: 1n,
  transactionHash: hash,
  from: address,
  senderNonce: 1,
  data: '0x12',
  to: address,
  description: 'Execute',
  at: 1,
}
const batch = { ...place, calls: [{ ...call, id: 1, source: 'Builder' }] }
const message = {
  ...place,
  content: 'Hello',
  messageHash: hash,
  isProposed: false,
  at: 1,
}

const kinds: [Records<unknown>, Record<string, unknown>][] = [
  [keptSignatures, { ...fields, ...signed, isProposed: false }],
  [seenSignatures, { ...fields, ...signed }],
  [localTransactions, { ...fields, isProposed: false, signatures }],
  [sentExecutions, execution],
  [draftBatches, batch],
  [savedBatches, { ...batch, name: 'Salaries', at: 1 }],
  [keptMessageSignatures, { ...message, ...signed }],
  [localMessages, { ...message, signatures }],
  [
    wrongSignatures,
    {
      ...place,
      nonce: 1n,
      safeTxHash: hash,
      account: address,
      signature: '0x11',
      at: 1,
    },
  ],
  [drafts, { input: {}, note: '', at: 1 }],
] as [Records<unknown>, Record<string, unknown>][]

/** As somebody else would who can write into the browser's storage. */
const storage = ({ kind }: Records<unknown>) =>
  defineRecords({ kind, schema: z.unknown() })

afterEach(() => localStorage.clear())

test.each(
  kinds.map(([records, value]) => [records.kind, records, value] as const),
)(
  'S32: a %s whose form was broken is no record any more',
  async (_, records, value) => {
    const raw = storage(records)
    // Files of one worker share what is kept.
    for (const { name } of await records.list()) await raw.remove(name)
    await raw.write('one', value)
    expect(await records.list()).toHaveLength(1)
    const broken = listBroken(value)
    expect(broken.length).toBeGreaterThan(1)
    for (const { path, value: changed } of broken) {
      await raw.write('one', changed)
      expect(await records.list(), path).toEqual([])
      expect(await records.read('one'), path).toBeUndefined()
    }
    await raw.remove('one')
  },
)

type Broken = { path: string; value: unknown }

/** Each field in turn, and those inside of it, holds something else. */
function listBroken(value: object): Broken[] {
  const junk = { toString: () => address }
  return Object.entries(value).flatMap(([key, inner]): Broken[] => {
    // What a form holds is judged by the form.
    if (key === 'input') return []
    const inside =
      typeof inner === 'object' && inner !== null ? listBroken(inner) : []
    return [{ path: '', value: junk }, ...inside].map((part) => ({
      path: `${key}.${part.path}`,
      value: Array.isArray(value)
        ? [part.value]
        : { ...value, [key]: part.value },
    }))
  })
}

test('S32: a contact under another address is a label there, and nothing here', () => {
  const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const book = [{ chainId: 1, address, name: 'Rent' }]
  localStorage.setItem('covault.v1.addressBook', JSON.stringify(book))
  expect(addressBook.read()).toEqual(book)
  const changed = [{ chainId: 1, address: bob, name: 'Rent', to: address }]
  localStorage.setItem('covault.v1.addressBook', JSON.stringify(changed))
  expect(addressBook.read()).toEqual([
    { chainId: 1, address: bob, name: 'Rent' },
  ])
})
