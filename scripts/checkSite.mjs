// Compares what a site serves with a release: node checkSite.mjs URL --release release.json
// One file that needs nothing but Node, to be run elsewhere than the site: on
// another computer, by hand or by cron. It ends with 0 where all is equal, with 1
// where something differs, with 2 where it could not look.
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { parseArgs } from 'node:util'
import * as zlib from 'node:zlib'

const usage = `Usage: node checkSite.mjs URL --release release.json [options]

  --agent TEXT   looks as this user agent as well; may be given several times
  --path PATH    looks at this page as well; may be given several times
  --header NAME  accepts a header that your own proxy adds; several times`

/** Every page is the same document, whoever asks; addresses of safes are made up each time. */
const listPages = () => [
  '/',
  '/welcome/accounts',
  '/home',
  '/transactions/queue',
  '/settings/version',
  '/apps/open?appUrl=https://app.example',
  '/transactions/scan',
  `/home?safe=eth:${makeHex(20)}`,
  `/transactions/history?safe=eth:${makeHex(20)}`,
  `/transactions/tx?safe=eth:${makeHex(20)}&id=${makeHex(32)}`,
]
const makeHex = (bytes) => `0x${randomBytes(bytes).toString('hex')}`

const cookies = ['', 'covault_origins=https%3A%2F%2Frpc.example']
const cookieOrigin = 'https://rpc.example'

/** What every document carries, to the letter. */
const fixedHeaders = (path) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  // Codes are scanned on one page; no other may look through the camera.
  'permissions-policy': `camera=${path === '/transactions/scan' ? '(self)' : '()'}, display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=()`,
  'integrity-policy': 'blocked-destinations=(script)',
})
const ownHeaders = [
  ...Object.keys(fixedHeaders('/')),
  'content-security-policy',
  'x-frame-options',
]
/** Two files have a header of their own. */
const fileHeaders = {
  '/manifest.json': 'access-control-allow-origin',
  '/verify.html': 'content-disposition',
}
/** These act on no page: of the transport, and of proxies on the way. */
const harmless =
  /^(accept-ranges|age|alt-svc|cache-control|cf-[a-z-]+|connection|content-encoding|content-length|content-type|date|etag|expires|keep-alive|last-modified|pragma|server|server-timing|strict-transport-security|transfer-encoding|vary|via|x-(?!content-|dns-|frame-|permitted-|source|ua-|webkit-|xss-)[a-z0-9-]+)$/

const types = {
  html: /^text\/html(; ?charset=utf-8)?$/i,
  js: /^(text|application)\/javascript(; ?charset=utf-8)?$/i,
  css: /^text\/css(; ?charset=utf-8)?$/i,
  json: /^application\/(manifest\+)?json(; ?charset=utf-8)?$/i,
  svg: /^image\/svg\+xml(; ?charset=utf-8)?$/i,
  png: /^image\/png$/i,
  wasm: /^application\/wasm$/i,
  woff2: /^font\/woff2$/i,
}

/** A server of the operator or the reader: no scheme alone, no wildcard, no path. */
const plainOrigin =
  /^(https?|wss?):\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:\d+)?$/

const atOnce = 8
const mostBytes = 64 * 1024 * 1024
const unpack = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  zstd: zlib.zstdDecompressSync,
}

const hash = (content) => createHash('sha256').update(content).digest('hex')

/** Foreign text on our screen: nothing in it may act there. */
const show = (text) =>
  (text.length > 200 ? `${text.slice(0, 200)}…` : text).replaceAll(
    /[^\x20-\x7e…]/g,
    (one) => `\\u{${one.codePointAt(0).toString(16)}}`,
  )

/** Who asks. The last does all that a browser of today does. */
function listVisitors(agents) {
  // A new Chrome comes about every 32 days; this was the 140th.
  const age = Date.now() - Date.UTC(2025, 8, 2)
  const version = 140 + Math.floor(age / (32 * 86_400_000))
  const chrome = (system, number) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${number}.0.0.0 Safari/537.36`
  return [
    { name: 'Chrome', agent: chrome('X11; Linux x86_64', 150) },
    {
      name: 'iPhone',
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    },
    { name: 'curl', agent: 'curl/8.14.1' },
    ...agents.map((agent) => ({ name: agent, agent })),
    {
      name: 'Chrome of today',
      agent: chrome('Windows NT 10.0; Win64; x64', version),
      isBrowser: true,
      headers: {
        'sec-ch-ua': `"Chromium";v="${version}", "Google Chrome";v="${version}", "Not_A Brand";v="24"`,
        'sec-ch-ua-mobile': '?0',
        'sec-ch-ua-platform': '"Windows"',
        'accept-language': 'en-US,en;q=0.9',
        'accept-encoding': `gzip, deflate, br${unpack.zstd ? ', zstd' : ''}`,
      },
    },
  ]
}

const navigation = {
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
}
const loading = (path) => ({
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest':
    { js: 'script', css: 'style', png: 'image', svg: 'image' }[
      path.split('.').pop()
    ] ?? 'empty',
})
/** As browsers ask for a worker, and only for that. */
const workerLoading = {
  accept: '*/*',
  'service-worker': 'script',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'same-origin',
  'sec-fetch-dest': 'serviceworker',
}

/** `bytes` are those of release.json. */
async function checkSite({
  site,
  bytes,
  agents = [],
  paths = [],
  accepted = [],
}) {
  const release = readRelease(bytes)
  const differences = new Set()
  const failures = new Set()
  const context = {
    site,
    release,
    bytes,
    accepted: new Set(accepted.map((name) => name.toLowerCase())),
    visitors: listVisitors(agents),
    pages: [...new Set([...listPages(), ...paths])],
    /** What the policy says of the operator's servers: the same to everybody. */
    servers: new Map(),
    connections: new Map([
      ['http:', new http.Agent({ keepAlive: true, maxSockets: atOnce })],
      ['https:', new https.Agent({ keepAlive: true, maxSockets: atOnce })],
    ]),
    differ: (where, what) =>
      differences.add(`${show(where)}: ${show(String(what))}`),
  }
  const checks = [
    ...listDocumentChecks(context),
    ...listFileChecks(context),
    ...context.visitors.map((one) => () => checkOffered(context, one)),
  ]
  await runAll(checks, failures)
  for (const agent of context.connections.values()) agent.destroy()
  for (const [directive, values] of context.servers)
    if (values.size > 1)
      context.differ(
        'the policy',
        `${directive} depends on who asks: ${[...values].join(' or ')}`,
      )
  return {
    release,
    count: checks.length,
    differences: [...differences].sort(),
    failures: [...failures].sort(),
    servers: [...context.servers].map(
      ([directive, values]) => `${directive} ${show([...values].join(' or '))}`,
    ),
  }
}

/** The release must hold together before anything is compared with it. */
function readRelease(bytes) {
  const release = JSON.parse(bytes.toString())
  if (release.format !== 'covault-release')
    throw new Error('The file is not a release.')
  if (release.retire)
    throw new Error('This release is a retirement: it lists no files.')
  const sums = Object.entries(release.files)
    .map(([path, { sha256 }]) => `${sha256}  ${path.slice(1)}\n`)
    .join('')
  if (hash(sums) !== release.root || !release.files['/index.html'])
    throw new Error('The root of the release does not fit its files.')
  return release
}

function listDocumentChecks(context) {
  const { pages, visitors, release } = context
  return pages.flatMap((page) =>
    visitors.flatMap((visitor) =>
      cookies.map((cookie) => async () => {
        const reply = await get(context, page, {
          visitor,
          headers: { ...(visitor.isBrowser && navigation), cookie },
        })
        const name = `${page} for ${visitor.name}${cookie && ' with a cookie'}`
        const differ = (what) => context.differ(name, what)
        checkStatus(reply, differ)
        if (hash(reply.content) !== release.files['/index.html'].sha256)
          differ('the document is not the one of the release')
        checkType(reply, 'html', differ)
        checkHeaders(reply, page, differ, context)
        checkPolicy(reply, { page, cookie }, differ, context)
      }),
    ),
  )
}

function checkStatus({ status, headers }, differ) {
  const target = headers.get('location')
  if (status !== 200)
    differ(`the server answers ${status}${target ? `, to ${target}` : ''}`)
}

function checkType({ headers }, ending, differ) {
  const type = headers.get('content-type') ?? 'missing'
  if (types[ending] && !types[ending].test(type))
    differ(`the content type is ${type}`)
}

function checkHeaders({ headers, hints }, page, differ, context) {
  const path = page.split('?')[0].replace(/\/$/, '')
  for (const [header, wanted] of Object.entries(fixedHeaders(path)))
    if (headers.get(header) !== wanted)
      differ(`the header ${header} is ${headers.get(header) ?? 'missing'}`)
  for (const header of headers.keys())
    if (!ownHeaders.includes(header))
      checkForeign(headers, header, differ, context)
  for (const link of hints) differ(`an early hint names ${link}`)
}

/** What nobody has named may act: send on, set, clear, load, report. */
function checkForeign(headers, header, differ, { accepted }) {
  if (!harmless.test(header) && !accepted.has(header))
    differ(`a header that is not ours: ${header}: ${headers.get(header)}`)
}

function checkPolicy({ headers }, { page, cookie }, differ, context) {
  const text = headers.get('content-security-policy') ?? ''
  if (text.includes(',')) return differ('there is more than one policy')
  const served = readPolicy(text, differ)
  const wanted = readPolicy(context.release.csp.default, differ)
  const app = readApp(page)
  if (app.frame) wanted.set('frame-src', [app.frame])
  for (const directive of new Set([...served.keys(), ...wanted.keys()])) {
    const said = served.get(directive)?.join(' ')
    const isConfigured = ['connect-src', 'frame-ancestors'].includes(directive)
    if (!isConfigured && said !== wanted.get(directive)?.join(' '))
      differ(`the policy says ${directive} ${said ?? 'nothing'}`)
  }
  const extra = [cookie && cookieOrigin, app.connect]
  const own = wanted.get('connect-src')
  checkServers('connect-src', own, extra)
  checkServers('frame-ancestors', ["'none'", "'self'"], [])
  const isOpen = served.get('frame-ancestors')?.join(' ') !== "'none'"
  const frames = headers.get('x-frame-options')
  if (frames !== (isOpen ? undefined : 'DENY'))
    differ(`the header x-frame-options is ${frames ?? 'missing'}`)

  /** Sources are those of the release, those that we asked for, or plain origins. */
  function checkServers(directive, known, asked) {
    const sources = served.get(directive) ?? []
    const rest = sources.filter((source) => !asked.includes(source))
    const isSound = rest.every(
      (source) => known.includes(source) || plainOrigin.test(source),
    )
    if (sources.length === 0 || !isSound)
      differ(`the policy says ${directive} ${sources.join(' ') || 'nothing'}`)
    const values = context.servers.get(directive) ?? new Set()
    context.servers.set(directive, values.add(rest.join(' ')))
  }
}

/** By the grammar: browsers take the first of two that have one name. */
function readPolicy(text, differ) {
  const policy = new Map()
  for (const part of text.split(';')) {
    const [name, ...sources] = part.split(/[\t\n\f\r ]+/).filter(Boolean)
    if (!name) continue
    const directive = name.toLowerCase()
    if (policy.has(directive)) differ(`the policy says ${directive} twice`)
    else policy.set(directive, sources)
  }
  return policy
}

/** The one Safe App that a page may show, and read about. */
function readApp(page) {
  const { pathname, searchParams } = new URL(page, 'http://localhost')
  const url = searchParams.get('appUrl') ?? ''
  const reading = ['/apps/open', '/apps/custom', '/share/safe-app']
  if (!reading.includes(pathname) || !URL.canParse(url)) return {}
  const { origin } = new URL(url)
  return { connect: origin, frame: pathname === '/apps/open' && origin }
}

function listFileChecks(context) {
  const { release, visitors } = context
  return Object.entries(release.files)
    .filter(([path]) => path !== '/index.html')
    .flatMap(([path, { sha256 }]) =>
      visitors.flatMap((visitor) => {
        const check = (headers, kind) => async () => {
          const reply = await get(context, path, { visitor, headers })
          const differ = (what) =>
            context.differ(`${path} for ${visitor.name}${kind}`, what)
          checkStatus(reply, differ)
          if (reply.status === 200 && hash(reply.content) !== sha256)
            differ('the file is not the one of the release')
          checkType(reply, path.split('.').pop(), differ)
          for (const header of reply.headers.keys())
            if (![...ownHeaders, fileHeaders[path]].includes(header))
              checkForeign(reply.headers, header, differ, context)
        }
        return [
          check(visitor.isBrowser && loading(path), ''),
          ...(path === '/sw.js' ? [check(workerLoading, ' as a worker')] : []),
        ]
      }),
    )
}

/** What browsers are told to accept next must be what we compared with, and signed. */
async function checkOffered(context, visitor) {
  const { release, bytes } = context
  const load = async (path) => {
    const headers = visitor.isBrowser && loading(path)
    const reply = await get(context, path, { visitor, headers })
    return reply.status === 200 ? reply.content : undefined
  }
  const offered = await load('/release.json')
  if (!offered && !release.keys) return
  if (!offered?.equals(bytes))
    context.differ(
      `/release.json for ${visitor.name}`,
      'the server offers another release',
    )
  if (!release.keys) return
  const signatures = String((await load('/release.json.sigs')) ?? '')
  const signers = findSigners(bytes, signatures, release.keys)
  if (signers.length < release.keys.threshold)
    context.differ(
      `/release.json.sigs for ${visitor.name}`,
      `signed by ${signers.join(', ') || 'no trusted key'}; ${release.keys.threshold} needed`,
    )
}

/** Names of those whose signature of OpenSSH (SSHSIG, ed25519) holds, each once. */
function findSigners(content, text, { signers }) {
  const all = text.matchAll(
    /-----BEGIN SSH SIGNATURE-----([^-]+)-----END SSH SIGNATURE-----/g,
  )
  const found = [...all].flatMap(([, body]) => {
    const key = checkSignature(content, Buffer.from(body, 'base64'))
    return Object.keys(signers).filter(
      (name) => key && signers[name].split(' ')[1] === key,
    )
  })
  return [...new Set(found)].sort()
}

/** The public key under which the signature holds, in base64. */
function checkSignature(content, blob) {
  try {
    const [key, namespace, reserved, algorithm, signature] = readStrings(
      blob.subarray(10),
    )
    const [kind, point] = readStrings(key)
    const [signedKind, value] = readStrings(signature)
    const isOurs =
      blob.subarray(0, 10).equals(Buffer.from('SSHSIG\0\0\0\x01')) &&
      String(namespace) === 'covault-release' &&
      ['sha256', 'sha512'].includes(String(algorithm)) &&
      String(kind) === 'ssh-ed25519' &&
      String(signedKind) === 'ssh-ed25519'
    if (!isOurs) return undefined
    const digest = createHash(String(algorithm)).update(content).digest()
    const signed = Buffer.concat([
      Buffer.from('SSHSIG'),
      ...[namespace, reserved, algorithm, digest].flatMap(writeString),
    ])
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
      format: 'jwk',
    })
    return verify(null, signed, publicKey, value)
      ? key.toString('base64')
      : undefined
  } catch {
    // Too short, or no point of the curve: no signature.
    return undefined
  }
}

function readStrings(bytes) {
  const parts = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    parts.push(bytes.subarray(at + 4, end))
    at = end
  }
  return parts
}

function writeString(bytes) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

/** Below `fetch`, which joins headers, adds its own and hides early hints. */
async function get(context, path, { visitor, headers }, isAgain = false) {
  const { site, connections } = context
  const url = new URL(site)
  const { request } = url.protocol === 'https:' ? https : http
  const given = { ...visitor.headers, ...headers, 'user-agent': visitor.agent }
  const hints = []
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        protocol: url.protocol,
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port || undefined,
        path,
        agent: connections.get(url.protocol),
        signal: AbortSignal.timeout(30_000),
        headers: Object.fromEntries(
          Object.entries(given).filter(([, value]) => value),
        ),
      },
      (reply) => {
        readReply(reply).then(
          (read) => resolve({ ...read, hints }),
          (error) => reject(explain(error)),
        )
      },
    )
    asked.on('information', ({ rawHeaders }) => {
      const link = joinHeaders(rawHeaders).get('link')
      if (link) hints.push(link)
    })
    asked.on('error', (error) => {
      // The server may close a kept connection in the moment that we use it.
      if (isAgain || !asked.reusedSocket) return reject(explain(error))
      get(context, path, { visitor, headers }, true).then(resolve, reject)
    })
    asked.end()
  })
  function explain(error) {
    return new Error(
      `${show(path)} can’t be reached: ${error.code ?? error.message}`,
    )
  }
}

async function readReply(reply) {
  const chunks = []
  let size = 0
  for await (const chunk of reply) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the answer has no end')
    chunks.push(chunk)
  }
  const headers = joinHeaders(reply.rawHeaders)
  return {
    status: reply.statusCode,
    headers,
    content: decode(Buffer.concat(chunks), headers.get('content-encoding')),
  }
}

/** What can’t be unpacked is compared as it came, and so differs. */
function decode(content, encoding) {
  try {
    return encoding
      ? unpack[encoding](content, { maxOutputLength: mostBytes })
      : content
  } catch {
    return content
  }
}

/** Every one of them: what comes twice stands side by side. */
function joinHeaders(raw) {
  const headers = new Map()
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at].toLowerCase()
    const before = headers.get(name)
    const value = raw[at + 1].trim()
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

/** One that fails does not keep the others from looking. */
async function runAll(checks, failures) {
  const rest = [...checks]
  const runNext = async () => {
    for (let check = rest.shift(); check; check = rest.shift())
      await check().catch((error) => failures.add(error.message))
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}

function report(site, { release, count, differences, failures, servers }) {
  const { product, root, keys } = release
  console.log(`${site} against release ${product}, root ${root}`)
  for (const server of servers) console.log(`  The site says ${server}`)
  if (!keys)
    console.log('  Signatures were not checked: the release names no keys.')
  for (const line of differences) console.log(`  ${line}`)
  for (const line of failures.slice(0, 10)) console.error(`  ${line}`)
  if (differences.length > 0)
    console.log(`${differences.length} differences in ${count} answers.`)
  else if (failures.length > 0)
    console.error(`${failures.length} addresses did not answer.`)
  else console.log(`Equal: ${count} answers.`)
  if (differences.length > 0) return 1
  return failures.length > 0 ? 2 : 0
}

async function main() {
  const list = { type: 'string', multiple: true, default: [] }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: 'string' },
      agent: list,
      path: list,
      header: list,
    },
  })
  const [url = ''] = positionals
  if (!/^https?:/.test(url) || !URL.canParse(url) || !values.release)
    throw new Error(usage)
  const site = new URL(url).origin
  const found = await checkSite({
    site,
    bytes: readFileSync(values.release),
    agents: values.agent,
    paths: values.path,
    accepted: values.header,
  })
  return report(site, found)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
