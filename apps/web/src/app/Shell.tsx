import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../lib/paths.js'
import { Brand } from './Brand.js'
import { GatewayBanner } from './GatewayBanner.js'
import { pages } from './pages.js'
import classes from './Shell.module.css'
import { StatusLine } from './StatusLine.js'
import { ThemeSwitch } from './ThemeSwitch.js'
import { WalletSlot } from './WalletSlot.js'

/** The frame of every page: bar, navigation, content, status line. */
export function Shell() {
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.bar}>
        <Link to={paths.accounts} className={classes.brand}>
          <Brand />
          <span>Covault</span>
        </Link>
        <div className={classes.tools}>
          <ThemeSwitch />
          <WalletSlot />
        </div>
      </header>
      <div className={classes.frame}>
        <nav className={classes.navigation} aria-label="Main">
          <ul className={classes.pages}>
            {pages.map(({ path, title, Icon }) => (
              <li key={path}>
                <Link to={path} className={classes.page} title={title}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                  <span>{title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id="content" className={classes.content} tabIndex={-1}>
          <GatewayBanner />
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <StatusLine />
    </>
  )
}
