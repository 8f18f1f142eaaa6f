import {
  find,
  hashServed,
  type Kept,
  keep,
  readKept,
  type Signed,
} from '../../worker/release.js'
import { type Alarm, judgeServed } from './judgeServed.js'
import { forgetRelease } from './keepRelease.js'
import { fetchSigned } from './offered.js'
import { fetchConfig, fetchDocument } from './servedDocument.js'

/** What the last check found. */
type Checked = {
  at?: number
  alarm?: Alarm | undefined
  /** What else the server has: a newer one is offered, any other is refused. */
  other?: Signed | undefined
}

/** What this browser keeps, and what it found out about the server. */
export type State = Kept & Checked & { declined?: string | undefined }

export async function readState(): Promise<State | undefined> {
  const kept = await readKept()
  if (!kept) return undefined
  const checked: Checked | undefined = await (await find('/checked'))?.json()
  const declined = await (await find('/declined'))?.text()
  const isOwn = checked?.other?.id === kept.id
  return { ...checked, ...(isOwn && { other: undefined }), ...kept, declined }
}

export async function decline(id: string): Promise<void> {
  await keep('/declined', new Response(id))
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
  if (!kept) return nothing
  const { release } = kept
  const isFound = hasFoundAnother(registration)
  const [document, script, config, offered] = await Promise.all([
    fetchDocument().catch(() => undefined),
    hashServed('/sw.js').catch(() => undefined),
    fetchConfig().catch(() => undefined),
    fetchSigned(release.keys).then(
      (signed) => ({ signed }),
      () => undefined,
    ),
  ])
  const worker = await (await find('/worker'))?.text()
  const judged = judgeServed(
    { document: document?.sha256, script, offered },
    {
      release,
      worker: worker ?? release.files['/sw.js']?.sha256,
      // It may have been found while the server was asked.
      isFound: isFound || hasFoundAnother(registration),
    },
  )
  if (judged.isRetired) {
    await forgetRelease()
    await registration?.unregister()
    return { ...nothing, isRetired: true }
  }
  const alarm = await keepChecked(kept, judged, offered?.signed)
  const { connect, parents } = document ?? {}
  // What a server says that is not the known one is not for the next visit.
  if (document && script !== undefined && !alarm) {
    await keep('/origins', Response.json({ connect, parents }))
    if (config) await keep('/app-config', Response.json(config))
  }
  return { ...nothing, alarm, isUnreachable: judged.isUnreachable }
}

async function keepChecked(
  kept: Kept,
  { alarm, isWhole, isUnreachable }: ReturnType<typeof judgeServed>,
  signed: Signed | undefined,
): Promise<Alarm | undefined> {
  const before: Checked = (await (await find('/checked'))?.json()) ?? {}
  const stands = alarm ?? (isWhole ? undefined : before.alarm)
  if (isUnreachable && !alarm) return stands
  const checked: Checked = {
    at: Date.now(),
    alarm: stands,
    other: signed?.id === kept.id ? undefined : signed,
  }
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
