import { BaseError } from '@covault/protocol'
import { createStore } from '../../lib/store.js'
import { listenForFound, rememberKept } from './beginning.js'
import type { State } from './checkServed.js'
import type { Alarm } from './judgeServed.js'
import type { NoCopy, Refusal } from './keepRelease.js'

/** What this browser knows about the app it runs. */
export type ServedRelease = {
  /** The release that the worker answers with; undefined: there is no worker. */
  kept?: State | undefined
  /** Why there is none; undefined: it is not known yet, or being saved. */
  noCopy?: NoCopy | 'browser' | 'signatures' | 'insecure' | undefined
  /** Of this page: it came from the saved copy, not from the server. */
  isFromCopy: boolean
  alarm?: Alarm | undefined
  /** The browser found another worker, and nobody has looked yet whose it is. */
  isJudging?: boolean
  /** A worker that we did not write answers this page by now. */
  isTakenOver?: boolean
  /** The browser was told to forget what it keeps, the worker too. */
  isCleared?: boolean
  isUnreachable?: boolean
  refusal?: Refusal | undefined
  differing?: string[] | undefined
  isRetired?: boolean
}

export const servedRelease = createStore<ServedRelease>({ isFromCopy: false })

export function tellRelease(change: Partial<ServedRelease>): void {
  const next = { ...servedRelease.read(), ...change }
  // Whatever the server says after that.
  if (next.isCleared) next.alarm = 'gone'
  if (next.isTakenOver) next.alarm = 'worker'
  servedRelease.write(next)
}

/**
 * From the first moment on, long before the rest looks: our own worker never takes
 * over a page that is open, and one that the browser finds meanwhile can write to
 * all that is kept. Nothing is signed until somebody has judged it.
 */
export function watchTakeover(): void {
  const workers = navigator.serviceWorker
  const isFromCopy = Boolean(workers?.controller)
  tellRelease({ isFromCopy })
  workers?.addEventListener('controllerchange', () =>
    tellRelease(
      workers.controller ? { isTakenOver: true } : { isCleared: true },
    ),
  )
  if (!isFromCopy) return
  // What this page came from was there: now it is gone.
  void rememberKept().then((isThere) => {
    if (!isThere) tellRelease({ isCleared: true })
  })
  void listenForFound(() => tellRelease({ isJudging: true }))
}

/** Every answer of this origin can have the browser forget all that it keeps. */
export function watchCleared({ headers, url }: Response): void {
  const { kept, isFromCopy } = servedRelease.read()
  const isOwn = url.startsWith(`${globalThis.location?.origin}/`)
  const cleared = headers.get('clear-site-data') ?? ''
  if (isOwn && (kept || isFromCopy) && /"(storage|\*)"/.test(cleared))
    tellRelease({ isCleared: true })
}

/** Signing what a page shows is pointless once the next page is a stranger's. */
export function assertNoAlarm(): void {
  const { alarm, isJudging } = servedRelease.read()
  if (alarm) throw new ServedPageError(alarm)
  if (isJudging) throw new UnjudgedWorkerError()
}

export class ServedPageError extends BaseError {
  override name = 'ServedPageError'
  constructor(alarm: Alarm) {
    super(
      alarm === 'gone'
        ? 'Signing is blocked: the copy of this app is gone from this browser.'
        : 'Signing is blocked: the server offers code that isn’t signed by anyone you trust.',
    )
  }
}

export class UnjudgedWorkerError extends BaseError {
  override name = 'UnjudgedWorkerError'
  constructor() {
    super(
      'The server changed. Wait until the change is checked, then try again.',
    )
  }
}
