export type ContentPolicyParameters = {
  nonce: string
  styleHashes: readonly string[]
  /** Origins besides our own that the browser may read from: configured nodes, chosen servers. */
  connectOrigins: readonly string[]
  /** The one Safe App that this document may frame. */
  frameOrigin: string | undefined
  /** Who may frame this document. */
  parents: readonly string[]
}

/**
 * The policy of every document. Inline styles are allowed by nonce (component
 * library) and by hash (the connect modal's theme); scripts only as files.
 */
export function contentPolicy(parameters: ContentPolicyParameters): string {
  const { nonce, styleHashes, connectOrigins, frameOrigin, parents } =
    parameters
  const hashes = styleHashes.map((hash) => `'${hash}'`)
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    ['style-src', `'self'`, `'nonce-${nonce}'`, ...hashes].join(' '),
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    ['connect-src', `'self'`, ...connectOrigins].join(' '),
    `frame-src ${frameOrigin ?? `'none'`}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    ['frame-ancestors', ...(parents.length > 0 ? parents : [`'none'`])].join(
      ' ',
    ),
    `manifest-src 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
  ].join('; ')
}

/**
 * On every answer, whatever the route. X-Frame-Options cannot name a parent:
 * with configured ones the policy of the document alone says who they are.
 */
export function listCommonHeaders({
  parents,
}: {
  parents: readonly string[]
}): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(parents.length === 0 && { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=()',
  }
}

export function toOrigins(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
