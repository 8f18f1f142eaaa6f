import type { Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  bringIn,
  listEntries,
  listRecovered,
  messageSignable,
  readOne,
  refusalOf,
  type SignedEntry,
  safeTxHash,
  tenFields,
} from '../proof/carriedForms.js'
import {
  domain,
  signable,
  signers,
  signHash,
  signParcel,
  transaction,
  typedMessage,
} from '../proof/signedParcel.js'
import { readPasted } from './readPasted.js'
import { verifyCarried } from './verifyCarried.js'
import {
  hashCarried,
  type Parcel,
  toEnvelope,
  writeTypedData,
} from './writeEnvelope.js'
import { writeLink } from './writeLink.js'

let parcel: Parcel
let entries: SignedEntry[]

beforeAll(async () => {
  parcel = await signParcel(signable)
  entries = listEntries(parcel)
})

describe('what a file says is not believed', () => {
  const change = (changes: Record<string, unknown>) =>
    JSON.stringify({ ...toEnvelope(parcel), ...changes })
  const otherHash = `0x${'11'.repeat(32)}` as Hex

  test('a stated hash that differs is refused, and both are named', async () => {
    expect(await refusalOf(change({ safeTxHash: otherHash }))).toBe(
      `The stated hash is ${otherHash}, but the content has the hash ${safeTxHash}. Ask the sender for it again.`,
    )
  })

  test('a changed field changes the hash', async () => {
    const data = { ...tenFields, value: '2' }
    expect(await refusalOf(change({ data }))).toContain(
      `The stated hash is ${safeTxHash}`,
    )
    const verified = await bringIn(
      JSON.stringify({ ...toEnvelope(parcel), data, safeTxHash: undefined }),
    )
    expect(listRecovered(verified)).toEqual([])
  })

  test('another network or safe is refused by name', async () => {
    const chainId = '10'
    const hash = hashCarried({
      ...signable,
      domain: { ...domain, chainId: 10 },
    })
    expect(await refusalOf(change({ chainId, safeTxHash: hash }))).toBe(
      'This is for OP Mainnet (chain ID 10), but the open safe is on Ethereum (chain ID 1).',
    )
    expect(await refusalOf(change({ safe: transaction.to }))).toBe(
      `This is for the safe ${transaction.to}, but the open safe is ${domain.safe}.`,
    )
    const link = await writeLink(parcel, {
      origin: 'https://a.example',
      shortName: 'oeth',
    })
    expect(await refusalOf(link)).toBe(
      'The link is for OP Mainnet (chain ID 10), but its content is for Ethereum (chain ID 1).',
    )
  })

  test('a forged signer is refused, and both are named', async () => {
    const [first, second] = entries
    const forged = { ...first, signer: second?.signer }
    const { signatures } = await bringIn(change({ signatures: [forged] }))
    expect(signatures).toMatchObject([{ status: 'refused' }])
    expect(signatures[0]).toHaveProperty(
      'reason.message',
      `The signature is listed as one by ${second?.signer}, but for this content it is by ${first?.signer}.`,
    )
  })

  test('the mirrored form of a signature counts once', async () => {
    const [first] = entries
    const mirrored = { ...first, data: mirror(first?.data ?? '') }
    const { signatures } = await bringIn(
      change({ signatures: [first, mirrored] }),
    )
    expect(signatures).toMatchObject([
      { status: 'recovered', signature: { data: first?.data } },
      { status: 'refused' },
    ])
  })

  test('a signer who has signed is not looked into again', async () => {
    const [first, second] = entries
    const later = { ...second, signer: first?.signer }
    const { signatures } = await bringIn(change({ signatures: [later, first] }))
    expect(signatures).toMatchObject([
      { status: 'refused', reason: { name: 'ForgedSignerError' } },
      { status: 'recovered' },
    ])
    const { signatures: turned } = await bringIn(
      change({ signatures: [first, later] }),
    )
    expect(turned).toMatchObject([
      { status: 'recovered' },
      { status: 'refused', reason: { name: 'DuplicateSignerError' } },
    ])
  })

  test('approvals and contract signatures wait for the chain', async () => {
    const word = addresses[0]?.slice(2).toLowerCase().padStart(64, '0')
    const { signatures } = await bringIn(
      change({
        signatures: [
          {
            signer: addresses[0],
            data: `0x${word}${'00'.repeat(32)}01`,
            isContractSignature: false,
          },
          { signer: addresses[1], data: '0x1234', isContractSignature: true },
        ],
      }),
    )
    expect(signatures).toMatchObject([
      { status: 'needsChain', signature: { kind: 'approvedHash' } },
      { status: 'needsChain', signature: { kind: 'contract', data: '0x1234' } },
    ])
  })

  test('a signature alone of something else is refused', async () => {
    const [account] = signers
    if (!account) throw new Error('One is needed.')
    const signature = await signHash(account, otherHash)
    const text = JSON.stringify({ signature, txHash: otherHash })
    expect(await refusalOf(text)).toContain(otherHash)
  })

  test('a version that hashes otherwise than the stated one is refused', async () => {
    const old = { ...domain, version: '1.1.1' } as const
    const newer = { ...domain, version: '1.5.0' } as const
    const carried = await readOne(writeTypedData(signable))
    if (carried.kind !== 'transaction') throw new Error('No transaction.')
    await expect(verifyCarried(carried, old)).rejects.toThrow(
      `The stated hash is ${safeTxHash}, but the content has the hash ${hashCarried({ ...signable, domain: old })}.`,
    )
    const { hash, isVersionSure } = await verifyCarried(carried, newer)
    expect({ hash, isVersionSure }).toEqual({
      hash: safeTxHash,
      isVersionSure: true,
    })
  })

  test('names the entry of a list that is wrong', async () => {
    const one = toEnvelope(parcel)
    const transactions = [one, { ...one, data: { ...tenFields, to: '0x' } }]
    expect(await refusalOf(JSON.stringify({ transactions }))).toContain(
      'The field "transactions.1.data.to" is not valid.',
    )
  })

  test('a link is found within words', async () => {
    const link = await writeLink(parcel, {
      origin: 'https://a.example',
      shortName: 'eth',
    })
    const words = `Please sign (${link}), see https://b.example/. Thanks.`
    expect(await readPasted(words)).toEqual(await readPasted(link))
  })

  test('a version that nothing tells is asked for', async () => {
    const carried = await readOne(
      JSON.stringify({ data: tenFields, signatures: [] }),
    )
    if (carried.kind !== 'transaction') throw new Error('No transaction.')
    const { version: _, ...place } = domain
    await expect(verifyCarried(carried, place)).rejects.toThrow(
      "The safe's contract version is missing. Connect to the network so that it can be read.",
    )
    await expect(verifyCarried(carried)).rejects.toThrow(
      'The content does not name its network. Open the safe it belongs to, then try again.',
    )
  })

  test.each([
    [{ format: 'safe-thing' }, 'The format "safe-thing" is unknown.'],
    [
      { version: 2 },
      'The file has version 2 of its format, and only version 1 can be read. Update this app or ask for an older file.',
    ],
    [
      { extra: 1 },
      'The field "extra" does not belong to this format, so the file was changed or is for a newer version.',
    ],
    [
      { data: { ...tenFields, more: 1 } },
      'The field "data.more" does not belong to this format, so the file was changed or is for a newer version.',
    ],
    [
      { data: { ...tenFields, value: 1e21 } },
      'The field "data.value" is not valid. "1e+21" is not an integer from 0 to 2^256 - 1.',
    ],
    [
      { data: { ...tenFields, nonce: '9007199254740992' } },
      'The field "data.nonce" is not valid. The nonce 9007199254740992 is above 2^53 - 1, which no safe reaches.',
    ],
    [
      { data: { ...tenFields, operation: 2 } },
      'The field "data.operation" is not valid. 2 is neither 0 (call) nor 1 (delegatecall).',
    ],
    [
      { data: { ...tenFields, to: transaction.to.replace('E0', 'e0') } },
      'The field "data.to" is not valid. The capital letters of 0xe0bcfe5e30ABa0B46f13B0C24CbC470DCA3eb865 do not match its digits, so at least one character is wrong. Copy the address again.',
    ],
    [{ safe: undefined }, 'The field "safe" is missing.'],
    [{ signatures: {} }, 'The field "signatures" is not a list.'],
    [
      { signatures: Array.from({ length: 101 }, () => ({})) },
      'The list "signatures" has 101 entries, and the limit is 100.',
    ],
    [
      { note: 'n'.repeat(5_000) },
      'The field "note" is not valid. It is longer than 4000 characters.',
    ],
  ])('refuses %o', async (changes, words) => {
    expect(await refusalOf(change(changes))).toBe(words)
  })
})

describe('refuses', () => {
  const typed = () => JSON.parse(writeTypedData(signable))

  test.each<[string, () => string, string]>([
    ['nothing', () => ' ', 'This is neither a link'],
    ['words', () => 'sign this please', 'This is neither a link'],
    [
      'a link that carries nothing',
      () => 'https://a.example/?safe=eth:0x1',
      'This is neither a link',
    ],
    ['half of a file', () => '{"format":', 'The text is damaged'],
    ['an object of nothing', () => '{}', 'This is not a transaction'],
    [
      'a Transaction Builder file',
      () =>
        JSON.stringify({
          version: '1.0',
          chainId: '1',
          meta: { name: 'Batch' },
          transactions: [{ to: transaction.to, value: '0', data: '0x' }],
        }),
      'This is a Transaction Builder file',
    ],
    [
      'a message where a transaction belongs',
      () => JSON.stringify({ tx: { data: 'text', signatures: [] } }),
      'The field "tx.data" is not an object with fields.',
    ],
    [
      'typed data of something else',
      () => JSON.stringify(typedMessage),
      'This typed data is not a transaction of a safe',
    ],
    [
      'typed data that hides a message',
      () => writeTypedData(messageSignable),
      'This typed data has only the hash of a message',
    ],
    [
      'typed data with another domain',
      () =>
        JSON.stringify({
          ...typed(),
          domain: { ...typed().domain, name: 'A' },
        }),
      'The field "domain.name" does not belong',
    ],
    [
      'typed data with fields in another order',
      () =>
        JSON.stringify({
          ...typed(),
          types: { SafeTx: typed().types.SafeTx.toReversed() },
        }),
      'The field "types.SafeTx" does not match what safes use for the hash',
    ],
    [
      'a link for an unknown network',
      () => `https://a.example/?safe=nowhere:${domain.safe}&tx=e30`,
      'The link is for the network "nowhere", which is unknown here.',
    ],
    [
      'a link that was cut',
      () => `https://a.example/?safe=eth:${domain.safe}#tx=v1.q1YqS8wpTlWy`,
      'The content is damaged or incomplete.',
    ],
    [
      'one frame of several',
      () =>
        'ur:bytes/1-9/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtdkgslpgh',
      'This is one of several codes. Scan until all are read.',
    ],
  ])('%s', async (_name, write, words) => {
    expect(await refusalOf(write())).toContain(words)
  })
})

/** The other valid signature of the same key and hash: n - s, v flipped. */
function mirror(data: string): string {
  const order =
    0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${data.slice(66, 130)}`)
  const v = data.endsWith('1b') ? '1c' : '1b'
  return `${data.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}
