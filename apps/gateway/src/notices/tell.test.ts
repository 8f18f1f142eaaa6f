import { expect, test } from 'vitest'
import type { Notice, NoticeFacts, ProposalFacts } from '../store/notices.js'
import { toChatBody } from './chatBody.js'
import { type Telling, tell, toLine } from './tell.js'
import { nameSafe } from './tellFor.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const safeTxHash = `0x${'ab'.repeat(32)}` as const

const proposal: ProposalFacts = {
  ...{ safeTxHash, nonce: '12', next: '12', to: safe, data: '0x' },
  ...{ trusted: true, executed: false, submittedAt: new Date(), owners: [] },
  signatures: [{ owner: safe, at: new Date() }],
  needed: 3,
}
const telling: Telling = {
  ...{ name: 'Treasury', appUrl: 'https://safe.example', shortName: 'eth' },
  ...{ proposal, amount: undefined, ready: undefined },
}

function noticeOf(
  type: string,
  facts: NoticeFacts = {},
  body: Record<string, unknown> = {},
): Notice {
  return {
    ...{ id: 1n, eventId: 'id', chainId: 1, safe, type, body, facts },
    happenedAt: new Date(),
  }
}

const say = (
  type: string,
  facts?: NoticeFacts,
  more: Partial<Telling> = {},
  body?: Record<string, unknown>,
) => tell(noticeOf(type, facts, body), { ...telling, ...more })?.title

test('a text has the name, the nonce, how many signed and a link', () => {
  const notice = noticeOf('PENDING_MULTISIG_TRANSACTION', {}, { safeTxHash })
  expect(tell(notice, telling)).toEqual({
    title: 'Treasury: new transaction at nonce 12, 1 of 3 signatures.',
    link: `https://safe.example/transactions/tx?safe=eth:${safe}&id=multisig_${safe}_${safeTxHash}`,
  })
})

test.each([
  [
    say('NEW_CONFIRMATION', { given: 2, needed: 3 }),
    'new signature for the transaction at nonce 12 (2 of 3).',
  ],
  [
    say('NEW_CONFIRMATION', { given: 3, needed: 3 }),
    'transaction at nonce 12 has all signatures (3 of 3). Ready to execute.',
  ],
  [
    say(
      'NEW_CONFIRMATION',
      { given: 3, needed: 3 },
      { proposal: { ...proposal, next: '11' } },
    ),
    'transaction at nonce 12 has all signatures (3 of 3). Nonce 11 must be executed first.',
  ],
  [
    say('EXECUTED_MULTISIG_TRANSACTION', { success: false }),
    'transaction at nonce 12 failed on the network.',
  ],
  [
    say('EXECUTED_MULTISIG_TRANSACTION', { success: true }, { ready: '13' }),
    'transaction at nonce 12 was executed. The transaction at nonce 13 is ready to execute.',
  ],
  [
    say('INCOMING_ETHER', { trusted: true }, { amount: '5 ETH' }),
    'received 5 ETH.',
  ],
  [say('INCOMING_ETHER', { trusted: true }), 'received a transfer.'],
  [
    say('SAFE_SETUP_CHANGED', {
      owners: { added: ['0x1', '0x2'], removed: ['0x3'] },
      modules: { added: [], removed: [] },
      threshold: { before: '1', after: '2' },
    }),
    'setup changed: 2 owners added, 1 owner removed, threshold changed from 1 to 2.',
  ],
])('says %j', (said, expected) => {
  expect(said).toBe(`Treasury: ${expected}`)
})

test('tokens that nobody listed, and reorgs that took nothing back, are not mentioned', () => {
  expect(say('INCOMING_TOKEN', { trusted: false })).toBeUndefined()
  expect(say('REORG_DETECTED', {}, {}, { withdrawn: [] })).toBeUndefined()
  expect(say('REORG_DETECTED', {}, {}, { withdrawn: ['id'] })).toContain(
    'correction',
  )
})

test('a name is one line and calls nobody in a chat', () => {
  expect(toLine('a\r\nBcc: b\u202Ec\u0000')).toBe('a Bcc: b c')
  expect(toLine('x'.repeat(100))).toHaveLength(60)
  const told = { title: '<!channel> & @everyone', link: 'https://a.example' }
  expect(JSON.parse(toChatBody('slack', told)).text).toBe(
    '&lt;!channel&gt; &amp; @everyone\nhttps://a.example',
  )
  expect(JSON.parse(toChatBody('discord', told)).allowed_mentions).toEqual({
    parse: [],
  })
})

test('a name is no link', () => {
  const label = '[Sign here](https://evil.example)'
  const name = nameSafe({ label }, { safe })
  expect(name).toBe('[Sign here](https evil.example)')
  const told = { title: `${name}: moved (1 of 2).`, link: 'https://a.example' }
  expect(JSON.parse(toChatBody('discord', told)).content).toBe(
    '\\[Sign here\\](https evil.example): moved (1 of 2).\nhttps://a.example',
  )
})
