import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addIntegrity, checkLinks, hashForBrowser } from './integrity'

const page = `<head>
    <link rel="icon" href="/favicon.svg" />
    <script src="/assets/head.js" crossorigin></script>
    <script type="module" crossorigin src="/assets/a.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/a.css">
  </head>`
const integrity = {
  '/assets/a.css': 'sha256-style=',
  '/assets/a.js': 'sha256-entry=',
  '/assets/head.js': 'sha256-head=',
}

test('S05: names the hash of every script and style, before the first of them', () => {
  const { html, scriptHashes } = addIntegrity(page, integrity)
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.parse(map)).toEqual({ integrity })
  expect(scriptHashes).toEqual([hashForBrowser(map)])
  expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('head.js'))
  for (const [address, hash] of Object.entries(integrity))
    expect(html).toContain(`="${address}" integrity="${hash}"`)
  expect(html).toContain('href="/favicon.svg" />')
})

test('refuses a document that loads a file without a hash', () => {
  expect(() => addIntegrity(page, {})).toThrow('has no hash')
  expect(() =>
    addIntegrity(page.replace(' crossorigin', ''), integrity),
  ).toThrow('crossorigin')
})

test('adds the hash where Vite preloads, and notices when Vite changes', () => {
  const vite = readFileSync(
    new URL(
      '../../node_modules/vite/dist/node/chunks/node.js',
      import.meta.url,
    ),
    'utf8',
  )
  const helper = /function preload\(baseModule[\s\S]*?\n}/.exec(vite)?.[0] ?? ''
  expect(checkLinks(helper)).toContain('link.integrity = findIntegrity')
  expect(() => checkLinks('')).toThrow('another way')
})
