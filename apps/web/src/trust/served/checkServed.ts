import {
  find,
  hashServed,
  type Kept,
  keep,
  readKept,
  request,
  type Signed,
} from '../../worker/release.js'
import { type Alarm, judgeServed } from './judgeServed.js'
import { forgetRelease } from './keepRelease.js'
import { fetchSigned } from './offered.js'
import { fetchDocument } from './servedDocument.js'

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

export type CheckOutcome = { isUnreachable: boolean; isRetired: boolean }

/** Asks the server for what it has now, and keeps what was found. */
export async function checkServed(
  registration: ServiceWorkerRegistration | undefined,
): Promise<CheckOutcome> {
  const kept = await readKept()
  if (!kept) return { isUnreachable: false, isRetired: false }
  const { release } = kept
  const isFound = hasFoundAnother(registration)
  const [document, script, offered] = await Promise.all([
    fetchDocument().catch(() => undefined),
    hashServed('/sw.js').catch(() => undefined),
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
    return { isUnreachable: false, isRetired: true }
  }
  await keepChecked(kept, judged, offered?.signed)
  const { connect, parents } = document ?? {}
  // What a server says that is not the known one is not for the next visit.
  if (document && script !== undefined && !judged.alarm) {
    await keep('/origins', Response.json({ connect, parents }))
    const config = await request('/app-config').catch(() => undefined)
    if (config?.ok) await keep('/app-config', config)
  }
  return { isUnreachable: judged.isUnreachable, isRetired: false }
}

async function keepChecked(
  kept: Kept,
  { alarm, isWhole, isUnreachable }: ReturnType<typeof judgeServed>,
  signed: Signed | undefined,
): Promise<void> {
  const before: Checked = (await (await find('/checked'))?.json()) ?? {}
  if (isUnreachable && !alarm) return
  const checked: Checked = {
    at: Date.now(),
    alarm: alarm ?? (isWhole ? undefined : before.alarm),
    other: signed?.id === kept.id ? undefined : signed,
  }
  await keep('/checked', Response.json(checked))
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
