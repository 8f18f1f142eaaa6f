export { readAppOrigins } from './appOrigins.js'
export { readChosenOrigins } from './chosenOrigins.js'

export type ContentPolicyParameters = {
  /** Of the import map, the one script inside of the document: `sha256-…`. */
  scriptHashes: readonly string[]
  /** Of the style elements that libraries write: `sha256-…`. */
  styleHashes: readonly string[]
  /** Besides our own origin, what the browser may read from. */
  connectOrigins: readonly string[]
  /** The one Safe App that this document may frame. */
  frameOrigin: string | undefined
}

/**
 * The policy of the document, as a header of the gateway and as a `<meta>` of
 * the folder. Scripts and styles come as files, or are known by their hash.
 */
export function writeContentPolicy({
  scriptHashes,
  styleHashes,
  connectOrigins,
  frameOrigin,
}: ContentPolicyParameters): string {
  const quote = (hash: string) => `'${hash}'`
  return [
    `default-src 'none'`,
    ['script-src', `'self'`, ...scriptHashes.map(quote)].join(' '),
    ['style-src', `'self'`, ...styleHashes.map(quote)].join(' '),
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    ['connect-src', `'self'`, ...connectOrigins].join(' '),
    `frame-src ${frameOrigin ?? `'none'`}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
  ].join('; ')
}

/** With the document: no script runs whose hash the document does not name. */
export const integrityPolicy = 'blocked-destinations=(script)'

/** Who may frame the document. A `<meta>` cannot say it, a header can. */
export function writeFramePolicy(parents: readonly string[]): string {
  return [
    'frame-ancestors',
    ...(parents.length > 0 ? parents : [`'none'`]),
  ].join(' ')
}

/** Paths that belong to the API: an unknown one there is a 404, never the app. */
const apiPaths =
  /^\/(v[123]|api|health|about|metrics|assets|rpc|tx-service)(\/|$)/

/** No page has a dot in its path; a missing file must not answer as one. */
export function isPagePath(path: string): boolean {
  return (
    !apiPaths.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
  )
}

/** Where the web app scans codes. */
export const scanPath = '/transactions/scan'

/**
 * On every answer, whatever the route. X-Frame-Options cannot name a parent:
 * with configured ones the policy of the document alone says who they are.
 */
export function listCommonHeaders({
  parents,
  path,
}: {
  parents: readonly string[]
  /** Of the request, without its query. */
  path: string
}): Record<string, string> {
  // Codes are scanned on this page; no other may look through the camera.
  const camera = path.replace(/\/$/, '') === scanPath ? '(self)' : '()'
  return {
    'x-content-type-options': 'nosniff',
    ...(parents.length === 0 && { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `camera=${camera}, display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=()`,
  }
}

/**
 * Whom a page from a folder may read from: any server over https, and this
 * machine. Nobody writes a header there once an RPC endpoint is typed in.
 */
export const folderConnectOrigins = [
  'https:',
  'http://127.0.0.1:*',
  'http://localhost:*',
  'wss:',
  'ws://127.0.0.1:*',
  'ws://localhost:*',
] as const
