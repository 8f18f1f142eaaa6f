import type { SafeApp } from '@covault/api'
import { readAppUrl } from '../../apps/appUrl.js'
import type { CustomApp } from '../../preferences/safeApps.js'

/** An app of the list, and who says that it is one. */
export type ListedApp = {
  url: string
  origin: string
  name: string
  description: string
  tags: readonly string[]
  /** The gateway's operator, or the reader. */
  source: 'gateway' | 'custom'
  details: SafeApp | undefined
}

/** An app may say which front ends offer it. */
export function isAllowedHere({
  accessControl: { type, value },
}: Pick<SafeApp, 'accessControl'>): boolean {
  if (type !== 'DOMAIN_ALLOWLIST') return type === 'NO_RESTRICTIONS'
  const { host } = window.location
  return (value ?? []).some(
    (domain) => URL.canParse(domain) && new URL(domain).host === host,
  )
}

/** What cannot be opened is not listed either. */
export function listApps({
  listed,
  custom,
}: {
  listed: readonly SafeApp[]
  custom: readonly CustomApp[]
}): ListedApp[] {
  const read = (url: string) =>
    readAppUrl(url, { ownOrigin: window.location.origin })
  return [
    ...listed.flatMap((details): ListedApp[] => {
      const { url, origin } = read(details.url)
      if (!url) return []
      const { name, description, tags } = details
      return [
        { url, origin, name, description, tags, source: 'gateway', details },
      ]
    }),
    ...custom.flatMap((app): ListedApp[] => {
      const { url, origin } = read(app.url)
      if (!url) return []
      const { name, description } = app
      const rest = { tags: [], source: 'custom', details: undefined } as const
      return [{ url, origin, name, description, ...rest }]
    }),
  ]
}

/**
 * The app itself, or the one that it is a page of. What else comes from the
 * same origin is somebody else's where one host serves many.
 */
export function findApp(
  known: Parameters<typeof listApps>[0],
  { url }: { url: string },
): ListedApp | undefined {
  const apps = listApps(known)
  return (
    apps.find((app) => app.url === url) ??
    apps.find((app) => app.url === url.replace(/#.*$/, '')) ??
    apps.find((app) => dropQuery(url).startsWith(`${dropQuery(app.url)}/`))
  )
}

function dropQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/** Pinned ones first, then in the order of the list. */
export function pickApps(
  apps: readonly ListedApp[],
  {
    query,
    tag,
    pinned,
  }: { query: string; tag: string | undefined; pinned: readonly string[] },
): ListedApp[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name, description, url, tags }: ListedApp) => {
    const text = [name, description, url, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = apps.filter(
    (app) => fits(app) && (tag === undefined || app.tags.includes(tag)),
  )
  const isPinned = ({ url }: ListedApp) => pinned.includes(url)
  return [...found.filter(isPinned), ...found.filter((app) => !isPinned(app))]
}

export function listTags(apps: readonly ListedApp[]): string[] {
  return [...new Set(apps.flatMap(({ tags }) => tags))].sort()
}
