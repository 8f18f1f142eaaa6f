import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  usePageTitle,
  useSafeParameter,
  useScopeSearch,
} from '../../hooks/scope.js'
import { usePathname } from '../../hooks/usePathname.js'
import { paths } from '../../lib/paths.js'
import { administratorQuery } from '../../queries/administration.js'
import { PageHead } from '../../ui/PageHead.js'
import { accountQuery } from '../../wallet/account.js'
import { settingsPages } from './pages.js'
import classes from './SettingsScreen.module.css'

export function SettingsScreen() {
  const pathname = usePathname()
  const page = settingsPages.find(({ path }) => path === pathname)
  usePageTitle(page ? `${page.title}, settings` : 'Settings')
  const hasSafe = useSafeParameter().status !== 'absent'
  const search = useScopeSearch()
  const { data: account } = useQuery(accountQuery)
  const { data: role } = useQuery(administratorQuery(account))
  const isFor = {
    everybody: true,
    safe: hasSafe,
    // A page that one stands on keeps its tab, also where it is refused.
    administrators:
      (role?.isAdministrator ?? false) || pathname === paths.administration,
  }
  const shown = settingsPages.filter((one) => isFor[one.for])
  const count = shown.length
  const tabs = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the window, and the last one comes later.
  useEffect(() => {
    if (!pathname || count === 0) return
    const here = tabs.current?.querySelector('[aria-current]')
    here?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname, count])
  return (
    <>
      <PageHead title="Settings" />
      <nav ref={tabs} className={classes.tabs} aria-label="Settings">
        <ul>
          {shown.map(({ path, title }) => (
            <li key={path}>
              <Link
                className={classes.tab}
                to={path}
                search={search}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
