// Answers with one release that was signed and checked as a whole, until its
// reader agrees to another. It is no lock: whoever controls the server can
// replace this file within a day. But the page sees that first, and warns.
import {
  integrityPolicy,
  isPagePath,
  listCommonHeaders,
  readAppOrigins,
  readChosenOrigins,
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import {
  cacheOf,
  fetchFile,
  fetchFresh,
  fetchOffered,
  hash,
  keepFiles,
  request,
} from './release.js'
import type { Answer, Question, State } from './state.js'

type Event = {
  waitUntil(promise: Promise<unknown>): void
  request: Request
  respondWith(reply: Promise<Response>): void
  data: Question
  ports: readonly MessagePort[]
}
type Scope = {
  addEventListener(name: string, listener: (event: Event) => void): void
  registration: { unregister(): Promise<boolean> }
  location: Location
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}
const scope = globalThis as unknown as Scope

const store = 'covault-proof'
const configPath = '/app-config'

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('fetch', answerRequest)
scope.addEventListener('message', (event) =>
  event.waitUntil(
    answerQuestion(event.data).then((answer) =>
      event.ports[0]?.postMessage(answer),
    ),
  ),
)

/** Read once: the list of files is long. */
let known: State | undefined

async function readState(): Promise<State | undefined> {
  if (!known) known = await (await findKept('/state'))?.json()
  return known
}

async function writeState(state: State): Promise<State> {
  known = state
  await keep('/state', Response.json(state))
  return state
}

async function findKept(path: string): Promise<Response | undefined> {
  return (await caches.open(store)).match(path)
}

async function keep(path: string, reply: Response): Promise<void> {
  await (await caches.open(store)).put(path, reply)
}

/** The first takes the release that is served; a later one keeps what is kept. */
async function install(): Promise<void> {
  const own = await fetchFresh('/sw.js')
  const worker = await hash(own ?? new Uint8Array())
  const before = await readState()
  if (before) {
    await writeState({ ...before, worker })
    return
  }
  const offered = await fetchOffered()
  if (!offered?.isSigned || offered.release.retire)
    throw new TypeError('Not signed')
  const { release, signers } = offered
  await keepFiles(release)
  await keep(configPath, await fetch(configPath))
  const { connect, parents } = await readDocument()
  const since = Date.now()
  await writeState({ release, signers, since, connect, parents, worker })
}

/** The served document, and what its policy takes from the configuration. */
async function readDocument() {
  const reply = await request('/')
  const policy = reply.headers.get('content-security-policy') ?? ''
  const list = (name: string) =>
    (policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? '')
      .split(' ')
      .filter((source) => /^(https?|wss?):/.test(source))
  return {
    connect: list('connect-src'),
    parents: list('frame-ancestors'),
    sha256: await hash(await reply.arrayBuffer()),
  }
}

function answerRequest(event: Event): void {
  const { request: asked } = event
  const { origin, pathname } = new URL(asked.url)
  if (origin !== scope.location.origin || asked.method !== 'GET') return
  if (asked.mode === 'navigate') {
    if (isPagePath(pathname)) event.respondWith(answerDocument(asked))
  } else if (pathname === configPath) event.respondWith(answerConfig(event))
  else if (
    /^\/(assets\/.+|[\w-]+\.\w+)$/.test(pathname) &&
    !/^\/(sw\.js|release\.json)$/.test(pathname)
  )
    event.respondWith(answerFile(asked, pathname))
}

async function answerDocument(asked: Request): Promise<Response> {
  const state = await readState()
  if (!state) return fetch(asked)
  const { pathname, search, host } = new URL(asked.url)
  const chosen = await scope.cookieStore?.get('covault_origins')
  const opened = readAppOrigins(pathname + search, { host })
  const policy = writeContentPolicy({
    ...state.release.csp,
    connectOrigins: [
      ...state.connect,
      ...readChosenOrigins(chosen ? `covault_origins=${chosen.value}` : ''),
      ...(opened.connect ? [opened.connect] : []),
    ],
    frameOrigin: opened.frame,
  })
  const file = await findFile(state, '/index.html')
  return new Response(file.body, {
    headers: {
      ...listCommonHeaders({ parents: state.parents, path: pathname }),
      'content-security-policy': `${policy}; ${writeFramePolicy(state.parents)}`,
      'integrity-policy': integrityPolicy,
      'content-type': 'text/html; charset=utf-8',
    },
  })
}

async function answerFile(asked: Request, path: string): Promise<Response> {
  const state = await readState()
  return state?.release.files[path] ? findFile(state, path) : fetch(asked)
}

/** A browser short of space may have dropped it; what comes instead is checked. */
async function findFile({ release }: State, path: string): Promise<Response> {
  const cache = await caches.open(cacheOf(release))
  const kept = await cache.match(path)
  if (kept) return kept
  const file = await fetchFile(path, release.files[path]?.sha256)
  await cache.put(path, file.clone())
  return file
}

/** Data, not code: the last that was heard at once, and a new one for next time. */
async function answerConfig(event: Event): Promise<Response> {
  const kept = await findKept(configPath)
  const fresh = fetch(event.request).then(async (reply) => {
    if (reply.ok) await keep(configPath, reply.clone())
    return reply
  })
  if (!kept) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return kept
}

async function answerQuestion(question: Question): Promise<Answer> {
  const state = await readState()
  if (!state) return {}
  if (question.ask === 'check') return check(state, question)
  if (question.ask === 'update') return update(state, question.root)
  return {
    state:
      question.ask === 'decline'
        ? await writeState({ ...state, declined: question.root })
        : state,
  }
}

/** Compares what is served with what was agreed to. */
async function check(
  state: State,
  { found, worker }: { found?: boolean; worker?: string | undefined },
): Promise<Answer> {
  const { release } = state
  const served = await Promise.all([
    readDocument(),
    fetchFresh('/sw.js'),
    fetchOffered(release.keys),
  ]).catch(() => undefined)
  if (!served)
    return found
      ? { state: await writeState({ ...state, alarm: 'worker' }) }
      : { state, isUnreachable: true }
  const [document, script, offered] = served
  const signed = offered?.isSigned ? offered : undefined
  if (signed?.release.retire && signed.release.sequence > release.sequence)
    return retire()
  const isKnown = (path: string, sha256: string) =>
    [release, signed?.release].some(
      (one) => one?.files[path]?.sha256 === sha256,
    )
  const other = await hash(script ?? new Uint8Array())
  // The browser found another worker where we are shown the one we know.
  const isHidden = found && other === worker
  const alarm =
    isHidden || !isKnown('/sw.js', other)
      ? 'worker'
      : !signed
        ? 'unsigned'
        : isKnown('/index.html', document.sha256)
          ? undefined
          : 'document'
  const { connect, parents } = alarm ? state : document
  return {
    state: await writeState({
      ...state,
      ...{ alarm, connect, parents },
      checkedAt: Date.now(),
      other: signed?.release.root === release.root ? undefined : signed,
    }),
  }
}

/** After the reader's yes to exactly this one. */
async function update(state: State, root: string): Promise<Answer> {
  const { release: before } = state
  const offered = await fetchOffered(before.keys).catch(() => undefined)
  if (!offered?.isSigned) return { state, refusal: 'unsigned' }
  const { release, signers } = offered
  if (release.root !== root) return { state, refusal: 'other' }
  if (release.sequence <= before.sequence) return { state, refusal: 'older' }
  try {
    await keepFiles(release, before)
  } catch {
    return { state, refusal: 'partial' }
  }
  const next = await writeState({
    ...state,
    release: { ...release, keys: release.keys ?? before.keys },
    ...{ signers, since: Date.now(), other: undefined, alarm: undefined },
  })
  await caches.delete(cacheOf(before))
  return { state: next }
}

/** The way out: a signed release that says so. The server answers from now on. */
async function retire(): Promise<Answer> {
  for (const name of await caches.keys())
    if (name.startsWith('covault-')) await caches.delete(name)
  await scope.registration.unregister()
  return { isRetired: true }
}
