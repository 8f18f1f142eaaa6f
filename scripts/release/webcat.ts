// What WEBCAT, a browser extension that enforces what a site may serve, asks
// of a site. Its rules are written here once more, so that a release which
// could not be enrolled is noticed before it is made.

export type WebcatManifest = {
  name: string
  version: string
  default_csp: string
  extra_csp: Record<string, string>
  default_index: string
  default_fallback: string
  files: Record<string, string>
  wasm: string[]
}

/** In base 64 for addresses, as WEBCAT writes hashes. */
export function writeWebcatManifest(facts: {
  product: string
  csp: string
  files: Record<string, { sha256: string }>
  wasm: string[]
}): WebcatManifest {
  const files = Object.entries(facts.files).map(([path, { sha256 }]) => [
    path,
    Buffer.from(sha256, 'hex').toString('base64url'),
  ])
  return {
    name: 'covault',
    version: facts.product,
    default_csp: facts.csp,
    extra_csp: {},
    default_index: 'index.html',
    default_fallback: '/index.html',
    files: Object.fromEntries(files),
    wasm: facts.wasm,
  }
}

const allowed: Record<string, RegExp> = {
  'default-src': /^'(none|self)'$/,
  'script-src': /^'(self|none|sha(256|384|512)-[\w+/=]+|wasm-unsafe-eval)'$/,
  'style-src': /^'(self|none|sha(256|384|512)-[\w+/=]+|unsafe-inline)'$/,
  'worker-src': /^'(self|none)'$/,
  'frame-src': /^'(self|none)'$/,
  'object-src': /^'none'$/,
}

/** What WEBCAT would refuse, in words; empty: it would enrol this. */
export function findWebcatFaults(manifest: WebcatManifest): string[] {
  const policies = [manifest.default_csp, ...Object.values(manifest.extra_csp)]
  return [
    ...policies.flatMap(findPolicyFaults),
    ...Object.entries(manifest.files)
      .filter(([path, hash]) => !/^\//.test(path) || !/^[\w-]{43}$/.test(hash))
      .map(([path]) => `${path} has no hash of 256 bits.`),
    ...(manifest.files[manifest.default_fallback]
      ? []
      : [`${manifest.default_fallback} is not among the files.`]),
  ]
}

function findPolicyFaults(policy: string): string[] {
  const directives = new Map(
    policy.split('; ').map((text): [string, string[]] => {
      const [name = '', ...sources] = text.split(' ')
      return [name, sources]
    }),
  )
  const none = directives.get('default-src')?.join() === "'none'"
  return Object.entries(allowed).flatMap(([name, source]) => {
    const sources = directives.get(name)
    if (!sources)
      return none ? [] : [`${name} is missing, and default-src is not 'none'.`]
    return sources
      .filter((one) => !source.test(one))
      .map((one) => `${name} must not name ${one}.`)
  })
}
