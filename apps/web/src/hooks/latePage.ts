import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isPageServed } from '../queries/health.js'
import { loadPart } from '../ui/latePart.js'

/**
 * A page whose code comes when somebody goes there. A file that an update took
 * away is found by loading the document anew, and the router does that. Where
 * nobody serves it, the reader would lose all that still works.
 */
export function latePage<Name extends string>(
  // What a page is would be looked up in the router, whose type this decides.
  load: () => Promise<Record<NoInfer<Name>, unknown>>,
  name: Name,
): RouteComponent {
  const loadPage = async () => ({
    default: (await load())[name] as ComponentType,
  })
  return lazyRouteComponent(() => loadPart(loadPage, isPageServed))
}
