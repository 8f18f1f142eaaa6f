import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Manifest = {
  name?: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = {
  packages: Record<
    string,
    Manifest & { version?: string; integrity?: string; link?: boolean }
  >
}
const lock: Lock = JSON.parse(read('package-lock.json'))
const folders = Object.keys(lock.packages).filter(
  (path) => !path.includes('node_modules'),
)

test('S11: every dependency is pinned to one version, and the lock has it with its hash', () => {
  expect(folders.length).toBeGreaterThan(5)
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(read(join(folder, 'package.json')))
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
    for (const [name, version] of Object.entries(all))
      expect(version, `${folder}: ${name}`).toMatch(
        /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/,
      )
  }
  for (const [path, { link, integrity }] of Object.entries(lock.packages))
    if (path.includes('node_modules/') && !link)
      expect(integrity, path).toMatch(/^sha512-/)
})

test('S11: packages are installed without running their scripts', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  expect(read('scripts/ensureInstalled.mjs')).toMatch(
    /\['ci', '--ignore-scripts'/,
  )
})

test('S12: npm locks no package that is younger than seven days', () => {
  expect(read('.npmrc')).toMatch(/^min-release-age=7$/m)
})
