// @vitest-environment node
import type { WrittenComment } from '@covault/api'
import { getCommentTypedData, hashComment } from '@covault/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkComments } from './checkComments.js'

const alice = privateKeyToAccount(generatePrivateKey())
const mallory = privateKeyToAccount(generatePrivateKey())
const place = {
  chainId: 31337,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  safeTxHash: `0x${'ab'.repeat(32)}`,
} as const

async function write(
  text: string,
  { by = alice, at = 1_760_000_000_000, of = place } = {},
): Promise<WrittenComment> {
  const { chainId, address: safe, safeTxHash } = of
  const comment = { chainId, safe, safeTxHash, text, writtenAt: at }
  const signature = await by.signTypedData(getCommentTypedData(comment))
  const id = hashComment(comment)
  return { id, writer: by.address, text, writtenAt: at, signature }
}

test('shows what its writer signed, in the order of writing', async () => {
  const later = await write('second', { at: 1_760_000_001_000 })
  const first = await write('first')
  const { comments, dropped } = await checkComments(place, [later, first])
  expect(comments.map(({ text }) => text)).toEqual(['first', 'second'])
  expect(comments[0]).toEqual({
    text: 'first',
    writtenAt: first.writtenAt,
    writer: alice.address,
    hash: first.id,
  })
  expect(dropped).toBe(0)
})

test('drops whatever a gateway changed, moved or invented', async () => {
  const honest = await write('Pay the invoice.')
  const elsewhere = await write('Yes, sign it.', {
    of: { ...place, safeTxHash: `0x${'ac'.repeat(32)}` as never },
  })
  const otherChain = await write('Yes, sign it.', {
    of: { ...place, chainId: 1 as never },
  })
  const lies: WrittenComment[] = [
    { ...honest, text: 'Pay the other invoice.' },
    { ...honest, writtenAt: honest.writtenAt + 1 },
    { ...honest, writtenAt: Number.NaN },
    { ...honest, writer: mallory.address },
    { ...honest, signature: `0x${'11'.repeat(65)}` },
    { ...honest, signature: '0x' },
    { ...(await write('as alice', { by: mallory })), writer: alice.address },
    elsewhere,
    otherChain,
  ]
  expect(await checkComments(place, lies)).toEqual({
    comments: [],
    dropped: lies.length,
  })
})

test('drops texts that are empty, long or have hidden ends, though signed', async () => {
  const texts = ['', 'x'.repeat(501), ' led', 'two\nlines', 'bell\u0007']
  const told = await Promise.all(texts.map((text) => write(text)))
  const { comments, dropped } = await checkComments(place, told)
  expect(comments).toEqual([])
  expect(dropped).toBe(texts.length)
})

test('shows each once, and looks at a hundred', async () => {
  const one = await write('once')
  const told = Array.from({ length: 1_000 }, () => one)
  const { comments, dropped } = await checkComments(place, told)
  expect(comments).toHaveLength(1)
  expect(dropped).toBe(999)
})
