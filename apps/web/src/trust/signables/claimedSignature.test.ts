import { buildSignatures } from '@covault/protocol'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isKeySignature, isSameSignature } from './claimedSignature.js'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const mallory = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const hash: Hex = `0x${'ab'.repeat(32)}`
const { address: signer } = alice

const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other of the two that one key operation yields. */
function toHighS(data: Hex): Hex {
  const s = curveOrder - BigInt(`0x${data.slice(66, 130)}`)
  const v = data.endsWith('1b') ? '1c' : '1b'
  return `${data.slice(0, 66) as Hex}${s.toString(16).padStart(64, '0')}${v}`
}

test('bytes decide, no matter who is named', async () => {
  const own = { signer, signature: await alice.sign({ hash }) }
  const other = { signer, signature: await mallory.sign({ hash }) }
  expect(isSameSignature(own, own)).toBe(true)
  expect(isSameSignature(own, other)).toBe(false)
  expect(isSameSignature(own, { ...own, signer: mallory.address })).toBe(false)
  expect(isSameSignature(own, { signer, signature: '0x12' })).toBe(false)
  expect(isSameSignature(own, { signer, signature: null })).toBe(false)
})

test('two forms of one signature are the same', async () => {
  const signature = await alice.sign({ hash })
  const high = toHighS(signature)
  expect(high).not.toBe(signature)
  expect(
    isSameSignature({ signer, signature }, { signer, signature: high }),
  ).toBe(true)
  const approval = buildSignatures([{ kind: 'approvedHash', signer }])
  expect(
    isSameSignature(
      { signer, signature: null },
      { signer, signature: approval },
    ),
  ).toBe(true)
  const contract = (data: Hex) => ({
    signer,
    signature: buildSignatures([{ kind: 'contract', signer, data }]),
  })
  expect(isSameSignature(contract('0x12'), contract('0x12'))).toBe(true)
  expect(isSameSignature(contract('0x12'), contract('0x34'))).toBe(false)
})

test('a key’s signature over the hash needs no chain', async () => {
  const signature = await alice.sign({ hash })
  expect(await isKeySignature(hash, { signer, signature })).toBe(true)
  const elsewhere = await alice.sign({ hash: `0x${'cd'.repeat(32)}` })
  for (const one of [elsewhere, await mallory.sign({ hash }), null, '0x12'])
    expect(
      await isKeySignature(hash, { signer, signature: one as Hex | null }),
    ).toBe(false)
})
