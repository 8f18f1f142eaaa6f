import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import {
  integrityPolicy,
  listCommonHeaders,
  readAppOrigins,
  readChosenOrigins,
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPublicKey, sign } from './release/signatures.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const parts = { scriptHashes: ['sha256-map='], styleHashes: ['sha256-abc='] }
const files: Record<string, string> = {
  '/assets/main.css': 'body{}',
  '/assets/main.js': 'export {}',
  '/index.html': '<!doctype html><title>Covault</title>',
  '/manifest.json': '{}',
  '/sw.js': 'onfetch=1',
}
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

let folder: string
let text: string
let signatures: string
let strangers: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'covault-site-'))
  const makeKey = (name: string) => {
    const file = join(folder, name)
    const options = ['-q', '-t', 'ed25519', '-N', '', '-f', file]
    execFileSync('ssh-keygen', options)
    return file
  }
  const [alice, bob, mallory] = ['alice', 'bob', 'mallory'].map(makeKey) as [
    string,
    string,
    string,
  ]
  const all = Object.entries(files).map(
    ([path, content]) => [path, sha256(content).toString('hex')] as const,
  )
  const sums = all.map(([path, hash]) => `${hash}  ${path.slice(1)}\n`)
  text = JSON.stringify({
    format: 'covault-release',
    product: '1.2.3',
    keys: {
      threshold: 2,
      signers: {
        alice: readPublicKey(`${alice}.pub`),
        bob: readPublicKey(`${bob}.pub`),
      },
    },
    files: Object.fromEntries(
      all.map(([path, hash]) => [path, { sha256: hash }]),
    ),
    csp: {
      default: writeContentPolicy({
        ...parts,
        connectOrigins: [],
        frameOrigin: undefined,
      }),
    },
    root: sha256(sums.join('')).toString('hex'),
  })
  signatures = sign(text, alice) + sign(text, bob)
  strangers = sign(text, alice) + sign(text, mallory) + sign(`${text} `, bob)
  writeFileSync(join(folder, 'release.json'), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = {
  path: string
  asked: IncomingMessage
  isDocument: boolean
  status: number
  headers: Record<string, string | string[]>
  body: string
}

/** As the gateway answers, but for what is changed. */
function openSite(
  change: (answer: Answer) => unknown,
  parents: readonly string[],
): Promise<Server> {
  const server = createServer((asked, reply) => {
    const answer = answerHonestly(asked, parents)
    if (change(answer) === 'nothing') return void asked.socket.destroy()
    // As a gateway that has a copy in brotli beside its files.
    const isPacked = /\bbr\b/.test(String(asked.headers['accept-encoding']))
    reply.writeHead(answer.status, {
      ...answer.headers,
      ...(isPacked && { 'content-encoding': 'br' }),
    })
    reply.end(isPacked ? pack(answer.body) : answer.body)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server)),
  )
}

const packed = new Map<string, Buffer>()
function pack(body: string): Buffer {
  const known = packed.get(body) ?? brotliCompressSync(body)
  packed.set(body, known)
  return known
}

function answerHonestly(
  asked: IncomingMessage,
  parents: readonly string[],
): Answer {
  const url = asked.url ?? '/'
  const path = url.split('?')[0] ?? '/'
  const isDocument = !path.includes('.')
  const opened = readAppOrigins(url, { host: '' })
  const policy = writeContentPolicy({
    ...parts,
    connectOrigins: [
      'https://node.example',
      'wss://relay.example:8443',
      ...readChosenOrigins(asked.headers.cookie),
      ...(opened.connect ? [opened.connect] : []),
    ],
    frameOrigin: opened.frame,
  })
  const served: Record<string, string> = {
    ...files,
    '/release.json': text,
    '/release.json.sigs': signatures,
  }
  const file = isDocument ? '/index.html' : path
  return {
    path,
    asked,
    isDocument,
    status: served[file] === undefined ? 404 : 200,
    body: served[file] ?? '',
    headers: {
      ...listCommonHeaders({ parents, path }),
      server: 'nginx',
      'x-request-id': '1',
      'content-type': types[file.split('.').pop() ?? ''] ?? 'text/plain',
      ...(path === '/manifest.json' && { 'access-control-allow-origin': '*' }),
      ...(isDocument && {
        'content-security-policy': `${policy}; ${writeFramePolicy(parents)}`,
        'integrity-policy': integrityPolicy,
      }),
    },
  }
}

async function check(
  change: (answer: Answer) => unknown = () => undefined,
  { args = [] as string[], parents = [] as string[] } = {},
) {
  const server = await openSite(change, parents)
  const { port } = server.address() as AddressInfo
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'checkSite.mjs'),
      `http://127.0.0.1:${port}`,
      ...['--release', join(folder, 'release.json'), ...args],
    ],
    { env: { PATH: process.env.PATH } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  server.closeAllConnections()
  server.close()
  return { code, output }
}

const onDocuments = (change: (answer: Answer) => unknown) => (answer: Answer) =>
  answer.isDocument && change(answer)
const setHeader = (name: string, value: string | string[]) =>
  onDocuments(({ headers }) => {
    headers[name] = value
  })
const dropHeader = (name: string) =>
  onDocuments(({ headers }) => delete headers[name])
const changePolicy = (from: string, to: string) =>
  onDocuments(({ headers }) => {
    const policy = String(headers['content-security-policy'])
    headers['content-security-policy'] = policy.replace(from, to)
  })
const onFile =
  (file: string, change: (answer: Answer) => unknown) => (answer: Answer) =>
    answer.path === file && change(answer)

describe('a site that serves the release', () => {
  test('is equal, and its servers are named', async () => {
    const { code, output } = await check()
    expect(output).toMatch(/Equal: \d+ answers/)
    expect(output).toContain(
      "connect-src 'self' https://node.example wss://relay.example:8443",
    )
    expect(code).toBe(0)
  })

  test('may be framed by those whom its operator names', async () => {
    const parents = ['https://host.example']
    const { code, output } = await check(undefined, { parents })
    expect(output).toContain('frame-ancestors https://host.example')
    expect(code).toBe(0)
  })

  test('may carry a header of a proxy that is named', async () => {
    const change = setHeader('nel', '{}')
    const args = ['--header', 'NEL']
    expect((await check(change, { args })).code).toBe(0)
  })
})

const differences: [string, (answer: Answer) => unknown, RegExp][] = [
  [
    'sends documents on',
    onDocuments((answer) => {
      answer.status = 302
      answer.headers.location = 'https://evil.example/'
    }),
    /answers 302, to https:\/\/evil\.example/,
  ],
  [
    'says documents are not there',
    onDocuments((answer) => {
      answer.status = 404
    }),
    /answers 404/,
  ],
  [
    'lets a worker have more than its folder',
    onFile('/sw.js', ({ headers }) => {
      headers['service-worker-allowed'] = '/'
    }),
    /\/sw\.js for .*not ours: service-worker-allowed/,
  ],
  [
    'loads a style',
    setHeader('link', '</evil.css>; rel=stylesheet'),
    /a header that is not ours: link: <\/evil\.css>/,
  ],
  [
    'lets everybody frame it',
    changePolicy("frame-ancestors 'none'", 'frame-ancestors https:'),
    /policy says frame-ancestors https:/,
  ],
  [
    'says nothing of framing',
    onDocuments(({ headers }) => {
      const policy = String(headers['content-security-policy'])
      headers['content-security-policy'] = policy.replace(
        /; frame-ancestors.*/,
        '',
      )
      delete headers['x-frame-options']
    }),
    /policy says frame-ancestors nothing/,
  ],
  [
    'lacks x-frame-options',
    dropHeader('x-frame-options'),
    /x-frame-options is missing/,
  ],
  [
    'may be read from by everybody',
    changePolicy("connect-src 'self'", "connect-src 'self' https: http: wss:"),
    /policy says connect-src 'self' https:/,
  ],
  [
    'may read from all below a name',
    changePolicy("connect-src 'self'", "connect-src 'self' https://*.example"),
    /policy says connect-src/,
  ],
  [
    'frames everybody',
    changePolicy("frame-src 'none'", 'frame-src https:'),
    /policy says frame-src https:/,
  ],
  [
    'adds a directive without a space',
    changePolicy(
      "connect-src 'self'",
      "connect-src 'self' https://x;script-src-elem https://evil.example",
    ),
    /policy says script-src-elem https:\/\/evil\.example/,
  ],
  [
    'says a directive twice',
    changePolicy("default-src 'none'", "script-src *; default-src 'none'"),
    /policy says script-src twice/,
  ],
  [
    'has two policies',
    onDocuments(({ headers }) => {
      const policy = String(headers['content-security-policy'])
      headers['content-security-policy'] = [policy, "default-src 'self'"]
    }),
    /more than one policy/,
  ],
  [
    'has no policy',
    dropHeader('content-security-policy'),
    /default-src nothing/,
  ],
  [
    'has an integrity policy without sources',
    setHeader('integrity-policy', `${integrityPolicy}, sources=()`),
    /integrity-policy is blocked-destinations=\(script\), sources=\(\)/,
  ],
  [
    'gives away more of the device',
    setHeader('permissions-policy', 'camera=(), usb=*'),
    /permissions-policy is camera=\(\), usb=\*/,
  ],
  [
    'lacks signatures',
    onFile('/release.json.sigs', (answer) => {
      answer.status = 404
    }),
    /sigs for Chrome: signed by no trusted key; 2 needed/,
  ],
  [
    'has signatures of others, or of something else',
    onFile('/release.json.sigs', (answer) => {
      answer.body = strangers
    }),
    /sigs for Chrome: signed by alice; 2 needed/,
  ],
  [
    'has garbage for signatures',
    onFile('/release.json.sigs', (answer) => {
      answer.body =
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAA\n-----END SSH SIGNATURE-----'
    }),
    /signed by no trusted key/,
  ],
  [
    'offers another release',
    onFile('/release.json', (answer) => {
      answer.body += '\n'
    }),
    /offers another release/,
  ],
  [
    'gives browsers another worker',
    onFile('/sw.js', (answer) => {
      if (answer.asked.headers['service-worker']) answer.body = 'evil()'
    }),
    /\/sw\.js for .* as a worker: the file is not/,
  ],
  [
    'serves a script as a page',
    onFile('/assets/main.js', ({ headers }) => {
      headers['content-type'] = 'text/html'
    }),
    /main\.js for .*: the content type is text\/html/,
  ],
  [
    'serves a style as text',
    onFile('/assets/main.css', ({ headers }) => {
      headers['content-type'] = 'text/plain'
    }),
    /the content type is text\/plain/,
  ],
  [
    'serves documents in another alphabet',
    setHeader('content-type', 'text/html; charset=utf-16'),
    /the content type is text\/html; charset=utf-16/,
  ],
  [
    'is another for pages of a safe',
    onDocuments((answer) => {
      if (/\/home\?safe=/.test(answer.asked.url ?? '')) answer.body = 'evil'
    }),
    /\/home\?safe=eth:0x\w{40} for .*document is not the one/,
  ],
  [
    'is another for those who navigate',
    onDocuments((answer) => {
      if (answer.asked.headers['sec-fetch-user']) answer.body = 'evil'
    }),
    /for Chrome of today.*document is not the one/,
  ],
  [
    'names another server to some',
    onDocuments(({ asked, headers }) => {
      if (!/iPhone/.test(String(asked.headers['user-agent']))) return
      const policy = String(headers['content-security-policy'])
      headers['content-security-policy'] = policy.replace(
        'https://node.example',
        'https://evil.example',
      )
    }),
    /connect-src depends on who asks/,
  ],
]

test.concurrent.each(differences)(
  'a site that %s differs',
  async (_, change, words) => {
    const { code, output } = await check(change)
    expect(output).toMatch(words)
    expect(output).not.toContain('Equal')
    expect(code).toBe(1)
  },
)

test('headers that act and are not ours are named', async () => {
  const foreign = {
    refresh: '0; url=https://evil.example/',
    'clear-site-data': '"*"',
    'content-location': '/other',
    'content-security-policy-report-only': "default-src 'none'",
    'reporting-endpoints': 'a="https://evil.example"',
    'service-worker-allowed': '/',
    'set-cookie': 'a=b',
    sourcemap: '/x.map',
    'speculation-rules': '"/rules.json"',
    'x-sourcemap': '/x.map',
  }
  const { code, output } = await check(
    onDocuments(({ headers }) => Object.assign(headers, foreign)),
  )
  for (const name of Object.keys(foreign))
    expect(output).toContain(
      `/home for curl: a header that is not ours: ${name}: `,
    )
  expect(code).toBe(1)
})

test('asks as those, and for those, that it is told to', async () => {
  const asked: string[] = []
  await check(
    (answer) =>
      void asked.push(
        `${answer.asked.headers['user-agent']} ${answer.asked.url}`,
      ),
    {
      args: ['--agent', 'Opera', '--path', '/swap?a=1'],
    },
  )
  expect(asked).toContain('Opera /swap?a=1')
  expect(asked).toContain('Opera /assets/main.js')
})

describe('a connection that fails', () => {
  const fail = onFile('/assets/main.css', () => 'nothing')

  test('does not hide what differs', async () => {
    const { code, output } = await check((answer) => {
      if (answer.path === '/sw.js') answer.body += ' '
      return fail(answer)
    })
    expect(output).toMatch(/\/sw\.js for curl: the file is not/)
    expect(output).toMatch(/main\.css can’t be reached/)
    expect(code).toBe(1)
  })

  test('alone means that nobody knows', async () => {
    const { code, output } = await check(fail)
    expect(output).not.toContain('Equal')
    expect(code).toBe(2)
  })
})

test('what a server says can’t act on the terminal', async () => {
  const { output } = await check(setHeader('refresh', '\u009b31m\u00e9'))
  expect(output).toContain('\\u{9b}31m\\u{e9}')
})

test('a retirement is nothing to compare with', async () => {
  const file = join(folder, 'retired.json')
  writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(text), retire: true, files: {} }),
  )
  const { code, output } = await check(undefined, { args: ['--release', file] })
  expect(output).toMatch(/a retirement/)
  expect(code).toBe(2)
})
