import type { Release } from './release.js'

/** Why nothing may be signed: what the server offers is not trustworthy. */
export type Alarm = 'worker' | 'unsigned' | 'document'

/** A signed release and whose signatures hold. */
export type Signed = { release: Release; signers: string[] }

/** What the worker keeps about the one release that it answers with. */
export type State = Signed & {
  /** Since when, in milliseconds. */
  since: number
  /** What the operator's configuration lets pages connect to, and who may frame them. */
  connect: string[]
  parents: string[]
  /** The hash of the worker that answers. */
  worker: string
  checkedAt?: number
  alarm?: Alarm | undefined
  /** What else the server has: a newer one is offered, an older one refused. */
  other?: Signed | undefined
  declined?: string
}

export type Question =
  | { ask: 'state' }
  | { ask: 'check'; found?: boolean; worker?: string | undefined }
  | { ask: 'update'; root: string }
  | { ask: 'decline'; root: string }

export type Answer = {
  state?: State
  isUnreachable?: boolean
  isRetired?: boolean
  /** Why an update was refused. */
  refusal?: 'unsigned' | 'other' | 'older' | 'partial'
}
