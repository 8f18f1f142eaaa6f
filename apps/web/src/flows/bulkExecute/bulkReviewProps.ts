import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { SentBulk } from './BulkProgress.js'
import type { BulkEntry } from './useBulk.js'

export type BulkReviewProps = {
  place: SafePlace
  entries: readonly BulkEntry[]
  /** Why the one after them is not among them. */
  stop: string | undefined
  onSent: (sent: SentBulk) => void
  onClose: () => void
}
