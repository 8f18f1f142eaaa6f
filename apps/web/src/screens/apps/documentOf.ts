import { readAppUrl } from '../../apps/appUrl.js'
import { parseSearch } from '../../lib/searchText.js'

/**
 * The policy of a document names one app for good. A page that was reached
 * without loading a document, or that now names another app, has to be loaded
 * again before its app can be reached.
 */
export function isDocumentOf(
  origin: string,
  { paths }: { paths: readonly string[] },
): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  if (!entry || !URL.canParse(entry.name)) return true
  const { pathname, search } = new URL(entry.name)
  const { appUrl = '' } = parseSearch(search)
  const loaded = readAppUrl(appUrl, { ownOrigin: window.location.origin })
  return paths.includes(pathname.replace(/\/$/, '')) && loaded.origin === origin
}
