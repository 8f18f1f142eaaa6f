import type { ReadProvenance } from '../provenance.js'

/** Of which blocks the past was read, and who was asked. */
export type PastRange = {
  fromBlock: bigint
  toBlock: bigint
  /** There were more in these blocks than are looked into. */
  hasMore: boolean
  /** Transfers of tokens on no list, which are left out. */
  hidden?: number
  provenance: ReadProvenance
}
