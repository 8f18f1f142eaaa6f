import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readUsedModules } from './usedModules'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'covault-used-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is loaded by itself needs all that it passes on', () => {
  const place = (name: string) => join(folder, name)
  writeFileSync(place('main.ts'), `import('./half.js')\n`)
  writeFileSync(place('half.ts'), `export { one } from './one.js'\n`)
  writeFileSync(place('one.ts'), `export const one = 1\n`)
  const { findUsers } = readUsedModules({ entry: place('main.ts'), faces: {} })
  expect(findUsers(place('one.ts'))).toEqual([place('half.ts')])
})

test('who takes one thing from the face of a package needs no more of it', () => {
  const place = (name: string) => join(folder, name)
  const write = (name: string, text: string) =>
    writeFileSync(place(name), `${text}\n`)
  write('main.ts', `import { one } from '@x/face'\nimport('./late.js')`)
  write(
    'late.ts',
    `import {\n  two as other,\n  type Three,\n} from '@x/face'\nimport type { Four } from './four.js'\nimport { IconPlus } from 'icons'`,
  )
  write(
    'face.ts',
    `// The face.\nexport { one } from './one.js'\nexport { type Three, two } from './two.js'`,
  )
  write('one.ts', `export const one = 1`)
  write('two.ts', `import './three.js'\nexport const two = 2`)
  write('three.ts', `export type Three = 3`)
  write('four.ts', `export type Four = 4`)
  const { findUsers } = readUsedModules({
    entry: place('main.ts'),
    faces: { '@x/face': place('face.ts') },
  })
  const main = [place('main.ts')]
  const late = [place('late.ts')]
  expect(findUsers(place('one.ts'))).toEqual(main)
  expect(findUsers(place('two.ts'))).toEqual(late)
  expect(findUsers(place('three.ts'))).toEqual(late)
  expect(findUsers(place('four.ts'))).toEqual([])
  expect(findUsers(place('face.ts'))).toEqual([])
  expect(findUsers('icons#IconPlus')).toEqual(late)
})
