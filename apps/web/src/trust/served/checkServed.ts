import {
  find,
  hashServed,
  type Kept,
  keep,
  type Origins,
  readKept,
  type Signed,
} from '../../worker/release.js'
import type { ReleaseKeys } from '../../worker/signatures.js'
import {
  type Alarm,
  isRetirement,
  judgeServed,
  listNewer,
  type NewerWorker,
} from './judgeServed.js'
import { forgetRelease } from './keepRelease.js'
import { fetchSigned } from './offered.js'
import { fetchConfig, fetchDocument } from './servedDocument.js'

/** What the last check found. */
type Checked = {
  at?: number
  alarm?: Alarm | undefined
  /** What else the server has: a newer one is offered, any other is refused. */
  other?: Signed | undefined
  /** Stays after the server stopped offering it: the browser may have its worker. */
  newer?: NewerWorker[]
}

/** What this browser keeps, and what it found out about the server. */
export type State = Kept &
  Checked & { declined?: string | undefined; origins?: Origins | undefined }

export async function readState(): Promise<State | undefined> {
  const kept = await readKept()
  if (!kept) return undefined
  const checked = await readChecked()
  const declined = await (await find('/declined'))?.text()
  const isOwn = checked.other?.id === kept.id
  const own = isOwn ? { other: undefined } : {}
  const origins = await readKeptOrigins()
  return { ...checked, ...own, ...kept, declined, origins }
}

async function readKeptOrigins(): Promise<Origins | undefined> {
  return (await find('/origins'))?.json()
}

export async function decline(id: string): Promise<void> {
  await keep('/declined', new Response(id))
}

/** What this page found before any other worker could have been installed. */
type Begin = {
  sequence: number
  first: number | undefined
  worker: string | undefined
  keys: ReleaseKeys | undefined
  newer: NewerWorker[]
}
let begin: Begin | undefined

/**
 * A worker that the browser installs can write to all that is kept before
 * anybody has judged it, but not to what an open page remembers.
 */
export async function rememberBegin(): Promise<void> {
  const kept = await readKept()
  // Whatever a page finds later, it has begun once.
  begin ??= kept && {
    sequence: kept.release.sequence,
    first: kept.first,
    worker: await readWorker(kept),
    keys: kept.release.keys,
    newer: (await readChecked()).newer ?? [],
  }
}

export function hasBegun(): boolean {
  return begin !== undefined
}

async function readWorker({ release }: Kept): Promise<string | undefined> {
  const written = await (await find('/worker'))?.text()
  return written ?? release.files['/sw.js']?.sha256
}

export type CheckOutcome = {
  alarm: Alarm | undefined
  isUnreachable: boolean
  isRetired: boolean
}

const nothing = { alarm: undefined, isUnreachable: false, isRetired: false }

/** Asks the server for what it has now, and keeps what was found. */
export async function checkServed(
  registration: ServiceWorkerRegistration | undefined,
): Promise<CheckOutcome> {
  const kept = await readKept()
  const isFound = hasFoundAnother(registration)
  // One that was kept anew is not the one that this page began with.
  const isGone = kept === undefined || kept.first !== begin?.first
  if (begin && isGone) return judgeGone(begin, isFound)
  if (!kept) return nothing
  const { release } = kept
  // Another page may have agreed to other keys, and so may a worker pretend.
  const trusted = (isFound && begin?.keys) || release.keys
  const [document, script, config, offered] = await Promise.all([
    fetchDocument().catch(() => undefined),
    hashServed('/sw.js').catch(() => undefined),
    fetchConfig().catch(() => undefined),
    fetchSigned(trusted).then(
      (signed) => ({ signed }),
      () => undefined,
    ),
  ])
  const before = await readChecked()
  const newer = listNewer(
    release,
    begin?.newer ?? before.newer ?? [],
    offered?.signed?.release,
  )
  if (begin) begin.newer = newer
  const judged = judgeServed(
    { document: document?.sha256, script, offered },
    {
      release,
      worker: begin ? begin.worker : await readWorker(kept),
      // It may have been found while the server was asked.
      isFound: isFound || hasFoundAnother(registration),
      newer,
    },
  )
  if (judged.isRetired) {
    await forgetRelease()
    await registration?.unregister()
    begin = undefined
    return { ...nothing, isRetired: true }
  }
  const signed = offered?.signed
  const alarm = await keepChecked(judged, {
    before,
    newer,
    other: signed?.id === kept.id ? undefined : signed,
  })
  // What a server says that is not the known one is not for the next visit.
  if (document && script !== undefined && !alarm) {
    const origins = mergeOrigins(await readKeptOrigins(), document)
    await keep('/origins', Response.json(origins))
    if (config) await keep('/app-config', Response.json(config))
  }
  return { ...nothing, alarm, isUnreachable: judged.isUnreachable }
}

/** Whoever frames a page can have it clicked: more of them need the reader's yes. */
function mergeOrigins(
  before: Origins | undefined,
  { connect, parents }: Origins,
): Origins {
  const known = before?.parents ?? []
  const isMore = parents.some((one) => !known.includes(one))
  return {
    connect,
    parents: parents.filter((one) => known.includes(one)),
    ...(isMore && { asked: parents }),
  }
}

/** After the reader's yes to exactly these. */
export async function agreeToParents(agreed: readonly string[]): Promise<void> {
  const origins = await readKeptOrigins()
  const asked = origins?.asked?.filter((one) => agreed.includes(one))
  if (!origins || !asked) return
  const { connect } = origins
  await keep('/origins', Response.json({ connect, parents: asked }))
}

/**
 * A header of any answer can have the browser forget all that this origin
 * keeps. Another page may also have read a retirement, which is signed.
 */
async function judgeGone(
  { keys, sequence }: Begin,
  isFound: boolean,
): Promise<CheckOutcome> {
  if (isFound) return { ...nothing, alarm: 'worker' }
  const offered = await fetchSigned(keys).catch(() => undefined)
  if (!isRetirement(offered?.release, { sequence }))
    return { ...nothing, alarm: 'gone' }
  begin = undefined
  return { ...nothing, isRetired: true }
}

async function readChecked(): Promise<Checked> {
  return (await (await find('/checked'))?.json()) ?? {}
}

async function keepChecked(
  { alarm, isWhole, isUnreachable }: ReturnType<typeof judgeServed>,
  found: { before: Checked } & Pick<Checked, 'newer' | 'other'>,
): Promise<Alarm | undefined> {
  const { before, ...rest } = found
  const stands = alarm ?? (isWhole ? undefined : before.alarm)
  if (isUnreachable && !alarm) return stands
  const checked: Checked = { ...rest, at: Date.now(), alarm: stands }
  // A full disk keeps nobody from being warned.
  await keep('/checked', Response.json(checked)).catch(() => undefined)
  return stands
}

/** Whether the browser has another worker than the one that answered this page. */
export function hasFoundAnother(
  registration: ServiceWorkerRegistration | undefined,
): boolean {
  if (!registration) return false
  const { installing, waiting, active } = registration
  const { controller } = navigator.serviceWorker
  return Boolean(installing ?? waiting ?? (controller && active !== controller))
}
