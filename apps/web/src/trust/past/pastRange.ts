import type { ReadProvenance } from '../provenance.js'

/** Of which blocks the past was read, and who was asked. */
export type PastRange = {
  fromBlock: bigint
  toBlock: bigint
  /** There were more in these blocks than are looked into. */
  hasMore: boolean
  provenance: ReadProvenance
}
