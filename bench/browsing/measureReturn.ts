import type { Browser, BrowserContext } from '@playwright/test'
import {
  makeKeys,
  makeRelease,
  openReleaseDoor,
} from '../../e2e/releaseDoor.js'
import { round, takeMedian } from '../shared/figures.js'

export type ReturnFigures = {
  withoutMs: number
  withMs: number
  /** Of the control page, without a saved copy. */
  controlMs: number
  /** Second visits whose content was not what the first one kept. */
  unkeptVisits: number
}

type Visited = { url: string; path: string; content: string; visits: number }

/** Somebody elsewhere: on this machine's own loopback no network is waited for. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_250_000,
  uploadThroughput: 625_000,
}

/** How long somebody waits who comes back, without a saved copy and with one. */
export async function measureReturn(
  browser: Browser,
  page: Visited,
  control: Pick<Visited, 'url' | 'content'>,
): Promise<ReturnFigures> {
  const { alice } = await makeKeys()
  const release = await makeRelease({
    sequence: 1,
    signers: { alice },
    signedBy: [alice],
  })
  const door = await openReleaseDoor(page.url)
  const still = await openReleaseDoor(control.url)
  const visit = { ...page, url: door.url }
  try {
    const without = await measureVisits(browser, visit, async () => {})
    door.release = release
    const withCopy = await measureVisits(browser, visit, async (context) => {
      const first = await context.newPage()
      await first.goto(`${door.url}/settings/version`)
      await first.getByText('Saved', { exact: true }).waitFor()
      await first.close()
    })
    const least = { ...page, ...control, url: still.url }
    const bare = await measureVisits(browser, least, async () => {})
    return {
      withoutMs: without.medianMs,
      withMs: withCopy.medianMs,
      controlMs: bare.medianMs,
      unkeptVisits: without.unkept + withCopy.unkept,
    }
  } finally {
    await door.close()
    await still.close()
  }
}

async function measureVisits(
  browser: Browser,
  page: Visited,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<{ medianMs: number; unkept: number }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  })
  try {
    await prepare(context)
    // It fills what the browser keeps and is not counted.
    await measureVisit(context, page, stay)
    const all: Visit[] = []
    for (let visit = 0; visit < page.visits; visit++)
      all.push(await measureVisit(context, page))
    return {
      medianMs: round(takeMedian(all.map(({ taken }) => taken))),
      unkept: all.filter(({ isKept }) => !isKept).length,
    }
  } finally {
    await context.close()
  }
}

/** Milliseconds that somebody looks at a page, who comes back to it later. */
const stay = 5_000

type Visit = {
  taken: number
  /** The page says that what it shows is of an earlier visit. */
  isKept: boolean
}

/** The page says so one draw after it has shown it, and until a node answers. */
const markMs = 100

async function measureVisit(
  context: BrowserContext,
  { url, path, content }: Visited,
  stays = 0,
): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  const started = performance.now()
  await page.goto(url + path, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor()
  const taken = performance.now() - started
  const isKept = await page
    .locator('[data-last-visit]')
    .waitFor({ state: 'attached', timeout: markMs })
    .then(
      () => true,
      () => false,
    )
  // A page that is closed the moment it has content has kept nothing of it.
  if (stays > 0) await page.waitForTimeout(stays)
  await page.close()
  return { taken, isKept }
}
