import { execFileSync, spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps', 'web', 'dist')

export type Signed = { folder: string; json: string; root: string }

/** Two maintainers, and somebody who is none. */
export async function makeKeys() {
  const folder = await mkdtemp(join(tmpdir(), 'covault-keys-'))
  const make = async (name: string) => {
    const file = join(folder, name)
    const options = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]
    execFileSync('ssh-keygen', options)
    const [kind, key] = (await readFile(`${file}.pub`, 'utf8')).split(' ')
    return { file, key: `${kind} ${key}` }
  }
  const [alice, bob, mallory] = await Promise.all(
    ['alice', 'bob', 'mallory'].map(make),
  )
  if (!alice || !bob || !mallory) throw new TypeError('A key is missing.')
  return { folder, alice, bob, mallory }
}

type Key = { file: string; key: string }

/** Releases what is built, with a mark in its document. */
export async function makeRelease(parameters: {
  sequence: number
  signers: Record<string, Key>
  signedBy: Key[]
  /** Whose signatures count, where the keys change. */
  before?: Record<string, Key>
  /** Of the document, where it is not the sequence. */
  mark?: number
  /** Makes the worker another one. */
  isOtherWorker?: boolean
  severity?: 'security'
  isRetired?: boolean
}): Promise<Signed> {
  const { sequence, signers, signedBy } = parameters
  const place = await mkdtemp(join(tmpdir(), 'covault-release-'))
  const folder = join(place, 'web')
  await cp(dist, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.br'),
  })
  const document = join(folder, 'index.html')
  const html = await readFile(document, 'utf8')
  await writeFile(
    document,
    html.replace(
      '<body>',
      `<body data-release="${parameters.mark ?? sequence}">`,
    ),
  )
  if (parameters.isOtherWorker)
    await appendFile(join(folder, 'sw.js'), `\n// ${sequence}`)
  const writeKeys = async (name: string, of: Record<string, Key>) => {
    const all = Object.entries(of).map(([who, { key }]) => [who, key])
    const file = join(place, name)
    const threshold = signedBy.length
    const content = { threshold, signers: Object.fromEntries(all) }
    await writeFile(file, JSON.stringify(content))
    return file
  }
  const keys = await writeKeys('keys.json', signers)
  const before =
    parameters.before && (await writeKeys('before.json', parameters.before))
  await runNode([
    '--conditions=source',
    '--import=tsx',
    'scripts/release/writeRelease.ts',
    ...['--web', folder, '--out', join(place, 'out'), '--keys', keys],
    ...['--sequence', String(sequence), '--without-archive'],
    ...(before ? ['--previous-keys', before] : []),
    ...(parameters.severity ? ['--severity', parameters.severity] : []),
    ...(parameters.isRetired ? ['--retire'] : []),
    ...signedBy.flatMap(({ file }) => ['--sign', file]),
  ])
  const json = join(folder, 'release.json')
  return { folder, json, root: JSON.parse(await readFile(json, 'utf8')).root }
}

/** Ends with the code of the program; what it printed goes along. */
export function runNode(
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

type Change = (answer: {
  path: string
  agent: string
  body: string
  headers: Record<string, string | string[] | undefined>
  /** The browser itself asks, for a worker; not a page. */
  isForWorker: boolean
}) => string | { status: number; body: string } | 'never' | undefined

export type ReleaseDoor = {
  url: string
  /** What is served; undefined: what the gateway has. */
  release: Signed | undefined
  /** Changes the text of a document or a file, and its headers in place. */
  change: Change | undefined
  /** What an answer waits for before it is sent on. */
  hold: ((path: string) => Promise<void> | undefined) | undefined
  /** How long the browser may take its worker for the newest, if not a day. */
  workerLifetime: string | undefined
  /** The gateway is gone. */
  isDead: boolean
  close(): Promise<void>
}

/** Stands before the gateway and serves a release, honestly or not. */
export async function openReleaseDoor(target: string): Promise<ReleaseDoor> {
  const { hostname, port } = new URL(target)
  const server = createServer((asked, reply) => {
    if (door.isDead) return void asked.socket.destroy()
    void answer(asked, reply)
  })
  async function answer(asked: IncomingMessage, reply: ServerResponse) {
    const path = (asked.url ?? '/').split('?')[0] ?? '/'
    await door.hold?.(path)
    const {
      host: _,
      origin,
      'accept-encoding': encoding,
      ...rest
    } = asked.headers
    const isOurs = door.release !== undefined || door.change !== undefined
    const isOpened = asked.headers['sec-fetch-mode'] === 'navigate'
    const isText =
      isOurs && (asked.method === 'GET' || isOpened) && !path.endsWith('/live')
    const headers = {
      ...rest,
      host: `${hostname}:${port}`,
      ...(origin && { origin: target }),
      ...(!isText && encoding && { 'accept-encoding': encoding }),
    }
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers },
      (answered) => {
        if (!isText) {
          reply.writeHead(answered.statusCode ?? 500, answered.headers)
          answered.pipe(reply)
          return
        }
        void change(path, asked, answered, reply)
      },
    )
    onward.on('error', () => asked.socket.destroy())
    asked.pipe(onward)
  }
  async function change(
    path: string,
    asked: IncomingMessage,
    answered: IncomingMessage,
    reply: ServerResponse,
  ) {
    const chunks: Buffer[] = []
    for await (const chunk of answered) chunks.push(chunk)
    const { 'content-length': _, ...headers } = answered.headers
    let body = Buffer.concat(chunks)
    let status = answered.statusCode ?? 500
    const type = String(headers['content-type'])
    const isPage = type.includes('text/html') && !path.endsWith('.html')
    const file = isPage ? '/index.html' : path
    const own =
      door.release &&
      (await readFile(join(door.release.folder, file)).catch(() => undefined))
    if (own && path !== '/app-config') {
      body = own
      status = 200
    }
    if (path === '/app-config' && door.release) {
      const config = JSON.parse(body.toString())
      const release = { root: door.release.root, product: '0.1.0' }
      body = Buffer.from(JSON.stringify({ ...config, release }))
    }
    if (door.workerLifetime && path === '/sw.js')
      headers['cache-control'] = door.workerLifetime
    const agent = asked.headers['user-agent'] ?? ''
    const changed = door.change?.({
      path,
      agent,
      headers,
      isForWorker: asked.headers['service-worker'] !== undefined,
      get body() {
        return body.toString()
      },
    })
    // The browser may wait for this one as long as it likes.
    if (changed === 'never') return
    if (typeof changed === 'object') {
      reply.writeHead(changed.status, headers)
      reply.end(changed.body)
      return
    }
    reply.writeHead(changed === undefined ? status : 200, headers)
    reply.end(changed ?? body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const door: ReleaseDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: undefined,
    change: undefined,
    hold: undefined,
    workerLifetime: undefined,
    isDead: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return door
}
