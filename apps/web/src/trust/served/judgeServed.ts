import type { Release, Signed } from '../../worker/release.js'

/** Why nothing may be signed: what the server offers is not trustworthy. */
export type Alarm =
  | 'worker'
  | 'unsigned'
  | 'document'
  /** What was kept is not there any more, and no retirement says why. */
  | 'gone'

/** What was heard; undefined: no answer. Each is judged for itself. */
export type Served = {
  /** The hashes of the document and of the worker. */
  document: string | undefined
  script: string | undefined
  /** `signed` is undefined where too few of the trusted keys signed it. */
  offered: { signed: Signed | undefined } | undefined
}

/** Of a newer release that the server has offered, signed. */
export type NewerWorker = { sequence: number; worker: string }

/** What the server has offered before and offers now, beyond what was agreed to. */
export function listNewer(
  release: Release,
  before: readonly NewerWorker[],
  offered: Release | undefined,
): NewerWorker[] {
  const worker = offered?.files['/sw.js']?.sha256
  const isListed = before.some((one) => one.worker === worker)
  return [
    ...before,
    ...(offered && worker && !isListed
      ? [{ sequence: offered.sequence, worker }]
      : []),
  ].filter(({ sequence }) => sequence > release.sequence)
}

export type Judgement = {
  alarm: Alarm | undefined
  isRetired: boolean
  /** Whether all three have answered: only then an earlier alarm is over. */
  isWhole: boolean
  isUnreachable: boolean
}

/** Compares what is served with what was agreed to. */
export function judgeServed(
  { document, script, offered }: Served,
  kept: {
    release: Release
    /** The hash of the worker that answers. */
    worker: string | undefined
    /** The browser has found another worker than that. */
    isFound: boolean
    newer: readonly NewerWorker[]
  },
): Judgement {
  const { release, worker, isFound, newer } = kept
  const other = offered?.signed?.release
  // A worker takes over without a click: an older one may be a known hole.
  const isNewer = other !== undefined && other.sequence > release.sequence
  const isKnownWorker = isOf('/sw.js', script, [
    release,
    isNewer ? other : undefined,
  ])
  // Nobody knows what the browser found, or it is not what we are shown. One of
  // a signed update explains it, after the update is withdrawn too. A server that
  // has such an update gains nothing: it could show it to us now as well.
  const isHidden =
    isFound &&
    (script === undefined || script === worker) &&
    !newer.some((one) => one.worker !== worker)
  const alarm = findAlarm()
  const heard = [document, script, offered].filter((one) => one !== undefined)
  return {
    alarm,
    isRetired: isRetirement(other, release),
    isWhole: heard.length === 3,
    isUnreachable: heard.length === 0,
  }

  function findAlarm(): Alarm | undefined {
    if (isHidden || (script !== undefined && !isKnownWorker)) return 'worker'
    if (offered && !other) return 'unsigned'
    if (
      document !== undefined &&
      !isOf('/index.html', document, [release, other])
    )
      return 'document'
    return undefined
  }
}

/** A signed end of the worker, not older than what was agreed to. */
export function isRetirement(
  offered: Release | undefined,
  { sequence }: Pick<Release, 'sequence'>,
): boolean {
  return offered?.retire === true && offered.sequence >= sequence
}

function isOf(
  path: string,
  sha256: string | undefined,
  releases: (Release | undefined)[],
): boolean {
  return releases.some((one) => one?.files[path]?.sha256 === sha256)
}
