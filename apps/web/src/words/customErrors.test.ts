import { type Hex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { customErrors, describeCustomError } from './customErrors.js'

const alice = 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266n
const bob = 0x70997970c51812dc3a010c7d01b50e0d17dc79c8n

test('the errors of tokens are told in words, with their arguments', () => {
  expect(describeCustomError(withWords('0xcf479181', 5n, 2_500_000n))).toBe(
    'A contract reverted: only 5 of the 2,500,000 needed are available, in smallest units (InsufficientBalance).',
  )
  expect(describeCustomError(withWords('0xe450d38c', alice, 1n, 2n))).toBe(
    'A contract reverted: 0xf39F…2266 holds only 1 of the 2 needed, in smallest units (ERC20InsufficientBalance).',
  )
  expect(describeCustomError(withWords('0x64283d7b', alice, 7n, bob))).toBe(
    'A contract reverted: collectible No. 7 belongs to 0x7099…79C8, not to 0xf39F…2266 (ERC721IncorrectOwner).',
  )
  expect(describeCustomError('0xd93c0665')).toBe(
    'A contract reverted: the contract is paused (EnforcedPause).',
  )
})

test('each selector is that of its error, and each argument has its place', () => {
  for (const [selector, [signature, sentence]] of Object.entries(
    customErrors,
  )) {
    expect(toFunctionSelector(signature)).toBe(selector)
    const types = signature.split(/[()]/)[1]?.split(',') ?? []
    for (const [, kind, place] of sentence.matchAll(/\{([an])(\d)\}/g))
      expect(types[Number(place)], signature).toBe(
        kind === 'a' ? 'address' : 'uint256',
      )
  }
})

test('a panic of the compiler is told by its code', () => {
  expect(describeCustomError(withWords('0x4e487b71', 0x11n))).toBe(
    'A contract failed: a number is too large or below zero (Panic).',
  )
  expect(describeCustomError(withWords('0x4e487b71', 0x99n))).toBeUndefined()
  expect(describeCustomError('0x4e487b71')).toBeUndefined()
})

test('what is unknown, or not of its shape, is not guessed at', () => {
  expect(describeCustomError('0x')).toBeUndefined()
  expect(describeCustomError(withWords('0x12345678', 1n))).toBeUndefined()
  expect(describeCustomError(withWords('0xcf479181', 1n))).toBeUndefined()
  expect(
    describeCustomError(withWords('0xcf479181', 1n, 2n, 3n)),
  ).toBeUndefined()
})

function withWords(selector: Hex, ...words: readonly bigint[]): Hex {
  const encoded = words.map((word) => word.toString(16).padStart(64, '0'))
  return `${selector}${encoded.join('')}`
}
