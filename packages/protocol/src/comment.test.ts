import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  type Comment,
  getCommentTypedData,
  hashComment,
  isCommentText,
  longestComment,
  recoverCommentWriter,
  toCommentText,
} from './comment.js'
import { BaseError } from './errors.js'

const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const comment: Comment = {
  chainId: 31337,
  safe: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  safeTxHash: `0x${'ab'.repeat(32)}`,
  writtenAt: 1_760_000_000_000,
  text: 'The invoice is in the shared folder.',
}

test('is signed by its writer, whose address comes out of the signature', async () => {
  const signature = await alice.signTypedData(getCommentTypedData(comment))
  expect(await recoverCommentWriter(comment, signature)).toBe(alice.address)
  expect(hashComment(comment)).toMatchInlineSnapshot(
    `"0x56a44dad0c46dddc03bb70751e89502f89bfe969d4b79782d26d1cd29b3469e9"`,
  )
})

test('has another writer once anything about it is changed', async () => {
  const signature = await alice.signTypedData(getCommentTypedData(comment))
  const changes: Partial<Comment>[] = [
    { chainId: 1 },
    { safe: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
    { safeTxHash: `0x${'ac'.repeat(32)}` },
    { writtenAt: comment.writtenAt + 1 },
    { text: `${comment.text} ` },
  ]
  for (const change of changes)
    expect(
      await recoverCommentWriter({ ...comment, ...change }, signature),
    ).not.toBe(alice.address)
})

test('refuses what is no time, place or signature with an error of our own', async () => {
  for (const change of [
    { writtenAt: 1.5 },
    { writtenAt: -1 },
    { writtenAt: Number.NaN },
    { safeTxHash: '0xab' as const },
    { chainId: 0.5 },
  ])
    expect(() => hashComment({ ...comment, ...change })).toThrow(BaseError)
  await expect(recoverCommentWriter(comment, '0xdead')).rejects.toThrow(
    BaseError,
  )
})

test('is one paragraph of at most 500 characters', () => {
  expect(toCommentText('  two\n\nlines\t ')).toBe('two lines')
  expect(isCommentText('two lines')).toBe(true)
  expect(isCommentText('é')).toBe(true)
  expect(isCommentText('x'.repeat(longestComment))).toBe(true)
  for (const text of [
    '',
    ' ',
    'two\nlines',
    ' before',
    'e\u0301',
    'x'.repeat(longestComment + 1),
    'bell \u0007',
    'zero \u0000',
    'half \ud83d',
  ])
    expect(isCommentText(text), JSON.stringify(text)).toBe(false)
})
