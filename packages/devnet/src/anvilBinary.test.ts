import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  AnvilNotFoundError,
  findAnvilBinary,
  getPackageName,
} from './anvilBinary.js'

const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'

let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'a checkout '))
})
afterEach(() => rmSync(checkout, { recursive: true }))

const places = (overrides: { path?: string } = {}) => ({
  from: join(checkout, 'module.js'),
  cacheFolder: join(checkout, 'cache'),
  path: '',
  ...overrides,
})

function installPackage(): string {
  const folder = join(checkout, 'node_modules', getPackageName())
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"9.9.9"}')
  return join(folder, 'bin', name)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

test('gives an installed binary its executable bit back', () => {
  const binary = installPackage()
  writeFileSync(binary, 'binary', { mode: 0o644 })
  expect(findAnvilBinary(places())).toBe(binary)
  expect(isExecutable(binary)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'copies a binary whose mode it may not change, once',
  () => {
    const binary = installPackage()
    // Readable by everybody, and not even root may change its mode.
    symlinkSync('/proc/self/limits', binary)
    const copy = join(checkout, 'cache', 'anvil-9.9.9', name)
    expect(findAnvilBinary(places())).toBe(copy)
    expect(isExecutable(copy)).toBe(true)
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(binary, 'utf8'))
    expect(findAnvilBinary(places())).toBe(copy)
  },
)

test('takes anvil from PATH when npm has none, skipping what cannot run', () => {
  const [first, second] = ['first', 'second'].map((folder) =>
    join(checkout, folder),
  )
  for (const folder of [first, second]) {
    mkdirSync(folder ?? '')
    writeFileSync(join(folder ?? '', name), '', { mode: 0o644 })
  }
  const runnable = join(second ?? '', name)
  chmodSync(runnable, 0o755)
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [join(checkout, 'absent'), first, second].join(separator)
  expect(findAnvilBinary(places({ path }))).toBe(runnable)
})

test('says what is missing when there is none', () => {
  expect(() => findAnvilBinary(places())).toThrow(AnvilNotFoundError)
  expect(() => findAnvilBinary(places())).toThrow(
    `the npm package ${getPackageName()} is not installed`,
  )
})
