import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Without what is built only before it is published. */
function packedFiles(): string[] {
  const output = execFileSync(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts'],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [packed] = JSON.parse(output) as [{ files: { path: string }[] }]
  return packed.files.map(({ path }) => path)
}

test('what is published has its licence, its README and no tests', () => {
  const files = packedFiles()
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json']),
  )
  const others = files.filter((path) => !/^(?:dist|src)\//.test(path))
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
  expect(files.filter((path) => path.includes('.test.'))).toEqual([])
})

test('the licence is the one the manifest names', () => {
  expect(manifest.license).toBe('MIT')
  expect(readFileSync(`${folder}/LICENSE`, 'utf8')).toContain('MIT License')
})

test('says which Node it needs, and is built before it is published', () => {
  expect(manifest.engines).toEqual({ node: '>=20.19' })
  expect(manifest.scripts.prepack).toBe('npm run build')
})

test('every entry leads to a file that is published', () => {
  expect(manifest.files).toEqual(['dist', 'src', '!src/**/*.test.ts'])
  for (const { source, types, default: code } of Object.values(
    manifest.exports,
  )) {
    expect(existsSync(`${folder}/${source}`)).toBe(true)
    const built = source.replace('./src/', './dist/').replace(/\.ts$/, '')
    expect([types, code]).toEqual([`${built}.d.ts`, `${built}.js`])
  }
})

test('README names every error and shows how the stream is followed', () => {
  const text = readFileSync(`${folder}/README.md`, 'utf8')
  const errors = readFileSync(`${folder}/src/errors.ts`, 'utf8')
  for (const [, name] of errors.matchAll(/export class (\w+)/g))
    expect(text).toContain(`\`${name}\``)
  for (const word of ['followLive(', 'signal', 'lastEventId', 'onSkipped'])
    expect(text).toContain(word)
})

/** A file of the sources with all it imports, directly or not. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(join(folder, 'src', file), 'utf8')
  const values = text.matchAll(
    /^(?:import|\}|export \{).* from '(\.[^']+)\.js'/gm,
  )
  for (const [statement, path = ''] of values)
    if (!statement.startsWith('import type'))
      closureOf(relative('.', join(dirname(file), `${path}.ts`)), found)
  return found
}

test('the client brings the schemas of no call along', () => {
  expect(manifest.sideEffects).toBe(false)
  const closure = [...closureOf('createClient.ts')]
  expect(closure).toContain('codecs.ts')
  expect(closure.filter((file) => file.includes('/'))).toEqual([])
})

test('a call brings the schemas of no other call along', () => {
  const files = readdirSync(join(folder, 'src/endpoints'))
  for (const file of files) {
    const closure = [...closureOf(`endpoints/${file}`)]
    expect(closure.filter((each) => each.startsWith('endpoints/'))).toEqual([
      `endpoints/${file}`,
    ])
    expect(closure).not.toContain('allEndpoints.ts')
  }
})
