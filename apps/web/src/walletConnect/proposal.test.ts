import { expect, test } from 'vitest'
import { metadata, place, proposal, safe } from '../testing/standInDapps.js'
import { judgeProposal, readProposal } from './proposal.js'

function judge(given: Parameters<typeof proposal>[0]) {
  const read = readProposal(proposal(given))
  if (!read) throw new Error('The proposal was not read.')
  return judgeProposal(read, place, 1_700_000_000_000)
}

function refusalOf(given: Parameters<typeof proposal>[0]) {
  const verdict = judge(given)
  return 'refusal' in verdict ? verdict.refusal : undefined
}

const asks = (given: Record<string, unknown>) => ({
  eip155: { chains: ['eip155:31337'], methods: [], events: [], ...given },
})

test('answers with the one safe on its one chain, and what it can do', () => {
  const verdict = judge({
    required: asks({ methods: ['eth_sendTransaction', 'personal_sign'] }),
    optional: {
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        methods: ['eth_sign', 'wallet_addEthereumChain'],
        events: ['anything'],
      },
    },
  })
  expect(verdict).toMatchObject({
    namespaces: {
      eip155: {
        chains: ['eip155:31337'],
        accounts: [`eip155:31337:${safe}`],
      },
    },
  })
  expect(JSON.stringify(verdict)).not.toMatch(/eth_sign"|wallet_add|eip155:1"/)
})

test('a namespace may be named by its chain', () => {
  const own = { 'eip155:31337': { methods: [], events: [] } }
  expect(judge({ required: own, optional: {} })).toHaveProperty('namespaces')
})

test.each<[string, Parameters<typeof proposal>[0], number, RegExp]>([
  [
    'another chain',
    { required: asks({ chains: ['eip155:31337', 'eip155:1'] }) },
    5100,
    /requires Ethereum \(chain ID 1\)\. This safe is only on Local 1/,
  ],
  [
    'chains that it never works with',
    { optional: asks({ chains: ['eip155:1', 'eip155:10'] }) },
    5100,
    /supports Ethereum \(chain ID 1\), OP Mainnet \(chain ID 10\), but this safe is on Local 1/,
  ],
  [
    'no chain at all',
    { required: {}, optional: {} },
    5100,
    /no network at all/,
  ],
  [
    'another kind of chain',
    { required: { solana: { chains: ['solana:x'], methods: [], events: [] } } },
    5104,
    /requires solana/,
  ],
  [
    'a method',
    { required: asks({ methods: ['eth_signTransaction'] }) },
    5101,
    /eth_signTransaction/,
  ],
  [
    'eth_sign',
    { required: asks({ methods: ['eth_sign'] }) },
    5101,
    /hides what is signed/,
  ],
  [
    'an event',
    { required: asks({ events: ['moonPhase'] }) },
    5102,
    /moonPhase/,
  ],
  ['the time', { expiryTimestamp: 1_600_000_000 }, 8000, /expired/],
  ['a fraud', { verified: { isScam: true } }, 5000, /fraud/],
  [
    'nobody',
    { metadata: { name: 'x', url: 'javascript:alert(1)' } },
    5000,
    /web address/,
  ],
])('refuses what needs %s', (_, given, code, words) => {
  const refusal = refusalOf(given)
  expect(refusal?.code).toBe(code)
  expect(refusal?.message).toMatch(words)
})

test.each([
  [{ validation: 'VALID' }, { kind: 'verified' }],
  [{ validation: 'UNKNOWN' }, { kind: 'unverified' }],
  [
    { validation: 'INVALID', origin: 'https://evil.example' },
    { kind: 'mismatch', origin: 'https://evil.example' },
  ],
  [{ validation: 'VALID', isScam: true }, { kind: 'scam' }],
])('S70: tells the origin by %j', (verified, verification) => {
  const read = readProposal(proposal({ verified }))
  expect(read?.peer?.verification).toEqual(verification)
})

test('S70: what a dapp says of itself is bounded and seen', () => {
  const hostile = {
    ...metadata,
    name: `Uni\u202Eswap${'x'.repeat(500)}`,
    description: 'y'.repeat(5000),
  }
  const peer = readProposal(proposal({ metadata: hostile }))?.peer
  expect(peer?.name).toContain('Uni\uFFFDswap')
  expect(peer?.name.length).toBeLessThanOrEqual(80)
  expect(peer?.description.length).toBeLessThanOrEqual(300)
  expect(peer?.origin).toBe('https://swap.example')
})

test('what has no shape is no proposal', () => {
  expect(readProposal({ id: 'x' })).toBeUndefined()
  expect(
    readProposal(proposal({ required: { eip155: { methods: [1] } } })),
  ).toBeUndefined()
})
