import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSafeScope, useScopeSearch } from '../hooks/scope.js'
import { usePathname } from '../hooks/usePathname.js'
import { formatNumber } from '../lib/formatCount.js'
import { paths } from '../lib/paths.js'
import { appearance } from '../preferences/appearance.js'
import { usePreference } from '../preferences/preference.js'
import { findOverview, overviewsQuery } from '../queries/safes.js'
import { type Configured, hasFeature } from '../trust/chainFacts.js'
import { Spoken } from '../ui/Spoken.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { accountQuery } from '../wallet/account.js'
import classes from './Navigation.module.css'
import {
  generalPages,
  type PageEntry,
  type PagePart,
  safePages,
} from './pages.js'

const whole = { exact: true, includeSearch: false }

/** The way through the app: a column, a rail of icons, or tabs at the bottom. */
export function Navigation() {
  const scope = useSafeScope()
  const search = useScopeSearch()
  const pathname = usePathname()
  const counts = useCounts(scope)
  const entries = scope ? listSafePages(scope.chain) : generalPages
  return (
    <nav className={classes.navigation} aria-label="Main">
      <ul className={classes.pages}>
        {entries.map((entry) => {
          const { title, Icon, parts = [] } = entry
          const isHere = isAt(entry, pathname)
          const count = sumCounts(parts, counts)
          return (
            <li key={title} className={classes.entry} data-page={entry.path}>
              <Link
                to={
                  entry.path === paths.settings
                    ? settingsPath(scope)
                    : entry.path
                }
                search={search}
                className={classes.page}
                data-here={isHere || undefined}
                aria-current={isHere && parts.length === 0 ? 'page' : undefined}
                data-leaf={parts.length === 0 || undefined}
                activeOptions={whole}
                title={title}
              >
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                <span className={classes.title}>{title}</span>
                {count > 0 && (
                  <span className={classes.badge} aria-hidden="true">
                    {formatNumber(count)}
                  </span>
                )}
              </Link>
              {parts.length > 0 && (
                <Parts
                  parts={parts}
                  pathname={pathname}
                  search={search}
                  counts={counts}
                />
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** What the network's configuration offers of them. */
export function listSafePages(chain: Configured): readonly PageEntry[] {
  const isOffered = ({ feature }: PageEntry | PagePart) =>
    !feature || hasFeature(chain, feature)
  return safePages
    .filter(isOffered)
    .map((page) =>
      page.parts ? { ...page, parts: page.parts.filter(isOffered) } : page,
    )
}

/** The pages beside this one, where the column has no room for them. */
export function PartTabs() {
  const scope = useSafeScope()
  const search = useScopeSearch()
  const pathname = usePathname()
  const counts = useCounts(scope)
  if (!scope) return null
  const entry = listSafePages(scope.chain).find((page) => isAt(page, pathname))
  if (!entry?.parts) return null
  return (
    <nav className={classes.tabs} aria-label={entry.title}>
      <Parts
        parts={entry.parts}
        pathname={pathname}
        search={search}
        counts={counts}
      />
    </nav>
  )
}

type Counts = Record<NonNullable<PagePart['count']>, number>

function Parts({
  parts,
  pathname,
  search,
  counts,
}: {
  parts: readonly PagePart[]
  pathname: string
  search: { safe?: string }
  counts: Counts
}) {
  return (
    <ul className={classes.parts}>
      {parts.map(({ path, title, item, count }) => (
        <li key={path}>
          <Link
            to={path}
            search={search}
            className={classes.part}
            aria-current={
              path === pathname || item === pathname ? 'page' : undefined
            }
            activeOptions={whole}
          >
            {title}
            {count && counts[count] > 0 && (
              <span className={classes.count}>
                {formatNumber(counts[count])}
                <Spoken> waiting</Spoken>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function useCounts(scope: SafeScope | undefined): Counts {
  const { currency } = usePreference(appearance)
  const { data: wallet } = useQuery(accountQuery)
  const place = scope && {
    chainId: scope.chain.chainId,
    address: scope.address,
  }
  const { data } = useQuery(
    overviewsQuery({ safes: place ? [place] : [], currency, wallet }),
  )
  return { queued: (place && findOverview(data, place)?.queued) ?? 0 }
}

function sumCounts(parts: readonly PagePart[], counts: Counts): number {
  return parts.reduce((sum, { count }) => sum + (count ? counts[count] : 0), 0)
}

function isAt({ path, parts = [] }: PageEntry, pathname: string): boolean {
  if (parts.length > 0)
    return pathname.startsWith(path === paths.queue ? paths.transactions : path)
  return pathname === path || pathname.startsWith(`${path}/`)
}

function settingsPath(scope: SafeScope | undefined) {
  return scope ? paths.setup : paths.appearance
}
