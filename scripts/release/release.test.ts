import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeCid } from './cid.js'
import {
  type Lock,
  listParts,
  writeBillOfMaterials,
  writeNotices,
} from './parts.js'
import {
  judgeSignatures,
  type ReleaseKeys,
  readKeys,
  readListedKeys,
  readPublicKey,
  sign,
} from './signatures.js'
import { writeArchive } from './tar.js'
import { findWebcatFaults, writeWebcatManifest } from './webcat.js'

const root = join(import.meta.dirname, '..', '..')
const names = ['alice', 'bob', 'carol', 'mallory'] as const
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'covault-release-'))
  for (const name of names)
    execFileSync('ssh-keygen', [
      ...['-q', '-t', 'ed25519', '-N', '', '-C', name],
      ...['-f', join(folder, name)],
    ])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Name = (typeof names)[number]
const trust = (threshold: number, ...signers: Name[]): ReleaseKeys => ({
  threshold,
  signers: Object.fromEntries(
    signers.map((name) => [name, readPublicKey(join(folder, `${name}.pub`))]),
  ),
})
const signAll = (content: string, ...signers: Name[]) =>
  signers.map((name) => sign(content, join(folder, name))).join('')

test('S12: lists every locked package with its version, hash and licence', () => {
  const lock: Lock = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const parts = listParts(lock)
  expect(parts.length).toBeGreaterThan(500)
  const bill = writeBillOfMaterials(lock, {
    product: '1.0.0',
    inBrowser: ['node_modules/react'],
  }) as { components: { name: string; hashes: { content: string }[] }[] }
  expect(bill.components).toHaveLength(parts.length)
  const react = bill.components.find(({ name }) => name === 'react')
  expect(react).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/react@\d+\./),
    licenses: [{ license: { id: 'MIT' } }],
    properties: [{ name: 'covault:in-browser', value: 'true' }],
  })
  expect(react?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})

test('the notices hold the licence of what is shipped, and of nothing else', () => {
  const lock: Lock = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const inBrowser = ['node_modules/react']
  const notices = writeNotices(lock, { root, inBrowser })
  const find = (name: string) => {
    const one = listParts(lock).find(
      ({ place }) => place === `node_modules/${name}`,
    )
    return `\n${one?.name} ${one?.version} (${one?.license})\n`
  }
  const [, react = ''] = notices.split(find('react'))
  const licence = join(root, 'node_modules/react/LICENSE')
  expect(react.split('\n\n')[0]).toMatch(/^-+\n/)
  expect(react).toContain(readFileSync(licence, 'utf8').trim())
  // The gateway runs it; the test runner is nobody's but ours.
  expect(notices).toContain(find('fastify'))
  expect(notices).not.toContain(find('vitest'))
})

test('computes the CID that the reference implementation does', () => {
  const files = {
    'index.html': Buffer.from('<p>page</p>\n'),
    'assets/small.js': Buffer.from('export {}\n'),
    'assets/large.bin': Buffer.alloc(600_000, 7),
    // More leaves than one node links to.
    'assets/deep/huge.bin': Buffer.alloc(262_144 * 180 + 5, 9),
    empty: Buffer.alloc(0),
  }
  // Computed by ipfs-unixfs-importer 15.
  expect(computeCid(new Map(Object.entries(files)))).toBe(
    'bafybeieuch3i6a2ugvtoxl2lu7etrvpj5fxrrzxla7ddl5s3onrfogziam',
  )
})

test('writes the same archive for the same files, and tar reads it', () => {
  const long = `${'a'.repeat(90)}/${'b'.repeat(60)}.txt`
  const files = ['b.txt', long, 'a/run.sh'].map((path) => ({
    path,
    content: Buffer.from(`content of ${path}`),
    isProgram: path.endsWith('.sh'),
  }))
  const archive = writeArchive(files)
  expect(writeArchive(files.toReversed()).equals(archive)).toBe(true)
  const file = join(folder, 'archive.tar.gz')
  writeFileSync(file, archive)
  const tar = (...args: string[]) =>
    execFileSync('tar', [...args, '-f', file], { encoding: 'utf8' })
  expect(tar('-tz').trim().split('\n')).toEqual(['a/run.sh', long, 'b.txt'])
  expect(tar('-xzO')).toContain(`content of ${long}`)
})

test('a policy that WEBCAT would refuse is found', () => {
  const files = { '/index.html': { sha256: 'ab'.repeat(32) } }
  const make = (csp: string) =>
    findWebcatFaults(
      writeWebcatManifest({ product: '1.0.0', csp, files, wasm: [] }),
    )
  expect(make("default-src 'none'; script-src 'self' 'sha256-abc='")).toEqual(
    [],
  )
  expect(make("default-src 'none'; script-src 'nonce-abc'")).toHaveLength(1)
  expect(make("default-src 'none'; frame-src https://a.example")).toEqual([
    'frame-src must not name https://a.example.',
  ])
  expect(make("script-src 'self'").length).toBeGreaterThan(0)
})

test('a release counts once as many have signed it as must', () => {
  const trusted = trust(2, 'alice', 'bob', 'carol')
  const judge = (...signers: Name[]) =>
    judgeSignatures('release', signAll('release', ...signers), trusted)
  expect(judge('alice', 'carol')).toEqual({
    signers: ['alice', 'carol'],
    isAccepted: true,
  })
  expect(judge('alice', 'alice').isAccepted).toBe(false)
  expect(judge('alice', 'mallory').isAccepted).toBe(false)
  const changed = judgeSignatures(
    'another',
    signAll('release', 'alice', 'bob'),
    trusted,
  )
  expect(changed.signers).toEqual([])
})

test('keys are exchanged, taken away and replaced by those that stay', () => {
  const before = trust(2, 'alice', 'bob', 'carol')
  const accepts = (trusted: ReleaseKeys, ...signers: Name[]) =>
    judgeSignatures('r', signAll('r', ...signers), trusted).isAccepted
  // Bob's key is lost or stolen: the other two sign the release that drops it.
  expect(accepts(before, 'alice', 'carol')).toBe(true)
  const after = trust(2, 'alice', 'carol')
  expect(accepts(after, 'bob', 'alice')).toBe(false)
  expect(accepts(after, 'alice', 'carol')).toBe(true)
  // With fewer than the threshold left nobody can: a new site must be named.
  expect(accepts(after, 'alice')).toBe(false)
})

/** A page with one script, as it is served. */
function writeWeb(name: string): string {
  const web = join(folder, name)
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), '<p>page</p>')
  writeFileSync(join(web, 'assets', 'main.js'), 'export {}')
  const facts = { scriptHashes: [], styleHashes: [], packages: [] }
  writeFileSync(join(web, 'document.json'), JSON.stringify(facts))
  return web
}

function release(web: string, ...args: string[]): string {
  const script = join(root, 'scripts/release/writeRelease.ts')
  return execFileSync(
    process.execPath,
    [
      ...['--conditions=source', '--import=tsx', script, '--web', web],
      ...['--out', join(folder, 'out'), '--without-archive', ...args],
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  )
}

test('coreutils alone find every file to be the listed one, and the root', () => {
  const web = writeWeb('summed')
  release(web)
  const sums = join(folder, 'out', 'SHA256SUMS')
  const sum = (...args: string[]) =>
    spawnSync('sha256sum', args, { cwd: web, encoding: 'utf8' })
  expect(sum('-c', sums)).toMatchObject({
    status: 0,
    stdout: 'assets/main.js: OK\nindex.html: OK\n',
  })
  const file = join(folder, 'out', 'release.json')
  const { root: named } = JSON.parse(readFileSync(file, 'utf8'))
  expect(sum(sums).stdout.split(' ')[0]).toBe(named)
  writeFileSync(join(web, 'assets', 'main.js'), 'export {} ')
  expect(sum('-c', sums).status).toBe(1)
}, 60_000)

test('a release that exchanges the keys is published once the former ones signed it @full', () => {
  const web = writeWeb('web')
  const writeKeys = (name: string, keys: ReleaseKeys) => {
    writeFileSync(join(folder, name), JSON.stringify(keys))
    return join(folder, name)
  }
  const before = writeKeys('before.json', trust(1, 'alice'))
  const after = writeKeys('after.json', trust(1, 'bob'))
  const rotate = (...args: string[]) => {
    const signed = ['--keys', after, '--sign', join(folder, 'alice')]
    const output = release(web, ...signed, ...args)
    return { output, isPublished: existsSync(join(web, 'release.json')) }
  }
  expect(rotate().isPublished).toBe(false)
  const rotated = rotate('--previous-keys', before)
  expect(rotated.output).toContain('Signed by alice of the previous keys')
  expect(rotated.output).toContain('come for the first time keep no copy')
  expect(rotated.isPublished).toBe(true)
  const both = rotate('--previous-keys', before, '--sign', join(folder, 'bob'))
  expect(both.output).not.toContain('come for the first time')
  expect(both.isPublished).toBe(true)
}, 60_000)

test('the list in the source is used once a maintainer is in it', () => {
  const shipped = join(root, 'apps/web/release-keys.json')
  const text = readFileSync(shipped, 'utf8')
  // Empty, or as browsers compare it: without the comment of a .pub file.
  const none = { threshold: 1, signers: {} }
  expect(readListedKeys(text) ?? none).toEqual(JSON.parse(text))
  const one = trust(1, 'alice')
  expect(readListedKeys(JSON.stringify(one))).toEqual(one)
  expect(readListedKeys(JSON.stringify(none))).toBeUndefined()
})

test('refuses keys by which nothing could be signed, or anything', () => {
  const { signers } = trust(1, 'alice')
  const read = (keys: object) => () => readKeys(JSON.stringify(keys))
  expect(read({ threshold: 1, signers })()).toEqual({ threshold: 1, signers })
  expect(read({ threshold: 0, signers })).toThrow('threshold')
  expect(read({ threshold: 2, signers })).toThrow('threshold')
  const twice = { alice: signers.alice, again: signers.alice }
  expect(read({ threshold: 2, signers: twice })).toThrow('different')
  // A line as it stands in a file of OpenSSH ends with a comment.
  const line = { alice: readFileSync(join(folder, 'alice.pub'), 'utf8') }
  expect(line.alice).not.toBe(signers.alice)
  expect(read({ threshold: 1, signers: line })()).toEqual({
    threshold: 1,
    signers,
  })
  const same = { alice: signers.alice, again: line.alice }
  expect(read({ threshold: 1, signers: same })).toThrow('different')
  const hardware = { alice: 'sk-ssh-ed25519@openssh.com AAAA' }
  expect(read({ threshold: 1, signers: hardware })).toThrow(
    'A plain ssh-ed25519 key is needed',
  )
  const other = { alice: 'ssh-rsa AAAA' }
  expect(read({ threshold: 1, signers: other })).toThrow('ssh-ed25519')
})
