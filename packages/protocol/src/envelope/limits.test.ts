import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BaseError } from '../errors.js'
import { seed } from '../proof/arbitraries.js'
import {
  domain,
  signable,
  signParcel,
  typedMessage,
} from '../proof/signedParcel.js'
import { LargeTypedDataError } from '../typedData.js'
import { toBase64Url } from './base64.js'
import { readCollected } from './codes.js'
import { mostCharacters } from './jsonText.js'
import { packText } from './payload.js'
import { readPasted } from './readPasted.js'
import { verifyCarried } from './verifyCarried.js'
import { toEnvelope, writeEnvelope } from './writeEnvelope.js'
import { writeLink } from './writeLink.js'

const origin = 'https://a.example'

test('S35: refuses 50 MB within 100 ms', async () => {
  const text = `{"format":"${'a'.repeat(50_000_000)}"}`
  const started = performance.now()
  await expect(readPasted(text)).rejects.toThrow(
    'This has 50,000,013 characters, and the limit is 1,048,576.',
  )
  expect(performance.now() - started).toBeLessThan(100)
})

test('S35: stops unpacking where a small link grows past the limit', async () => {
  const packed = await packText(`{"format":"${'a'.repeat(20_000_000)}"}`)
  expect(packed.length).toBeLessThan(50_000)
  const link = `${origin}/transactions/tx#tx=v1.${toBase64Url(packed)}`
  await expect(readPasted(link)).rejects.toThrow(/limit is 1,048,576/)
})

test('S35: reads a text of the longest kind in one pass, wherever it ends', async () => {
  const many = 1_000_000
  // An expression that begins again at every letter takes minutes for each.
  for (const text of [
    `https://${'.'.repeat(many)}a`,
    `https://x/${')]'.repeat(many / 2)}a`,
    `https://x/#/safe/${'a'.repeat(many)}`,
    `https://x/#/safe/${'a/'.repeat(many / 2)}`,
    `https://x/#tx=v1.${'='.repeat(many)}a`,
    `https://x/?safe=eth:${'0'.repeat(many)}&tx=a`,
    `{"a":"${'\\"'.repeat(many / 2)}`,
    `ur:bytes/${'a'.repeat(many)}1`,
    `ur:${'1-'.repeat(many / 2)}`,
  ])
    await expect(readPasted(text)).rejects.toThrow(BaseError)
})

test('S35: refuses what is nested too deep, before it is parsed', async () => {
  const deep = `{"format":${'['.repeat(mostCharacters - 20)}`
  await expect(readPasted(deep)).rejects.toThrow(
    'The fields are nested more than 32 deep.',
  )
  // Brackets within words are words.
  const words = `{"note":"${'[{'.repeat(100)}\\"${'['.repeat(40)}"}`
  await expect(readPasted(words)).rejects.toThrow('This is not a transaction')
})

test('S35: refuses a small link whose message takes long to hash', async () => {
  const flags = Array.from({ length: 12_000 }, (_, at) => ({
    name: `f${at}`,
    type: 'bool',
  }))
  const types = {
    A: [{ name: 'a', type: 'B[]' }],
    B: [{ name: 'a', type: 'D[]' }],
    D: flags,
  }
  const a = Array.from({ length: 50_000 }, () => ({ a: [] }))
  const { messageHash: _, ...envelope } = {
    messageHash: '',
    ...toEnvelope(
      await signParcel({ kind: 'message', domain, message: typedMessage }),
    ),
    message: { domain: {}, types, primaryType: 'A', message: { a } },
  }
  const packed = await packText(JSON.stringify(envelope))
  expect(packed.length).toBeLessThan(50_000)
  const link = `${origin}/transactions/tx#tx=v1.${toBase64Url(packed)}`
  const [carried] = await readPasted(link)
  if (carried?.kind !== 'message') throw new Error('This is no message.')
  await expect(verifyCarried(carried)).rejects.toThrow(LargeTypedDataError)
})

test('S34: refuses a field named __proto__ wherever it stands', async () => {
  const envelope = JSON.stringify(toEnvelope(await signParcel(signable)))
  for (const text of [
    envelope.replace('{', '{"__proto__":{"polluted":true},'),
    envelope.replace('"data":{', '"data":{"\\u005f_proto__":{"to":1},'),
    '{"message":{"data":"a","signatures":[{"__proto__":{"signer":1}}]}}',
  ])
    await expect(readPasted(text)).rejects.toThrow(
      'A field is named "__proto__"',
    )
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('does not take inherited names for fields', async () => {
  await expect(readPasted('{"constructor":1,"toString":2}')).rejects.toThrow(
    'This is not a transaction',
  )
})

test('fails with nothing but errors of ours, whatever is pasted', async () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json(),
    fc.json().map((json) => `{"format":"safe-transaction","data":${json}}`),
    fc.json().map((json) => `{"data":${json},"signatures":${json}}`),
    fc
      .json()
      .map(
        (json) => `{"types":${json},"primaryType":"SafeTx","message":${json}}`,
      ),
    fc.string().map((text) => `https://a.example/?safe=eth:0x1&tx=${text}`),
    fc.base64String().map((text) => `https://a.example/#tx=v1.${text}`),
    fc.string().map((text) => `https://a.example/#/safe/0x?importTx=${text}`),
    fc.string().map((text) => `ur:bytes/${text}`),
  )
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      try {
        await readPasted(text)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { seed, numRuns: 1_000 },
  )
})

test('fails with nothing but errors of ours, whatever a code holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      try {
        await readCollected(Uint8Array.of(1, ...bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('writes the same text for the same content', async () => {
  const parcel = await signParcel(signable)
  const reversed = { ...parcel, signatures: parcel.signatures.toReversed() }
  expect(writeEnvelope(reversed)).toBe(writeEnvelope(parcel))
  const place = { origin, shortName: 'eth' }
  expect(await writeLink(reversed, place)).toBe(await writeLink(parcel, place))
})

test('keeps the payload in the fragment', async () => {
  const link = await writeLink(await signParcel(signable), {
    origin,
    shortName: 'eth',
  })
  const { pathname, search, hash } = new URL(link)
  expect(`${pathname}${search}`).toBe(
    '/transactions/tx?safe=eth:0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  )
  expect(hash).toMatch(/^#tx=v1\.[\w-]+$/)
})
