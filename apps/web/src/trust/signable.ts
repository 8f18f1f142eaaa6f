import type { SafeDomain } from '@covault/protocol'
import type { LocalKinds } from '../preferences/localQueue.js'
import type { Kinds } from './signables/signables.js'

export type SignableKind = keyof Kinds

/** What owners sign as their safe. */
export type Signable<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One; domain: SafeDomain } & Kinds[One]['content']
}[Kind]

/** What the rules find in it. */
export type FoundIn<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: Kinds[One]['finding']
}[Kind]

/** As it lies in the browser: what has no place there does not compile. */
export type Stored<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: LocalKinds[One]
}[Kind]
