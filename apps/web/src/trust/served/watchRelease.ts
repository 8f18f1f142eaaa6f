import { isMetered } from '../../lib/isMetered.js'
import { FileDiffersError, fetchFile } from '../../worker/release.js'
import { found, listenForFound } from './beginning.js'
import {
  agreeToParents,
  checkServed,
  decline,
  findAgreed,
  hasBegun,
  readState,
  rememberBegin,
  type State,
} from './checkServed.js'
import { keepFirst, updateTo } from './keepRelease.js'
import { servedRelease, tellRelease } from './servedRelease.js'

const checkInterval = 60 * 60_000

/** Every file is fetched for it, so that it comes once a day. */
const checksPerComparison = 24

/**
 * Keeps a copy where the release is signed, and looks every hour whether the
 * server still offers what was agreed to. Answers with how to stop.
 */
export async function watchRelease(isSigned: boolean): Promise<() => void> {
  const workers = navigator.serviceWorker
  // The worker reads a cookie to know which servers the reader chose.
  if (!workers || !('cookieStore' in globalThis)) {
    tellRelease({ noCopy: globalThis.isSecureContext ? 'browser' : 'insecure' })
    return () => {}
  }
  const known = await workers.getRegistration('/')
  const { isFromCopy } = servedRelease.read()
  if (known || isFromCopy) await rememberBegin()
  const isKept = hasBegun()
  // A server that had the copy deleted must not write the next one.
  const { isCleared } = servedRelease.read()
  if (!isKept && (!isSigned || isCleared)) return () => {}
  // What cannot be verified is not unsigned.
  if (!isKept && !(await hasEd25519())) {
    tellRelease({ noCopy: 'signatures' })
    return () => {}
  }
  const registration = isKept
    ? known
    : await navigator.locks.request('covault-proof', install)
  if (!registration && !hasBegun()) return () => {}
  await rememberBegin()
  // Before anything is awaited that a server could delay.
  const stopListening = await listenForFound(judgeFound)
  const timer = setInterval(lookAgain, checkInterval)
  await tellKept()
  if (!found.isUnexplained) checkQuietly()
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

function hasEd25519(): Promise<boolean> {
  return crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).then(
    () => true,
    () => false,
  )
}

function checkQuietly(): void {
  check().catch(() => undefined)
}

let looks = 0

/** A changed file never runs here, but tells of a server that somebody changed. */
function lookAgain(): void {
  const isTime = looks % checksPerComparison === 0
  looks += 1
  check().then(
    () => {
      // Those of an update that waits differ, as they should.
      const { kept, alarm } = servedRelease.read()
      if (isTime && !kept?.other && !alarm && !isMetered())
        return compareFiles()
      return undefined
    },
    () => undefined,
  )
}

/** How many were found; while one is judged, the next may come. */
let judged = 0

/** Nothing is signed until it is known whose worker the browser has found. */
function judgeFound(): void {
  judged += 1
  const own = judged
  const end = (change: { alarm?: 'worker' }) =>
    tellRelease({ isJudging: own !== judged, ...change })
  tellRelease({ isJudging: true })
  check().then(
    () => end({}),
    () => end({ alarm: 'worker' }),
  )
}

/** One after the other: what an earlier one found must not come last. */
let last: Promise<unknown> = Promise.resolve()

export function check(): Promise<void> {
  const next = last.then(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const outcome = await checkServed(registration)
    // One that was kept again says nothing about this page.
    if (outcome.alarm !== 'gone') await tellKept()
    tellRelease({ ...outcome, refusal: undefined })
  })
  last = next.catch(() => undefined)
  return next
}

async function tellKept(): Promise<void> {
  const kept = await readState()
  if (!kept) return
  const { alarm } = kept
  // An alarm that stands ends by a check alone.
  tellRelease({ kept, noCopy: undefined, ...(alarm && { alarm }) })
}

/** The files first, then the worker that answers with them. */
async function install(): Promise<ServiceWorkerRegistration | undefined> {
  const noCopy = (await readState()) ? undefined : await keepFirst()
  tellRelease({ noCopy })
  if (noCopy) return undefined
  try {
    const options = { updateViaCache: 'all' } as const
    const workers = navigator.serviceWorker
    const registration = await workers.register('/sw.js', options)
    await untilInstalled(registration)
    if (registration.active) return registration
  } catch {
    // Told below, as where it was installed and failed.
  }
  tellRelease({ noCopy: 'failed' })
  return undefined
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

/** After the reader's yes. True: the new files answer from the next load on. */
export async function loadUpdate(id: string): Promise<boolean> {
  const refusal = await navigator.locks.request('covault-proof', async () =>
    updateTo(id, await findAgreed()),
  )
  tellRelease({ refusal })
  await tellKept()
  return refusal === undefined
}

export async function declineUpdate(id: string): Promise<void> {
  await decline(id)
  await tellKept()
}

/** After the reader's yes: these sites may show the app in their pages. */
export async function allowParents(parents: readonly string[]): Promise<void> {
  await agreeToParents(parents)
  await tellKept()
}

const atOnce = 8

/** Every file as the server has it now, against the release that runs here. */
export async function compareFiles(): Promise<void> {
  const files = Object.entries(servedRelease.read().kept?.release.files ?? {})
  const differing: string[] = []
  let isWhole = true
  const compareNext = async (): Promise<void> => {
    const [path, file] = files.pop() ?? []
    if (!path) return
    try {
      await fetchFile(path, file?.sha256)
    } catch (error) {
      if (error instanceof FileDiffersError) differing.push(path)
      else isWhole = false
    }
    await compareNext()
  }
  await Promise.all(Array.from({ length: atOnce }, compareNext))
  // A server that is away has changed nothing.
  if (isWhole || differing.length > 0)
    tellRelease({ differing: differing.sort() })
  else tellRelease({ isUnreachable: true })
}

export type Offer = {
  isNewer: boolean
  /** Files that are new or differ, and files that are gone. */
  changed: number
  removed: number
  /** Who is trusted from then on and is not now, and who not any more. */
  newSigners: string[]
  goneSigners: string[]
}

/** What another release would change. */
export function compareReleases({
  release: now,
  other,
}: State): Offer | undefined {
  if (!other) return undefined
  const { files, keys, sequence } = other.release
  const before = now.keys?.signers ?? {}
  const after = keys?.signers ?? before
  const listMissing = (
    names: Record<string, string>,
    from: Record<string, string>,
  ) => Object.keys(names).filter((name) => names[name] !== from[name])
  return {
    isNewer: sequence > now.sequence,
    changed: Object.keys(files).filter(
      (path) => now.files[path]?.sha256 !== files[path]?.sha256,
    ).length,
    removed: Object.keys(now.files).filter((path) => !files[path]).length,
    newSigners: listMissing(after, before),
    goneSigners: listMissing(before, after),
  }
}
