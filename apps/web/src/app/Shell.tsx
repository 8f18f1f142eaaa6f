import { Link, Outlet, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadMachine } from '../flows/machine/loadMachine.js'
import { useSafeScope } from '../hooks/scope.js'
import { usePathname } from '../hooks/usePathname.js'
import { paths } from '../lib/paths.js'
import { rememberOpened } from '../preferences/openedSafes.js'
import { fallbackInterval } from '../queries/liveState.js'
import { latePart } from '../ui/latePart.js'
import { Toasts } from '../ui/Toasts.js'
import { BatchButton } from './BatchButton.js'
import { Brand } from './Brand.js'
import { GatewayBanner } from './banners/GatewayBanner.js'
import { KeptBanner } from './banners/KeptBanner.js'
import { FindButton } from './FindButton.js'
import { Navigation, PartTabs } from './Navigation.js'
import { NoticeButton } from './NoticeButton.js'
import { SafeSelector } from './SafeSelector.js'
import classes from './Shell.module.css'
import { StatusLine } from './StatusLine.js'
import { useGatewayWatch } from './useGatewayWatch.js'
import { useHostSafe } from './useHostSafe.js'
import { usePageStands } from './usePageStands.js'
import { WalletSlot } from './WalletSlot.js'

/** What somebody does about a safe takes the place of the page. */
const Flow = latePart(async () => {
  const { FlowDialog } = await loadMachine()
  return { default: FlowDialog }
})

/** What is under way is looked after when the page stands. */
const PendingWork = lazy(async () => {
  // A part that cannot be loaded must not take the page with it.
  const part = await import('../flows/progress/PendingWork.js').catch(
    () => undefined,
  )
  return { default: part?.PendingWork ?? (() => null) }
})

/**
 * The stream of changes, names and news come when the page stands. Without them
 * the page does not keep up, so they are asked for until they are there.
 */
const Afterwards = lazy(async () => {
  const load = () => import('./Afterwards.js').catch(() => undefined)
  let part = await load()
  while (!part) {
    await new Promise((resolve) => setTimeout(resolve, fallbackInterval))
    part = await load()
  }
  return { default: part.Afterwards }
})

/** The frame of every page: bar, navigation, content, status line. */
export function Shell() {
  const isTime = usePageStands()
  useGatewayWatch()
  useOpened()
  useHostSafe()
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
        <SafeSelector />
        <div className={classes.tools}>
          <FindButton />
          <BatchButton />
          <NoticeButton />
          <WalletSlot isTime={isTime} />
        </div>
      </header>
      <div className={classes.frame}>
        <Navigation />
        <Content isTime={isTime} />
      </div>
      <StatusLine />
      <Toasts />
    </>
  )
}

/** The page, or a flow in its place: around it nothing changes with that. */
function Content({ isTime }: { isTime: boolean }) {
  const content = useRef<HTMLElement>(null)
  const flow = useSearch({ strict: false, select: (search) => search.flow })
  useFocusOnArrival(content, flow)
  return (
    <main id="content" ref={content} className={classes.content} tabIndex={-1}>
      <GatewayBanner />
      <KeptBanner />
      <Suspense>{isTime && <PendingWork />}</Suspense>
      <Suspense>{isTime && <Afterwards />}</Suspense>
      <PartTabs />
      <Suspense>{flow && <Flow name={flow} />}</Suspense>
      <Suspense>
        <Page isBehind={flow !== undefined} />
      </Suspense>
    </main>
  )
}

/** An app that waits for the flow in front of it must not be loaded again. */
function Page({ isBehind }: { isBehind: boolean }) {
  const pathname = usePathname()
  if (pathname === paths.openApp)
    return (
      <div hidden={isBehind}>
        <Outlet />
      </div>
    )
  return isBehind ? null : <Outlet />
}

/** News is kept of safes that somebody has looked at here. */
function useOpened(): void {
  const scope = useSafeScope()
  const chainId = scope?.chain.chainId
  const address = scope?.address
  useEffect(() => {
    if (chainId !== undefined && address) rememberOpened({ chainId, address })
  }, [chainId, address])
}

/**
 * Going to another page puts the focus at its beginning, for those who do not
 * see that everything has changed. The first page is left to the browser.
 */
function useFocusOnArrival(
  content: { current: HTMLElement | null },
  flow: string | undefined,
): void {
  const pathname = usePathname()
  const place = `${pathname} ${flow ?? ''}`
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    window.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [place, content])
}
