import { expect, test } from 'vitest'
import type { Release, Signed } from '../../worker/release.js'
import { judgeServed, listNewer, type Served } from './judgeServed.js'
import { readOrigins } from './servedDocument.js'

const make = (sequence: number, more?: Partial<Release>): Release => ({
  product: '1.0.0',
  sequence,
  commit: 'c',
  severity: 'normal',
  files: {
    '/index.html': { sha256: `document ${sequence}`, bytes: 1 },
    '/sw.js': { sha256: `worker ${sequence}`, bytes: 1 },
  },
  csp: { scriptHashes: [], styleHashes: [] },
  root: `root ${sequence}`,
  ...more,
})
const offer = (release: Release): { signed: Signed } => ({
  signed: { id: 'x', release, signers: ['alice'] },
})
const own = make(5)
const honest: Served = {
  document: 'document 5',
  script: 'worker 5',
  offered: offer(own),
}
const judge = (
  served: Partial<Served>,
  kept: Partial<Parameters<typeof judgeServed>[1]> = {},
) =>
  judgeServed(
    { ...honest, ...served },
    { release: own, worker: 'worker 5', isFound: false, newer: [], ...kept },
  )

test('S07: what differs is an alarm, whatever else does not answer', () => {
  expect(judge({})).toMatchObject({ alarm: undefined, isWhole: true })
  const none = { document: undefined, script: undefined, offered: undefined }
  expect(judge({ ...none, document: 'evil' }).alarm).toBe('document')
  expect(judge({ ...none, script: 'evil' }).alarm).toBe('worker')
  expect(judge({ ...none, offered: { signed: undefined } }).alarm).toBe(
    'unsigned',
  )
  expect(judge({ offered: undefined })).toMatchObject({
    alarm: undefined,
    isWhole: false,
    isUnreachable: false,
  })
  expect(judge(none)).toMatchObject({ alarm: undefined, isUnreachable: true })
})

test('S07: a worker is known if it is our own or of a newer signed release', () => {
  const served = (sequence: number) => ({
    document: `document ${sequence}`,
    script: `worker ${sequence}`,
    offered: offer(make(sequence)),
  })
  expect(judge(served(6)).alarm).toBeUndefined()
  expect(judge(served(4)).alarm).toBe('worker')
  // Older, and its worker is ours: it is refused, and nothing runs of it.
  expect(judge({ ...served(4), script: 'worker 5' }).alarm).toBeUndefined()
})

test('S07: a worker that the browser found and a page is not shown is an alarm', () => {
  const found = { isFound: true }
  expect(judge({}, found).alarm).toBe('worker')
  expect(judge({ script: undefined }, found).alarm).toBe('worker')
  const newer = { ...honest, script: 'worker 6', offered: offer(make(6)) }
  expect(judge(newer, found).alarm).toBeUndefined()
  expect(judge(newer, { ...found, worker: 'worker 6' }).alarm).toBe('worker')
})

test('S07: an honest update that waits for consent is no alarm, also once it is withdrawn or the server is gone', () => {
  const six = {
    document: 'document 6',
    script: 'worker 6',
    offered: offer(make(6)),
  }
  const gone = { document: undefined, script: undefined, offered: undefined }
  const newer = listNewer(own, [], make(6))
  expect(newer).toEqual([{ sequence: 6, worker: 'worker 6' }])
  const waits = { isFound: true, newer }
  expect(judge(six, waits).alarm).toBeUndefined()
  expect(judge({}, waits).alarm).toBeUndefined()
  expect(judge(gone, waits).alarm).toBeUndefined()
  // It has taken its place since: the one that is found then is another.
  const answers = { newer, worker: 'worker 6' }
  expect(judge(six, answers).alarm).toBeUndefined()
  expect(judge(six, { ...answers, isFound: true }).alarm).toBe('worker')
  expect(judge({ ...gone, document: 'evil' }, waits).alarm).toBe('document')
})

test('remembers the workers of newer releases alone, each once', () => {
  const both = listNewer(own, listNewer(own, [], make(6)), make(7))
  expect(both.map(({ sequence }) => sequence)).toEqual([6, 7])
  expect(listNewer(own, both, make(6))).toEqual(both)
  expect(listNewer(own, both, make(4))).toEqual(both)
  expect(listNewer(own, both, undefined)).toEqual(both)
  expect(listNewer(make(6), both, make(7))).toEqual([
    { sequence: 7, worker: 'worker 7' },
  ])
})

test('a signed retirement counts from the same sequence on', () => {
  const retired = (sequence: number) =>
    judge({ offered: offer(make(sequence, { retire: true })) }).isRetired
  expect([4, 5, 6].map(retired)).toEqual([false, true, true])
})

test('S07: nothing but plain origins is taken from a served policy', () => {
  const read = (sources: string) =>
    readOrigins(
      `default-src 'none'; connect-src 'self' ${sources}; frame-ancestors https://a.example`,
    )
  expect(read('https://rpc.example wss://relay.example:8443')).toEqual({
    connect: ['https://rpc.example', 'wss://relay.example:8443'],
    parents: ['https://a.example'],
  })
  expect(read('http://127.0.0.1:8545 https://[::1]:1').connect).toHaveLength(2)
  expect(read('https://x;sandbox').connect).toEqual(['https://x'])
  expect(read('https://x,script-src https://y').connect).toEqual(['https://x'])
  for (const source of ['https:', 'https://*', '*', 'data:', "'unsafe-eval'"])
    expect(read(source).connect, source).toEqual([])
  expect(read('https://x/%3Bsandbox https://u:p@y').connect).toEqual([
    'https://x',
    'https://y',
  ])
  expect(readOrigins("frame-ancestors 'none'").parents).toEqual([])
})
