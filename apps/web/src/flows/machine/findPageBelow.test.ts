import { expect, test } from 'vitest'
import { paths } from '../../lib/paths.js'
import { writeTransactionId } from '../../lib/transactionId.js'
import { findPageBelow } from './findPageBelow.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const other = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const safe = `local1:${address}`
const safeTxHash = `0x${'ab'.repeat(32)}` as const

const close = (pathname: string, search: Record<string, string> = {}) =>
  findPageBelow({ pathname, search: { safe, ...search }, address })

test.each([safeTxHash, writeTransactionId({ safe: address, safeTxHash })])(
  'closing a flow about %s leads back to its page',
  (id) => {
    expect(close(paths.transaction, { id, flow: 'confirm' })).toEqual({
      to: '.',
      search: { safe, id },
    })
  },
)

test('closing the review of a message leads back to its page', () => {
  const messageHash = safeTxHash
  const flow = 'confirm-message'
  expect(close(paths.message, { messageHash, flow })).toEqual({
    to: '.',
    search: { safe, messageHash },
  })
})

test('where the link no longer names what the page was about, the list follows', () => {
  const search = { safe }
  expect(close(paths.transaction, { nonce: '4' })).toEqual({
    ...{ to: paths.queue, search },
  })
  const id = writeTransactionId({ safe: other, safeTxHash })
  expect(close(paths.transaction, { id })).toEqual({ to: paths.queue, search })
  expect(close(paths.message)).toEqual({ to: paths.messages, search })
})

test('a list stays as it is, with nothing opened in it', () => {
  const appUrl = 'https://app.example'
  expect(close(paths.queue, { id: safeTxHash, appUrl })).toEqual({
    ...{ to: '.', search: { safe, appUrl } },
  })
})
