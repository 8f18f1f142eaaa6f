import { english } from 'viem/accounts'
import { expect, test } from 'vitest'
import { toSixWords } from './sixWords.js'

test('writes the first 66 bits of a hash as six words', () => {
  expect(
    toSixWords(
      '0xad06b099fca34e51e4886643d95d9a19ace2cd024065efb66662a876e8c40343',
    ),
  ).toBe('public culture chapter welcome crunch cigar')
  expect(toSixWords(`0x${'0'.repeat(64)}`)).toBe(
    Array(6).fill(english[0]).join(' '),
  )
})
