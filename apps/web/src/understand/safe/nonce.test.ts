import { describe, expect, test } from 'vitest'
import { readNonceText } from './nonce.js'

const facts = {
  current: 5n,
  recommended: { nonce: 8n, isQueueKnown: true, queued: [5n, 6n, 7n] },
}

describe('a nonce as it is typed', () => {
  test('is taken as recommended without a word', () => {
    expect(readNonceText('8', facts)).toEqual({
      nonce: 8n,
      error: undefined,
      warning: undefined,
    })
  })

  test.each([
    ['', 'Enter the nonce as a whole number.'],
    ['1.5', 'Enter the nonce as a whole number.'],
    ['-1', 'Enter the nonce as a whole number.'],
    ['0x8', 'Enter the nonce as a whole number.'],
    ['9007199254740992', 'This nonce is too high.'],
    ['10006', 'Nonce 10006 is too far ahead. Choose 10005 or lower.'],
    ['4', 'Nonce 4 is already used. Choose 5 or higher.'],
  ])('“%s” is refused: %s', (text, error) => {
    expect(readNonceText(text, facts)).toEqual({
      nonce: undefined,
      error,
      warning: undefined,
    })
  })

  test.each([
    ['7', /is already waiting at nonce 7\. Only one can be executed/],
    ['9', /leaves a gap: execute a transaction at nonce 8 first/],
    ['108', /far ahead: 100 other nonces come first/],
  ])('%s is warned of', (text, warning) => {
    const reading = readNonceText(text, facts)
    expect(reading.nonce).toBe(BigInt(text))
    expect(reading.warning).toMatch(warning)
  })

  test.each([
    ['6', /comes before the waiting transactions/],
    ['8', /leaves a gap: execute a transaction at nonce 6 first/],
  ])('%s is warned of where a nonce is free before', (text, warning) => {
    const recommended = { ...facts.recommended, queued: [5n, 7n] }
    const { warning: said } = readNonceText(text, { ...facts, recommended })
    expect(said).toMatch(warning)
  })

  test('is warned of, also where somebody recommends it, if nothing waits before', () => {
    const recommended = { nonce: 5000n, isQueueKnown: true, queued: [] }
    expect(readNonceText('5000', { ...facts, recommended }).warning).toMatch(
      /far ahead: 4995 other nonces/,
    )
  })
})
