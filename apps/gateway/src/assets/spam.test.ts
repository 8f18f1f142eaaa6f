import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  type SpamReason,
  scoreToken,
  spamThreshold,
  toSkeleton,
} from './spam.js'

const trustedSymbols = new Set(['USDC', 'DAI', 'ETH', 'LINK'].map(toSkeleton))
const quiet = { solicited: true, forged: false, worth: true }

const score = (
  token: { name?: string; symbol?: string; flaws?: string[] },
  conduct = quiet,
) =>
  scoreToken({
    token: {
      address: zeroAddress,
      name: 'Plain',
      symbol: 'PLN',
      flaws: [],
      ...token,
    },
    listed: false,
    trustedSymbols,
    conduct,
  })

test('an unlisted token that came unasked is shown all the same', () => {
  const { score: sum, reasons } = score({}, { ...quiet, solicited: false })
  expect(reasons).toEqual(['unlisted', 'unsolicited'])
  expect(sum).toBeLessThan(spamThreshold)
})

test('a listed token is never spam', () => {
  const listed = scoreToken({
    token: {
      address: zeroAddress,
      name: 'Visit https://claim.example',
      symbol: 'USDC',
      flaws: ['balance-for-everybody'],
    },
    listed: true,
    trustedSymbols,
    conduct: { solicited: false, forged: true, worth: false },
  })
  expect(listed).toEqual({ score: 0, reasons: [] })
})

test.each<[SpamReason, Parameters<typeof score>[0], typeof quiet?]>([
  ['address-in-name', { name: 'https://a.example' }],
  ['address-in-name', { name: 'Go to claim-usdc.com now' }],
  ['address-in-name', { symbol: 't.me/xyz' }],
  ['lure-in-name', { name: 'Visit us' }],
  ['lure-in-name', { name: '$ 5000 for you' }],
  ['lure-in-name', { symbol: 'AIRDROP' }],
  ['mixed-scripts', { symbol: 'P\u0430y' }],
  ['imitates-listed', { symbol: 'USDC' }],
  ['imitates-listed', { symbol: 'U\u0405DC' }],
  ['imitates-listed', { symbol: 'D\u0410I' }],
  ['imitates-listed', { symbol: 'us-dc' }],
  ['imitates-listed', { symbol: 'L1NK' }],
  ['imitates-listed', { name: 'ＥＴＨ' }],
  ['hidden-characters', { flaws: ['hidden-characters'] }],
  ['mass-airdrop', { flaws: ['mass-airdrop'] }, { ...quiet, solicited: false }],
  ['balance-for-everybody', { flaws: ['balance-for-everybody'] }],
  ['no-code', { flaws: ['no-code'] }],
  ['false-interfaces', { flaws: ['false-interfaces'] }],
  ['forged-transfer', {}, { solicited: false, forged: true, worth: true }],
  ['zero-value', {}, { solicited: false, forged: false, worth: false }],
])('%s makes %j spam', (reason, token, conduct) => {
  const result = score(token, conduct)
  expect(result.reasons).toContain(reason)
  expect(result.score).toBeGreaterThanOrEqual(spamThreshold)
})

test.each([
  { name: 'Garden Token', symbol: 'GRDN' },
  { name: 'Wrapped liquid staked Ether 2.0', symbol: 'wstETH' },
  { name: 'Bridged USDC (PoS)', symbol: 'USDC.e' },
  { name: 'St. Petersburg Dollar', symbol: 'SPD' },
  { name: 'Ελληνικό νόμισμα', symbol: 'ΕΛΛ' },
  { name: 'Рубль', symbol: 'РУБ' },
  { name: '日本円', symbol: 'JPYC' },
])('%j is not spam', (token) => {
  expect(score(token).reasons).toEqual(['unlisted'])
})
