import { isMetered } from '../../lib/isMetered.js'
import { parseSearch } from '../../lib/searchText.js'
import { loadMachine } from './loadMachine.js'
import { findFlow } from './registry.js'

/**
 * Asks ahead for all that the flow of this name consists of. What fails here
 * is asked for again, and told, when somebody opens it.
 */
export function prefetchFlow(name: string | undefined): void {
  const load = findFlow(name)
  if (!load || isMetered()) return
  void Promise.all([loadMachine(), load()]).catch(() => undefined)
}

/** The flow that a link, or the link around an element, opens. */
export function readLinkedFlow(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link ? parseSearch(link.search).flow : undefined
}
