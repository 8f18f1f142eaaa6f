import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFolder } from './compressFiles'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-compress-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const script = 'export const text = "ä"\n'.repeat(500)

test('puts a copy in brotli beside what gains by it, with the same bytes every time', async () => {
  const build = async (name: string) => {
    const dist = join(folder, name)
    await mkdir(dist)
    await writeFile(join(dist, 'main.js'), script)
    await writeFile(join(dist, 'main.css'), 'a { color: red }')
    await writeFile(join(dist, 'picture.png'), 'png')
    await writeFile(join(dist, 'index.html'), '<title>')
    await compressFolder(dist)
    return dist
  }
  const [first, second] = [await build('first'), await build('second')]
  expect((await readdir(first)).filter((name) => /\.br$/.test(name))).toEqual([
    'index.html.br',
    'main.css.br',
    'main.js.br',
  ])
  const bytes = await readFile(join(first, 'main.js.br'))
  expect(bytes.length).toBeLessThan(script.length / 10)
  expect(String(brotliDecompressSync(bytes))).toBe(script)
  expect(await readFile(join(second, 'main.js.br'))).toEqual(bytes)
  // A copy is not compressed again.
  await compressFolder(first)
  expect(await readdir(first)).toEqual(await readdir(second))
})
