// What the document of a folder has that a gateway's has not.
import { createHash } from 'node:crypto'
import {
  folderConnectOrigins,
  writeContentPolicy,
} from '@covault/api/content-policy'

/** Of the document that was built, as `document.json` says them. */
type Facts = {
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

/**
 * Opened as a file the document gets none of the others: to a browser they are
 * of another site. Where it is served, the head script has run before the body
 * is read. It waits in the app's place, which the app empties when it draws.
 */
const unserved = {
  style:
    'html:not([data-mantine-color-scheme]){color-scheme:light dark}' +
    'html:not([data-mantine-color-scheme]) #frame,' +
    'html[data-mantine-color-scheme] #unserved{display:none}' +
    '#unserved{max-width:36em;margin:15vh auto;padding:0 24px;font:17px/1.6 system-ui,sans-serif}' +
    '#unserved code{white-space:nowrap;font-weight:600}',
  /** Without scripts the document asks for them, and for nothing else. */
  scriptless: '#unserved{display:none}',
}

function writeUnserved(node: string): string {
  return `<p id="unserved">This page needs a web server. Open a terminal in the folder that has serve.mjs, run <code>node serve.mjs</code> (needs Node ${node}) and open the address that it prints. Any other web server works too, with that folder at the root of its address; README.txt says more.</p>`
}

export function writeFolderPolicy({
  scriptHashes,
  styleHashes,
}: Facts): string {
  return writeContentPolicy({
    scriptHashes,
    styleHashes: [
      ...styleHashes,
      hash(unserved.style),
      hash(unserved.scriptless),
    ],
    connectOrigins: folderConnectOrigins,
    frameOrigin: undefined,
  })
}

/** The policy first, before anything that it is about. */
export function toFolderDocument(
  document: string,
  { policy, node }: { policy: string; node: string },
): string {
  const { style, scriptless } = unserved
  return [
    [
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${policy}" />
    <style>${style}</style>
    <noscript><style>${scriptless}</style></noscript>`,
    ],
    ['href="/app-config"', 'href="/chains.json"'],
    ['<div id="root"></div>', `<div id="root">${writeUnserved(node)}</div>`],
  ].reduce((html, [before = '', after = '']) => {
    if (html.split(before).length !== 2)
      throw new Error(`The document does not have ${before} once.`)
    return html.replace(before, () => after)
  }, document)
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
