import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef } from 'react'
import {
  usePageTitle,
  useSafeParameter,
  useScopeSearch,
} from '../../hooks/scope.js'
import { paths } from '../../lib/paths.js'
import { PageHead } from '../../ui/PageHead.js'
import { AppearancePage } from './AppearancePage.js'
import { DataPage } from './DataPage.js'
import { EnvironmentPage } from './EnvironmentPage.js'
import { ModulesPage } from './ModulesPage.js'
import { settingsPages } from './pages.js'
import { SafeAppsPage } from './SafeAppsPage.js'
import { SecurityPage } from './SecurityPage.js'
import classes from './SettingsScreen.module.css'
import { SetupPage } from './SetupPage.js'

const contents: Record<(typeof settingsPages)[number]['path'], ComponentType> =
  {
    [paths.setup]: SetupPage,
    [paths.modules]: ModulesPage,
    [paths.appearance]: AppearancePage,
    [paths.safeApps]: SafeAppsPage,
    [paths.data]: DataPage,
    [paths.environment]: EnvironmentPage,
    [paths.security]: SecurityPage,
  }

export function SettingsScreen() {
  const { pathname } = useLocation()
  const page = settingsPages.find(({ path }) => path === pathname)
  usePageTitle(page ? `${page.title}, settings` : 'Settings')
  const hasSafe = useSafeParameter().status !== 'absent'
  const search = useScopeSearch()
  const Content = page && contents[page.path]
  const tabs = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the window.
  useEffect(() => {
    if (!pathname) return
    const here = tabs.current?.querySelector('[aria-current]')
    here?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <>
      <PageHead title="Settings" />
      <nav ref={tabs} className={classes.tabs} aria-label="Settings">
        <ul>
          {settingsPages
            .filter(({ ofSafe }) => hasSafe || !ofSafe)
            .map(({ path, title }) => (
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
      {Content && <Content />}
    </>
  )
}
