import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/** As an attribute, an import map and a content policy write it. */
export function hashForBrowser(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

/** By address, what every script and style of the build must hash to. */
export function listIntegrity(
  bundle: Rolldown.OutputBundle,
  more: readonly { fileName: string; source: string }[],
): Record<string, string> {
  const built = [...Object.values(bundle), ...more]
    .filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName))
    .map((file): [string, string] => [
      `/${file.fileName}`,
      hashForBrowser('code' in file ? file.code : file.source),
    ])
  return Object.fromEntries(built.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The document names the hash of every script and style: of those it loads
 * itself by an attribute, of all others by its import map, which stands before
 * the first of them. The map is the one inline script; the policy has its hash.
 */
export function addIntegrity(
  html: string,
  integrity: Record<string, string>,
): { html: string; scriptHashes: string[] } {
  // The policy blocks what is fetched without CORS, whatever its hash.
  if (/<script(?![^>]*\bcrossorigin\b)[^>]*\bsrc=/.test(html))
    throw new Error('A script lacks the attribute crossorigin.')
  const map = JSON.stringify({ integrity })
  const withAttributes = html.replace(
    /(?<=<(?:script|link)\b[^>]*\b(?:src|href)=")(\/[^"]+\.(?:js|css))"/g,
    (_, address: string) => {
      const hash = integrity[address]
      if (!hash) throw new Error(`${address} has no hash.`)
      return `${address}" integrity="${hash}"`
    },
  )
  const first = withAttributes.indexOf('<script')
  if (first < 0) throw new Error('The document has no script.')
  return {
    html: `${withAttributes.slice(0, first)}<script type="importmap">${map}</script>\n    ${withAttributes.slice(first)}`,
    scriptHashes: [hashForBrowser(map)],
  }
}

/**
 * What Vite asks for ahead of an import carries the hash as well: a module that
 * was fetched without one would be taken from there, and a style has no import.
 */
export function checkPreloads(): Plugin {
  return {
    name: 'covault:check-preloads',
    apply: 'build',
    transform(code, id) {
      return id === '\0vite/preload-helper.js' ? checkLinks(code) : undefined
    },
  }
}

export function checkLinks(code: string): string {
  const end = 'document.head.appendChild(link)'
  if (code.split(end).length !== 2)
    throw new Error('Vite preloads in another way than the plugin expects.')
  return `let known;
function findIntegrity(path) {
  known ??= JSON.parse(document.querySelector('script[type=importmap]').text).integrity;
  return known[path] ?? '';
}
${code.replace(end, `link.integrity = findIntegrity(dep.pathname);\n${end}`)}`
}
