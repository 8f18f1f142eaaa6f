import type { SafeReference } from '@covault/api'
import { isMetered } from '../../lib/isMetered.js'
import { parseSearch } from '../../lib/searchText.js'
import { drafts, nameDraft } from '../act/keptWork.js'
import { loadMachine } from './loadMachine.js'
import { findFlow } from './registry.js'

/**
 * Asks ahead for all that the flow of this name consists of, and for what was
 * left in its form for this safe. What fails here is asked for again, and told,
 * when somebody opens it.
 */
export function prefetchFlow(
  name: string | undefined,
  place: SafeReference | undefined,
): void {
  const load = findFlow(name)
  if (!name || !load) return
  if (place) void drafts.readAhead(nameDraft(place, name))
  if (isMetered()) return
  void Promise.all([loadMachine(), load()]).catch(() => undefined)
}

/** The flow that a link, or the link around an element, opens. */
export function readLinkedFlow(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link ? parseSearch(link.search).flow : undefined
}
