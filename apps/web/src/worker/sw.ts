// Answers with one release that was signed and checked as a whole, until its
// reader agrees to another. It is no lock: anyone who controls the server can
// replace this file within a day. But the page sees that first, and warns: what
// is kept, and what the server offers, is judged in `trust/served/`.
import {
  integrityPolicy,
  listCommonHeaders,
  readAppOrigins,
  readChosenOrigins,
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import {
  cacheOf,
  fetchFile,
  find,
  findSound,
  hashServed,
  type Kept,
  keep,
  type Origins,
  readKept,
} from './release.js'

type Event = {
  waitUntil(promise: Promise<unknown>): void
  request: Request
  respondWith(reply: Promise<Response>): void
}
type Scope = {
  addEventListener(name: string, listener: (event: Event) => void): void
  location: Location
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}
const scope = globalThis as unknown as Scope

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', answerRequest)

/** The page has kept a release before; without one there is nothing to do. */
async function install(): Promise<void> {
  if (!(await readKept())) throw new TypeError('Nothing is kept')
  await keep('/next-worker', new Response(await hashServed('/sw.js')))
}

/** From here on it is this one that answers: by its hash others are told from it. */
async function activate(): Promise<void> {
  const own = await find('/next-worker')
  if (own) await keep('/worker', own)
}

/**
 * Whatever is opened on this origin comes from the release. Nothing that the
 * server writes is ever run here, whatever its path and however it is asked for.
 */
function answerRequest(event: Event): void {
  const { request: asked } = event
  const { origin, pathname } = new URL(asked.url)
  if (origin !== scope.location.origin) return
  if (asked.mode === 'navigate') event.respondWith(open(asked, pathname))
  else if (asked.method !== 'GET' || asked.cache === 'no-store') return
  else if (pathname === '/app-config') event.respondWith(answerConfig(asked))
  else if (/^\/(assets\/.+|[\w-]+\.\w+)$/.test(pathname))
    event.respondWith(answerFile(asked, pathname))
}

/**
 * Read again with every page that is opened: another page may have agreed to
 * another release. The parts of a page need not: the list of files is long.
 */
let known: Kept | undefined

async function open(asked: Request, path: string): Promise<Response> {
  known = await readKept()
  if (!known) return fetch(asked)
  const isFile = path !== '/index.html' && known.release.files[path]
  const file = await findFile(known, isFile ? path : '/index.html')
  const headers = isFile
    ? // The verifier proves nothing on this origin: it is taken elsewhere.
      {
        ...Object.fromEntries(file.headers),
        'content-disposition': 'attachment',
      }
    : await writeHeaders(known, new URL(asked.url))
  return new Response(file.body, { headers })
}

async function writeHeaders(
  { release }: Kept,
  { pathname, search, host }: URL,
): Promise<Record<string, string>> {
  const { connect, parents }: Origins = (await (
    await find('/origins')
  )?.json()) ?? { connect: [], parents: [] }
  const chosen = await scope.cookieStore?.get('covault_origins')
  const opened = readAppOrigins(pathname + search, { host })
  const policy = writeContentPolicy({
    ...release.csp,
    connectOrigins: [
      ...connect,
      ...readChosenOrigins(chosen ? `covault_origins=${chosen.value}` : ''),
      ...(opened.connect ? [opened.connect] : []),
    ],
    frameOrigin: opened.frame,
  })
  return {
    ...listCommonHeaders({ parents, path: pathname }),
    'content-security-policy': `${policy}; ${writeFramePolicy(parents)}`,
    'integrity-policy': integrityPolicy,
    'content-type': 'text/html; charset=utf-8',
  }
}

/**
 * Not hashed here, which a second visit would wait for: the browser compares
 * scripts and styles with the hashes in the document, and that one is. A page
 * that was opened before an update may still need its own parts.
 */
async function answerFile(asked: Request, path: string): Promise<Response> {
  known ??= await readKept()
  if (!known?.release.files[path])
    return (await caches.match(path)) ?? fetch(asked)
  const cacheName = cacheOf(known.release)
  return (await caches.match(path, { cacheName })) ?? findFile(known, path)
}

/**
 * A browser short of space may have dropped it, somebody may have changed it;
 * what comes instead is compared.
 */
async function findFile({ release }: Kept, path: string): Promise<Response> {
  const cache = await caches.open(cacheOf(release))
  const wanted = release.files[path]?.sha256
  const kept = await findSound(cache, path, wanted)
  if (kept) return kept
  const file = await fetchFile(path, wanted)
  await cache.put(path, file.clone())
  return file
}

/** Data, not code: the last that the page heard from a server it knows. */
async function answerConfig(asked: Request): Promise<Response> {
  return (await find('/app-config')) ?? fetch(asked)
}
