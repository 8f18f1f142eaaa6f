// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { toFolderDocument, writeFolderPolicy } from './folderDocument.js'

const policy = writeFolderPolicy({
  scriptHashes: ['sha256-map'],
  styleHashes: ['sha256-library'],
})

/** As the build writes it, with less in it. */
const built = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link id="app-config" rel="preload" as="fetch" href="/app-config" crossorigin>
    <script src="/assets/head.js" crossorigin></script>
  </head>
  <body>
    <div id="frame">Home</div>
    <div id="root"></div>
    <noscript>Covault needs JavaScript.</noscript>
  </body>
</html>`

const html = toFolderDocument(built, { policy, node: '20.19 or newer' })

beforeEach(() => {
  document.documentElement.innerHTML = html
})

/** Which of the two is shown: the frame of the app, or what helps without it. */
function listShown(): string[] {
  return ['frame', 'unserved'].filter((id) => {
    const found = document.getElementById(id)
    return found && getComputedStyle(found).display !== 'none'
  })
}

test('a folder’s document that is opened as a file says what it needs', () => {
  expect(listShown()).toEqual(['unserved'])
  expect(document.getElementById('unserved')?.textContent).toMatch(
    /^This page needs a web server\. .* run node serve\.mjs \(needs Node 20\.19 or newer\)/,
  )
})

test('where the head script has run, the frame stands as everywhere', () => {
  const { documentElement: root } = document
  root.setAttribute('data-mantine-color-scheme', 'dark')
  expect(listShown()).toEqual(['frame'])
  root.removeAttribute('data-mantine-color-scheme')
})

test('its policy knows its styles by their hash and allows no others', () => {
  const styles = [
    ...[...document.querySelectorAll('style')].map((one) => one.textContent),
    /<style>(.*)<\/style>/.exec(
      document.querySelector('noscript')?.textContent ?? '',
    )?.[1] ?? '',
  ]
  const hashes = styles.map(
    (style) =>
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(hashes).toHaveLength(2)
  expect(policy).toContain(
    `style-src 'self' 'sha256-library' ${hashes.join(' ')};`,
  )
  expect(policy).toContain(`script-src 'self' 'sha256-map';`)
  expect(policy).not.toContain('unsafe')
  expect(html.indexOf('content-security-policy')).toBeLessThan(
    html.indexOf('<style>'),
  )
})

test('a document of another form is refused', () => {
  const other = built.replace('<div id="root">', '<div id="app">')
  expect(() => toFolderDocument(other, { policy, node: '20' })).toThrow(
    'The document does not have <div id="root"></div> once.',
  )
})
