import type { HistoryItem } from '@covault/api'
import { expect, test } from 'vitest'
import { formatDay } from '../../lib/formatTime.js'
import { toHistoryRows } from './historyRows.js'

const noon = new Date(2026, 10, 14, 12).getTime()
const day = 24 * 60 * 60 * 1000

test('days begin at the midnight of the reader', () => {
  const lateEvening = new Date(2026, 10, 14, 23, 59, 59).getTime()
  const justAfter = new Date(2026, 10, 15, 0, 0, 1).getTime()
  const rows = toHistoryRows(
    [page('', [entry('b', justAfter), entry('a', lateEvening)])],
    undefined,
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'Sunday 15 November 2026',
    'b',
    'Saturday 14 November 2026',
    'a',
  ])
})

test('what comes with two pages is listed once', () => {
  const rows = toHistoryRows(
    [
      page('', [entry('c', noon), entry('b', noon - 1)]),
      page('next', [entry('b', noon - 1), entry('a', noon - day)]),
    ],
    undefined,
  )
  expect(
    rows.filter(({ kind }) => kind === 'entry').map(({ key }) => key),
  ).toEqual(['c', 'b', 'a'])
})

test('a day that goes on after a page was let go has no second head', () => {
  const pages = [page('next', [entry('b', noon), entry('a', noon - day)])]
  const whole = toHistoryRows(pages, undefined)
  const rest = toHistoryRows(pages, formatDay(noon))
  expect(whole).toHaveLength(4)
  expect(rest.map(({ key }) => key)).toEqual(['b', formatDay(noon - day), 'a'])
})

test('labels of the gateway and kinds nobody knows are passed over', () => {
  const rows = toHistoryRows(
    [
      page('', [
        { type: 'DATE_LABEL', timestamp: noon },
        { type: 'UNKNOWN', wireType: 'NEWS' },
        entry('a', noon),
      ]),
    ],
    undefined,
  )
  expect(rows).toHaveLength(2)
})

function page(url: string, results: HistoryItem[]) {
  return { results, place: { url, before: undefined } }
}

function entry(id: string, timestamp: number): HistoryItem {
  const who = {
    value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    name: null,
    logoUri: null,
  } as const
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: {
      id,
      txHash: null,
      timestamp,
      txStatus: 'SUCCESS',
      txInfo: {
        type: 'Transfer',
        humanDescription: null,
        sender: who,
        recipient: who,
        direction: 'INCOMING',
        transferInfo: { type: 'NATIVE_COIN', value: 1n },
      },
      executionInfo: null,
      safeAppInfo: null,
      note: null,
    },
  }
}
