// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { adopt } from './adoptStyles'

const library = dirname(
  createRequire(import.meta.url).resolve('react-style-singleton/package.json'),
)
const code = readFileSync(
  join(library, 'dist', 'es2015', 'singleton.js'),
  'utf8',
)

afterEach(() => vi.unstubAllGlobals())

test('the library’s styles become an adopted sheet while somebody needs them', async () => {
  class Sheet {
    text = ''
    replaceSync(text: string) {
      this.text = text
    }
  }
  const document = { adoptedStyleSheets: [] as Sheet[] }
  vi.stubGlobal('CSSStyleSheet', Sheet)
  vi.stubGlobal('document', document)
  const adopted = adopt(code)
  expect(adopted).not.toMatch(/createElement|getNonce/)
  const { stylesheetSingleton } = await import(
    `data:text/javascript,${encodeURIComponent(adopted)}`
  )
  const sheet = stylesheetSingleton()
  sheet.add('a')
  sheet.add('b')
  expect(document.adoptedStyleSheets.map(({ text }) => text)).toEqual(['a'])
  sheet.remove()
  expect(document.adoptedStyleSheets).toHaveLength(1)
  sheet.remove()
  expect(document.adoptedStyleSheets).toEqual([])
})
