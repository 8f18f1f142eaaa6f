import { BaseError } from '@covault/protocol'
import { createStore } from '../lib/store.js'
import { fetchFile } from '../worker/release.js'
import type { Alarm, Answer, Question, State } from '../worker/state.js'

/** What this browser knows about the app it runs, from its own worker. */
export type ServedRelease = {
  /** The release that the worker keeps; undefined: there is no worker. */
  kept?: State
  /** Of this page: it came from the saved copy, not from the server. */
  isFromCopy: boolean
  alarm?: Alarm | undefined
  isUnreachable?: boolean
  refusal?: Answer['refusal'] | undefined
  differing?: string[] | undefined
  isRetired?: boolean
}

export const servedRelease = createStore<ServedRelease>({ isFromCopy: false })

const checkInterval = 60 * 60_000

/** Signing what a page shows is pointless once the next page is a stranger's. */
export function assertNoAlarm(): void {
  if (servedRelease.read().alarm) throw new ServedPageError()
}

export class ServedPageError extends BaseError {
  override name = 'ServedPageError'
  constructor() {
    super(
      'Signing is stopped: the server offers code that nobody you trust has signed.',
    )
  }
}

/**
 * Keeps a worker where the release is signed, and asks it every hour whether the
 * server still offers what was agreed to. Answers with how to stop.
 */
export async function watchRelease(isSigned: boolean): Promise<() => void> {
  const workers = navigator.serviceWorker
  // The worker reads a cookie to know which servers the reader chose.
  if (!workers || !('cookieStore' in globalThis)) return () => {}
  const known = await workers.getRegistration('/')
  if (!known && !isSigned) return () => {}
  const registration = known ?? (await register(workers))
  if (!registration) return () => {}
  update({ isFromCopy: workers.controller !== null })
  await askWorker({ ask: 'state' })
  await askWorker({ ask: 'check' })
  const timer = setInterval(
    () => void askWorker({ ask: 'check' }),
    checkInterval,
  )
  const onFound = () => void judgeFound()
  // Our own worker never takes over a page that is open.
  const onChange = () => update({ alarm: 'worker' })
  registration.addEventListener('updatefound', onFound)
  workers.addEventListener('controllerchange', onChange)
  return () => {
    clearInterval(timer)
    registration.removeEventListener('updatefound', onFound)
    workers.removeEventListener('controllerchange', onChange)
  }
}

/** Nothing is signed until it is known whose worker the browser has found. */
async function judgeFound(): Promise<void> {
  const { kept } = servedRelease.read()
  update({ alarm: 'worker' })
  await askWorker({ ask: 'check', found: true, worker: kept?.worker })
}

async function register(
  workers: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
  try {
    const options = { updateViaCache: 'all' } as const
    const registration = await workers.register('/sw.js', options)
    await untilInstalled(registration)
    return registration.active ? registration : undefined
  } catch {
    // What is served is not what was signed: the page goes on without a copy.
    return undefined
  }
}

function untilInstalled({
  installing,
  waiting,
}: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  return new Promise((resolve) => {
    if (!worker) return resolve()
    worker.addEventListener('statechange', () => {
      if (['activated', 'redundant'].includes(worker.state)) resolve()
    })
  })
}

/** Asks the worker that answered this page, or the one that will answer the next. */
export async function askWorker(question: Question): Promise<void> {
  const workers = navigator.serviceWorker
  const registration = await workers.getRegistration('/')
  const worker = workers.controller ?? registration?.active
  if (!worker) return
  const answer = await new Promise<Answer>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    worker.postMessage(question, [port2])
  })
  const { state: kept, ...rest } = answer
  update({
    ...{ isUnreachable: false, refusal: undefined, differing: undefined },
    ...(kept && { kept, alarm: kept.alarm }),
    ...rest,
  })
}

/** Every file as the server has it now, against the release that runs here. */
export async function compareFiles(): Promise<void> {
  const files = Object.entries(servedRelease.read().kept?.release.files ?? {})
  const judged = await Promise.all(
    files.map(([path, { sha256 }]) =>
      fetchFile(path, sha256).then(
        () => [],
        () => [path],
      ),
    ),
  )
  update({ differing: judged.flat() })
}

export type Offer = {
  isNewer: boolean
  /** Files that are new or differ, and files that are gone. */
  changed: number
  removed: number
  /** Who is trusted from then on and is not now. */
  newSigners: string[]
}

/** What another release would change. */
export function compareReleases({
  release: now,
  other,
}: State): Offer | undefined {
  if (!other) return undefined
  const { files, keys, sequence } = other.release
  return {
    isNewer: sequence > now.sequence,
    changed: Object.keys(files).filter(
      (path) => now.files[path]?.sha256 !== files[path]?.sha256,
    ).length,
    removed: Object.keys(now.files).filter((path) => !files[path]).length,
    newSigners: Object.entries(keys?.signers ?? {})
      .filter(([name, key]) => now.keys?.signers[name] !== key)
      .map(([name]) => name),
  }
}

function update(change: Partial<ServedRelease>): void {
  servedRelease.write({ ...servedRelease.read(), ...change })
}
