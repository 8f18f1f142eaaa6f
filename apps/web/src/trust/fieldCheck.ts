import type { Provenance } from './provenance.js'

/** What a check is about, no matter who was asked. */
export type CheckedFact =
  | 'hash'
  | 'nonce'
  | 'currency'
  | 'safe'
  | 'owners'
  | 'threshold'
  | 'version'
  | 'singleton'
  | 'modules'
  | 'guard'
  | 'moduleGuard'
  | 'handler'
  | 'confirmations'
  | 'contracts'
  | 'sources'

/**
 * One thing that was compared. `differs` is a refusal: nothing can be signed
 * until it agrees. `unknown` says that there was nothing to compare with.
 */
export type FieldCheck = {
  fact: CheckedFact
  field: string
  status: 'ok' | 'differs' | 'unknown'
  /** As this browser computed it or read it from the chain. */
  here: string
  /** What was said instead, and by whom. */
  claim?: { by: 'gateway' | 'contract' | 'second'; value: string }
  /** What differs, where a list of the two does not say it. */
  sentence?: string
  /** Of what stands under `here`. */
  provenance: Provenance
}

/** The field that says whether there was one. */
export const secondSource = 'Second RPC endpoint'

/** Nobody else is known who could be asked. */
export const singleSource = 'only one RPC endpoint was asked'
