import { isMetered } from '../../lib/isMetered.js'
import { loadHeavyHalf } from '../../understand/assess/loadHeavyHalf.js'

/** Whoever fills in a form wants to see the review next. */
export function prefetchReview(): void {
  if (isMetered()) return
  void loadHeavyHalf().catch(() => undefined)
}
