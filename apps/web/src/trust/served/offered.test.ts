// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fetchSigned } from './offered.js'

const names = ['maintainer', 'operator'] as const
let folder: string
const keys: Record<string, string> = {}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'covault-keys-'))
  for (const name of names) {
    const file = join(folder, name)
    const options = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]
    execFileSync('ssh-keygen', options)
    const [kind, key] = readFileSync(`${file}.pub`, 'utf8').split(' ')
    keys[name] = `${kind} ${key}`
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllGlobals())

const trust = (name: (typeof names)[number]) => ({
  threshold: 1,
  signers: { [name]: keys[name] ?? '' },
})

/** A server with a release that names its keys, and is signed by one of these. */
function serve(release: object, signer: (typeof names)[number]): void {
  const text = JSON.stringify(release)
  const signatures = execFileSync(
    'ssh-keygen',
    ['-Y', 'sign', '-q', '-n', 'covault-release', '-f', join(folder, signer)],
    { input: text, encoding: 'utf8' },
  )
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/release.json' ? new Response(text) : new Response(signatures),
  )
}

test('a first visit accepts the operator’s own keys, and says that they are', async () => {
  serve({ keys: trust('operator') }, 'operator')
  const maintainers = trust('maintainer')
  expect(await fetchSigned(undefined, maintainers)).toMatchObject({
    signers: ['operator'],
    isByMaintainers: false,
  })
})

test('a release of the maintainers is known by the keys in the source', async () => {
  serve({ keys: trust('maintainer') }, 'maintainer')
  expect(await fetchSigned(undefined, trust('maintainer'))).toMatchObject({
    signers: ['maintainer'],
    isByMaintainers: true,
  })
  const two = { ...trust('maintainer'), threshold: 2 }
  expect((await fetchSigned(undefined, two))?.isByMaintainers).toBe(false)
  const nobody = { threshold: 1, signers: {} }
  expect((await fetchSigned(undefined, nobody))?.isByMaintainers).toBe(false)
})

test('a release that its own keys did not sign, or names none, is not kept', async () => {
  serve({ keys: trust('maintainer') }, 'operator')
  expect(await fetchSigned()).toBeUndefined()
  serve({}, 'operator')
  expect(await fetchSigned()).toBeUndefined()
  // Keys that were agreed to before count, and no others.
  serve({ keys: trust('operator') }, 'operator')
  expect(await fetchSigned(trust('maintainer'))).toBeUndefined()
})
