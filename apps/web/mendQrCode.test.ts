// @vitest-environment node
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { mend } from './mendQrCode.js'

const kit = createRequire(import.meta.url).resolve('@rainbow-me/rainbowkit')
const modules = join(dirname(kit), '..', '..', '..')
const file = join(modules, 'cuer', '_dist', 'QrCode.js')

// When this fails because the first line no longer throws, the mending and its
// line in vite.config.ts can go.
test('a code that cannot be drawn as shipped is drawn when mended', async () => {
  const shipped = await import(pathToFileURL(file).href)
  expect(() => shipped.create('https://example.org')).toThrow(/border/)
  const folder = mkdtempSync(join(tmpdir(), 'covault-qr-'))
  symlinkSync(modules, join(folder, 'node_modules'))
  const mended = join(folder, 'QrCode.mjs')
  const code = readFileSync(file, 'utf8').replace(/^\/\/# source.*$/m, '')
  writeFileSync(mended, mend(code))
  const { create } = await import(pathToFileURL(mended).href)
  const { grid, edgeLength } = create('https://example.org')
  expect(edgeLength).toBe(25)
  // A finder pattern fills the corner: seven dark, then one light.
  expect(grid[0].slice(0, 8)).toEqual([...Array(7).fill(true), false])
})
