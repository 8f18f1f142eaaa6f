// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSigners } from './signatures.js'

const content = new TextEncoder().encode('{"format":"covault-release"}\n')
let folder: string
const publicKeys: Record<string, string> = {}
const keygen = (args: string[], input?: Uint8Array) =>
  execFileSync('ssh-keygen', args, {
    encoding: 'utf8',
    ...(input && { input }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
const sign = (name: string, namespace = 'covault-release') =>
  keygen(['-Y', 'sign', '-n', namespace, '-f', join(folder, name)], content)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'covault-keys-'))
  for (const name of ['alice', 'bob', 'mallory']) {
    const file = join(folder, name)
    keygen(['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file])
    const [kind, key] = readFileSync(`${file}.pub`, 'utf8').split(' ')
    publicKeys[name] = `${kind} ${key}`
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const find = (signatures: string, signed = content) => {
  const { alice = '', bob = '' } = publicKeys
  const keys = { threshold: 2, signers: { alice, bob } }
  return findSigners(signed, signatures, keys)
}

test('finds everyone who signed with ssh-keygen, each once', async () => {
  expect(await find(sign('alice'))).toEqual(['alice'])
  expect(await find(sign('bob') + sign('alice') + sign('bob'))).toEqual([
    'alice',
    'bob',
  ])
})

test('refuses other keys, other purposes, other content and damaged text', async () => {
  expect(await find(sign('mallory'))).toEqual([])
  expect(await find(sign('alice', 'file'))).toEqual([])
  expect(await find(sign('alice'), content.slice(1))).toEqual([])
  expect(await find('')).toEqual([])
  // The words at the front say what it is; nobody signs them as they stand there.
  const other = sign('alice').replace('U1NIU0lH', 'U1NIU0lI')
  expect(await find(other)).toEqual([])
  const lines = sign('alice').split('\n')
  for (let at = 1; at < lines.length - 2; at++) {
    const damaged = lines.with(at, (lines[at] ?? '').replace(/[A-M]/g, 'z'))
    expect(await find(damaged.join('\n'))).toEqual([])
  }
})
