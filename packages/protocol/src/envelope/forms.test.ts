import { beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  bringIn,
  byAddress,
  listEntries,
  listRecovered,
  messageHash,
  messageSignable,
  readOne,
  type SignedEntry,
  safeTxHash,
  tenFields,
} from '../proof/carriedForms.js'
import {
  domain,
  signable,
  signParcel,
  typedMessage,
} from '../proof/signedParcel.js'
import { verifyCarried } from './verifyCarried.js'
import {
  hashCarried,
  type Parcel,
  toEnvelope,
  writeEnvelope,
  writeEnvelopes,
  writeTypedData,
} from './writeEnvelope.js'
import {
  writeEternalSafeLink,
  writeLink,
  writeLocalsafeLink,
} from './writeLink.js'

let parcel: Parcel
let messageParcel: Parcel
let entries: SignedEntry[]

beforeAll(async () => {
  parcel = await signParcel(signable)
  messageParcel = await signParcel(messageSignable)
  entries = listEntries(parcel)
})

describe('every form', () => {
  const forms: [string, string, () => string | Promise<string>][] = [
    ['our file', 'envelope', () => writeEnvelope(parcel)],
    [
      'our link',
      'envelope',
      () =>
        writeLink(parcel, { origin: 'https://a.example', shortName: 'eth' }),
    ],
    [
      'our file in the wrapper of localsafe',
      'envelope',
      () => JSON.stringify({ tx: toEnvelope(parcel) }),
    ],
    ['our file of several', 'envelope', () => writeEnvelopes([parcel])],
    [
      "localsafe's file",
      'localsafe',
      () =>
        JSON.stringify({
          transactions: [{ data: tenFields, signatures: entries }],
        }),
    ],
    [
      "localsafe's older file",
      'localsafe',
      () => JSON.stringify({ tx: { data: tenFields, signatures: entries } }),
    ],
    [
      "localsafe's link, by hand",
      'localsafe',
      () =>
        `https://localsafe.eth.limo/#/safe/${domain.safe}?importTx=${encodeURIComponent(btoa(JSON.stringify({ tx: { data: tenFields, signatures: entries } })))}&chainId=1`,
    ],
    [
      "localsafe's link, ours",
      'localsafe',
      () =>
        writeLocalsafeLink(parcel, { origin: 'https://localsafe.eth.limo' }),
    ],
    [
      "Eternal Safe's link",
      'eternalSafe',
      () =>
        writeEternalSafeLink(parcel, {
          origin: 'https://eternalsafe.eth.limo',
          shortName: 'eth',
        }),
    ],
    [
      "Eternal Safe's JSON",
      'eternalSafe',
      () =>
        JSON.stringify({
          signatures: {
            dataType: 'Map',
            value: entries.map(({ signer, data }) => [
              signer.toLowerCase(),
              { signer, data },
            ]),
          },
          data: tenFields,
        }),
    ],
    [
      'a transaction of a service',
      'service',
      () => JSON.stringify(serviceTransaction()),
    ],
    [
      'a page of a service',
      'service',
      () =>
        JSON.stringify({
          count: 1,
          next: null,
          previous: null,
          results: [serviceTransaction()],
        }),
    ],
    [
      "protocol-kit's object by signer",
      'protocolKit',
      () =>
        JSON.stringify({
          data: tenFields,
          signatures: Object.fromEntries(
            entries.map((entry) => [entry.signer.toLowerCase(), entry]),
          ),
        }),
    ],
  ]

  test.each(forms)(
    '%s is read with both signatures',
    async (_name, form, write) => {
      const text = await write()
      const verified = await bringIn(text)
      expect(verified.form).toBe(form)
      expect(verified.hash).toBe(safeTxHash)
      expect(verified.signable).toEqual(signable)
      expect(listRecovered(verified)).toEqual(addresses.toSorted(byAddress))
    },
  )

  /** As a transaction service answers, with what it knows of the world. */
  function serviceTransaction() {
    return {
      safe: domain.safe,
      ...tenFields,
      nonce: '7',
      executionDate: null,
      submissionDate: '2026-08-20T10:00:00Z',
      safeTxHash,
      isExecuted: false,
      origin: '{}',
      confirmations: entries.map(({ signer, data }) => ({
        owner: signer,
        signature: data,
        signatureType: 'EOA',
        transactionHash: null,
      })),
      confirmationsRequired: 2,
      trusted: true,
      signatures: null,
    }
  }

  test.each([
    ['our file', () => writeEnvelope(messageParcel)],
    [
      'our link',
      () =>
        writeLink(messageParcel, {
          origin: 'https://a.example',
          shortName: 'eth',
        }),
    ],
    [
      "localsafe's link",
      () =>
        writeLocalsafeLink(messageParcel, {
          origin: 'https://localsafe.eth.limo',
        }),
    ],
    [
      "localsafe's JSON",
      () =>
        JSON.stringify({
          message: { data: typedMessage, signatures: messageEntries() },
        }),
    ],
    [
      'a message of a service',
      () =>
        JSON.stringify({
          safe: domain.safe,
          messageHash,
          message: typedMessage,
          proposedBy: addresses[0],
          origin: '{}',
          confirmations: messageEntries().map(({ signer, data }) => ({
            owner: signer,
            signature: data,
            signatureType: 'EOA',
          })),
        }),
    ],
  ])('a message in %s is read with both signatures', async (_name, write) => {
    const verified = await bringIn(await write())
    expect(verified.hash).toBe(messageHash)
    expect(verified.signable).toEqual(messageSignable)
    expect(listRecovered(verified)).toEqual(addresses.toSorted(byAddress))
  })

  function messageEntries() {
    return messageParcel.signatures.flatMap((signature) =>
      'data' in signature
        ? [{ signer: signature.signer, data: signature.data }]
        : [],
    )
  }

  test.each([
    ['txHash', 'transaction', () => safeTxHash, () => parcel],
    ['messageHash', 'message', () => messageHash, () => messageParcel],
  ])('a signature alone, by %s', async (name, of, hash, signed) => {
    const [signature] = signed().signatures
    const text = JSON.stringify({ signature, [name]: hash() })
    expect(await readOne(text)).toMatchObject({ kind: 'signatures', of })
    const verified = await bringIn(text)
    expect(listRecovered(verified)).toEqual([signature?.signer])
  })

  test('our old files of one signature', async () => {
    const [signature] = parcel.signatures
    const old = {
      chainId: 1,
      safe: domain.safe,
      signer: signature?.signer,
      signature: signature && 'data' in signature ? signature.data : '0x',
      isProposed: false,
      at: 1_790_000_000_000,
      transaction: { ...tenFields, nonce: '7' },
      safeTxHash,
      note: 'rent',
    }
    const verified = await bringIn(JSON.stringify(old))
    expect(verified).toMatchObject({ form: 'signatureFile', note: 'rent' })
    expect(listRecovered(verified)).toEqual([signature?.signer])
    const { transaction: _, safeTxHash: __, ...rest } = old
    const [ofMessage] = messageParcel.signatures
    const oldMessage = {
      ...rest,
      content: typedMessage,
      messageHash,
      signature: ofMessage && 'data' in ofMessage ? ofMessage.data : '0x',
    }
    const message = await bringIn(JSON.stringify(oldMessage))
    expect(listRecovered(message)).toEqual([ofMessage?.signer])
  })

  test.each(['0.1.0', '1.1.1', '1.3.0', '1.5.0'] as const)(
    'typed data of %s, which tells its hash but has no signatures',
    async (version) => {
      const one = { ...signable, domain: { ...domain, version } }
      const carried = await readOne(writeTypedData(one))
      if (carried.kind !== 'transaction') throw new Error('No transaction.')
      const { hash, signatures } = await verifyCarried(carried, { chainId: 1 })
      expect(hash).toBe(hashCarried(one))
      expect(signatures).toEqual([])
    },
  )
})
