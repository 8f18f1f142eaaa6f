import { BaseError } from '@covault/protocol'
import { createStore } from '../lib/store.js'
import type { State } from './served/checkServed.js'
import type { Alarm } from './served/judgeServed.js'
import type { NoCopy, Refusal } from './served/keepRelease.js'

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
  isUnreachable?: boolean
  refusal?: Refusal | undefined
  differing?: string[] | undefined
  isRetired?: boolean
}

export const servedRelease = createStore<ServedRelease>({ isFromCopy: false })

export function tellRelease(change: Partial<ServedRelease>): void {
  const next = { ...servedRelease.read(), ...change }
  // Whatever the server says after that.
  if (next.isTakenOver) next.alarm = 'worker'
  servedRelease.write(next)
}

/**
 * From the first moment on: our own worker never takes over a page that is open,
 * and whoever does could do so before anything else looks.
 */
export function watchTakeover(): void {
  navigator.serviceWorker?.addEventListener('controllerchange', () =>
    tellRelease({ isTakenOver: true }),
  )
}

/** Signing what a page shows is pointless once the next page is a stranger's. */
export function assertNoAlarm(): void {
  const { alarm, isJudging } = servedRelease.read()
  if (alarm) throw new ServedPageError()
  if (isJudging) throw new UnjudgedWorkerError()
}

export class ServedPageError extends BaseError {
  override name = 'ServedPageError'
  constructor() {
    super(
      'Signing is blocked: the server offers code that isn’t signed by anyone you trust.',
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
