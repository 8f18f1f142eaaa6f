// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep, type Release } from '../../worker/release.js'
import {
  agreeToParents,
  checkServed,
  readState,
  rememberBegin,
} from './checkServed.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (text: string) => ({ sha256: sha256(text), bytes: text.length })
const release: Release = {
  product: '1.0.0',
  sequence: 1,
  commit: 'c',
  severity: 'normal',
  files: { '/index.html': file('page'), '/sw.js': file('worker') },
  csp: { scriptHashes: [], styleHashes: [] },
  root: 'r',
}
const keepRelease = (kept: Release) =>
  keep(
    '/kept',
    Response.json({ id: 'x', release: kept, signers: [], since: 1 }),
  )

let policy = ''
const stores = new Map<string, Map<string, Response>>()

/** A server that shows the page what was agreed to, and says nothing of its release. */
beforeEach(async () => {
  stores.clear()
  policy = ''
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        match: async (path: string) => store.get(path)?.clone(),
        put: async (path: string, reply: Response) => store.set(path, reply),
      }
    },
  })
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/')
      return new Response('page', {
        headers: { 'content-security-policy': policy },
      })
    if (path === '/sw.js') return new Response('worker')
    throw new TypeError('No answer')
  })
  await keepRelease(release)
  await keep('/worker', new Response(sha256('worker')))
  await rememberBegin()
})
afterEach(() => vi.unstubAllGlobals())

/**
 * Signed by a key of its own, as anyone who comes for the first time judges it.
 */
async function serveRelease(offered: Release): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-retired-'))
  const key = join(folder, 'alice')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const [kind, alice] = (await readFile(`${key}.pub`, 'utf8')).split(' ')
  const keys = { threshold: 1, signers: { alice: `${kind} ${alice}` } }
  const text = JSON.stringify({ ...offered, keys })
  const signatures = execFileSync(
    'ssh-keygen',
    ['-Y', 'sign', '-q', '-n', 'covault-release', '-f', key],
    { input: text, encoding: 'utf8' },
  )
  await rm(folder, { recursive: true })
  vi.stubGlobal(
    'fetch',
    async (path: string) =>
      new Response(path === '/release.json' ? text : signatures),
  )
}

const quiet = {} as ServiceWorkerRegistration
const found = { waiting: {} } as ServiceWorkerRegistration

test('S07: a worker that the page is not shown can’t pretend to be known', async () => {
  expect((await checkServed(quiet)).alarm).toBeUndefined()
  // What it writes before anybody has judged it.
  await keep('/worker', new Response(sha256('another')))
  const own = { ...release, keys: { threshold: 1, signers: { mallory: 'k' } } }
  await keepRelease(own)
  const newer = [{ sequence: 9, worker: 'invented' }]
  await keep('/checked', Response.json({ newer }))
  expect((await checkServed(found)).alarm).toBe('worker')
})

test('S07: a worker that the page is not shown can’t hide by forgetting what is kept', async () => {
  stores.clear()
  expect((await checkServed(found)).alarm).toBe('worker')
})

test('S07: a copy that is gone, or was kept again, is an alarm until a signed retirement explains it', async () => {
  stores.clear()
  expect((await checkServed(quiet)).alarm).toBe('gone')
  await keep(
    '/kept',
    Response.json({ id: 'x', release, signers: [], since: 2, first: 2 }),
  )
  expect((await checkServed(quiet)).alarm).toBe('gone')
  stores.clear()
  await serveRelease({ ...release, retire: true })
  // As after a retirement that another page has read.
  expect(await checkServed(quiet)).toMatchObject({
    alarm: undefined,
    isRetired: true,
  })
  expect((await checkServed(quiet)).alarm).toBeUndefined()
})

test('S08: more sites may frame the kept page once the reader agrees, fewer at once', async () => {
  const serve = async (...parents: string[]) => {
    policy = `connect-src 'self' https://rpc.example; frame-ancestors ${parents.join(' ')}`
    await checkServed(quiet)
    return (await readState())?.origins
  }
  const [one, two, three] = ['a', 'b', 'c'].map(
    (name) => `https://${name}.example`,
  )
  const connect = ['https://rpc.example']
  await keep('/origins', Response.json({ connect: [], parents: [one, two] }))
  expect(await serve(`${two} ${three}`)).toEqual({
    connect,
    parents: [two],
    asked: [two, three],
  })
  // Only what was shown is agreed to, though the server asks for more by now.
  await serve(`${two} ${three} https://mallory.example`)
  await agreeToParents([`${two}`, `${three}`])
  expect((await readState())?.origins?.parents).toEqual([two, three])
  expect(await serve("'none'")).toEqual({ connect, parents: [] })
})

test('an alarm stays until the server has answered all that is asked', async () => {
  await checkServed(found)
  expect((await checkServed(quiet)).alarm).toBe('worker')
})
