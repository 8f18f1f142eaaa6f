import {
  find,
  hashServed,
  type Kept,
  keep,
  type Origins,
  type Release,
  readKept,
  type Signed,
} from '../../worker/release.js'
import {
  found,
  hasFoundAnother,
  readBeginning,
  readTexts,
} from './beginning.js'
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
  first: number | undefined
  worker: string | undefined
  newer: NewerWorker[]
  alarm: Alarm | undefined
  /** Of what this page knows, what was kept last. */
  agreed: Release
  /** The release it began with, and newer ones whose signatures this page checked. */
  known: Release[]
}
let begin: Begin | undefined

/**
 * A worker that the browser installs can write to all that is kept before
 * anybody has judged it, but not to what an open page remembers.
 */
export async function rememberBegin(): Promise<void> {
  if (begin) return
  const { kept, worker, checked } = await readBeginning()
  if (!kept) return
  const { release, first }: Kept = JSON.parse(kept)
  const { newer, alarm }: Checked = checked ? JSON.parse(checked) : {}
  begin = {
    first,
    worker: worker ?? release.files['/sw.js']?.sha256,
    newer: newer ?? [],
    alarm,
    agreed: release,
    known: [release],
  }
}

/** What the reader agreed to, whatever stands in what is kept by now. */
export async function findAgreed(): Promise<Release | undefined> {
  const kept = (await readKept())?.release
  return begin ? (findKnown(begin, kept) ?? begin.agreed) : kept
}

/** What is kept, if this page knows that it was signed. */
function findKnown(
  { known }: Begin,
  kept: Release | undefined,
): Release | undefined {
  const text = JSON.stringify(kept)
  return known.find((one) => JSON.stringify(one) === text)
}

/** As it is kept once somebody agrees to it, here or in another page. */
function learn(begin: Begin, agreed: Release, offered?: Release): void {
  if (!offered || offered.retire || offered.sequence <= agreed.sequence) return
  const release = { ...offered, keys: offered.keys ?? agreed.keys }
  if (!findKnown(begin, release)) begin.known.push(release)
}

export function hasBegun(): boolean {
  return begin !== undefined
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
  const isFound = () => found.isUnexplained || hasFoundAnother(registration)
  // One that was kept again is not the one that this page began with, and what
  // no worker answers with is as good as gone.
  const isGone = !registration || !kept || kept.first !== begin?.first
  if (begin && isGone) return judgeGone(begin, isFound())
  const agreed = await findAgreed()
  if (!kept || !agreed) return nothing
  const served = await askServer(agreed)
  const signed = served.offered?.signed
  if (begin) learn(begin, agreed, signed?.release)
  const known = begin ? findKnown(begin, kept.release) : kept.release
  if (begin && known) begin.agreed = known
  const release = known ?? agreed
  const before = await readChecked()
  const newer = listNewer(
    release,
    begin?.newer ?? before.newer ?? [],
    signed?.release,
  )
  if (begin) begin.newer = newer
  const worker = begin
    ? begin.worker
    : ((await readTexts()).worker ?? release.files['/sw.js']?.sha256)
  const judged = judgeServed(
    { ...served, document: served.document?.sha256 },
    { release, worker, isFound: isFound(), newer },
  )
  if (judged.isWhole && !judged.alarm) found.isUnexplained = false
  if (judged.isRetired) {
    // A worker without a release would be taken for one that was robbed of it.
    await registration?.unregister()
    await forgetRelease()
    begin = undefined
    return { ...nothing, isRetired: true }
  }
  // Somebody wrote there who is not one of our pages.
  if (!known) return { ...nothing, alarm: judged.alarm ?? 'gone' }
  const alarm = await keepChecked(judged, {
    before,
    newer,
    other: signed?.id === kept.id ? undefined : signed,
  })
  if (!alarm) await keepSettings(served)
  return { ...nothing, alarm, isUnreachable: judged.isUnreachable }
}

/** Undefined where there is no answer. */
async function askServer({ keys }: Release) {
  const [document, script, config, offered] = await Promise.all([
    fetchDocument().catch(() => undefined),
    hashServed('/sw.js').catch(() => undefined),
    fetchConfig().catch(() => undefined),
    fetchSigned(keys).then(
      (signed) => ({ signed }),
      () => undefined,
    ),
  ])
  return { document, script, config, offered }
}

/** What a server says that is not the known one is not for the next visit. */
async function keepSettings({
  document,
  script,
  config,
}: Awaited<ReturnType<typeof askServer>>): Promise<void> {
  if (!document || script === undefined) return
  const origins = mergeOrigins(await readKeptOrigins(), document)
  await keep('/origins', Response.json(origins))
  if (config) await keep('/app-config', Response.json(config))
}

/**
 * Anyone who frames a page can have it clicked: more of them need the reader's
 * yes.
 */
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
  { agreed: { keys, sequence } }: Begin,
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
  now: { before: Checked } & Pick<Checked, 'newer' | 'other'>,
): Promise<Alarm | undefined> {
  const { before, ...rest } = now
  // What is kept may have been written over.
  const earlier = begin?.alarm ?? before.alarm
  const stands = alarm ?? (isWhole ? undefined : earlier)
  if (begin) begin.alarm = stands
  if (isUnreachable && !alarm) return stands
  const checked: Checked = { ...rest, at: Date.now(), alarm: stands }
  // A full disk keeps nobody from being warned.
  await keep('/checked', Response.json(checked)).catch(() => undefined)
  return stands
}
