import { gzipSync } from 'node:zlib'
import type { Browser, Response } from '@playwright/test'

export type PageFigures = {
  /** Of scripts that had arrived when the content was there, in gzip. */
  scriptKilobytes: number
  /** The same as they travelled. */
  receivedKilobytes: number
  requests: number
  firstPaintMs: number
  /** When gateway or node were first asked for more than the configuration. */
  firstQuestionMs: number
  /** Before the content: questions that had to wait for an answer, and theirs. */
  gatewayRounds: number
  nodeRounds: number
  contentMs: number
  largestPaintMs: number
  blockedMs: number
  /** The longest that the page did not answer at once. */
  longestTaskMs: number
  heapMegabytes: number
  /** How far what was shown moved by itself, as the browser adds it up. */
  layoutShift: number
}

/** One visit by somebody who has never been here. */
export async function measurePage(
  browser: Browser,
  { url, content }: { url: string; content: string },
): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.addInitScript(watchPainting)
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const started = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(content).first().waitFor()
    const contentMs = performance.now() - started
    const arrived = [...responses]
    const asked = await page.evaluate(readQuestions)
    // What the page still does by itself belongs to the blocking. It never
    // falls silent: a stream stays open and the chain is polled.
    await page.waitForTimeout(2_000)
    const { largest, blocked, longest, shift } = await page.evaluate(
      () => (window as unknown as { painting: Painting }).painting,
    )
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')
    return {
      ...(await measureScripts(arrived)),
      requests: arrived.filter((response) => !isData(response)).length,
      firstPaintMs: asked.paint,
      ...countRounds(asked),
      contentMs,
      largestPaintMs: largest,
      blockedMs: blocked,
      longestTaskMs: longest,
      heapMegabytes: (heap?.value ?? 0) / 1_000_000,
      layoutShift: shift,
    }
  } finally {
    await context.close()
  }
}

type Asked = {
  paint: number
  questions: { isNode: boolean; start: number; end: number }[]
}

/** Runs in the page. What has not been answered yet is not in the list. */
function readQuestions(): Asked {
  const [paint] = performance.getEntriesByType('paint')
  const entries = performance.getEntriesByType(
    'resource',
  ) as PerformanceResourceTiming[]
  return {
    paint: paint?.startTime ?? 0,
    questions: entries
      .filter(({ initiatorType }) => initiatorType === 'fetch')
      .filter(({ name }) => !/\/(app-config|health\/|v1\/live)/.test(name))
      .map(({ name, startTime, responseEnd }) => ({
        isNode: !name.startsWith(location.origin) || name.includes('/rpc/'),
        start: startTime,
        end: responseEnd,
      })),
  }
}

/** A question that begins when another one is answered belongs to the next round. */
function countRounds({ questions }: Asked) {
  const count = (isNode: boolean) => {
    const ours = questions
      .filter((question) => question.isNode === isNode)
      .sort((one, other) => one.start - other.start)
    let rounds = 0
    let firstEnd = Number.NEGATIVE_INFINITY
    for (const { start, end } of ours) {
      if (start >= firstEnd) {
        rounds += 1
        firstEnd = end
      } else firstEnd = Math.min(firstEnd, end)
    }
    return rounds
  }
  const starts = questions.map(({ start }) => start)
  return {
    firstQuestionMs: starts.length > 0 ? Math.min(...starts) : 0,
    gatewayRounds: count(false),
    nodeRounds: count(true),
  }
}

/** How much somebody asks for who just looks at a page. */
export async function countRequests(
  browser: Browser,
  url: string,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    let requests = 0
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) requests += 1
    })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForTimeout(10_000)
    return requests
  } finally {
    await context.close()
  }
}

type Painting = {
  largest: number
  blocked: number
  longest: number
  shift: number
}

/** Not every library of types knows it. */
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
}

/** Runs in the page: the largest paint, what kept it from answering, what moved. */
function watchPainting(): void {
  const painting: Painting = { largest: 0, blocked: 0, longest: 0, shift: 0 }
  Object.assign(window, { painting })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) painting.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      painting.blocked += Math.max(0, duration - 50)
      painting.longest = Math.max(painting.longest, duration)
    }
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput) painting.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

function isData(response: Response): boolean {
  return /^(data|blob):/.test(response.url())
}

/** In gzip as the budgets count them, and as they travelled. */
async function measureScripts(
  responses: Response[],
): Promise<Pick<PageFigures, 'scriptKilobytes' | 'receivedKilobytes'>> {
  const scripts = responses.filter((response) =>
    /javascript/.test(response.headers()['content-type'] ?? ''),
  )
  const sizes = await Promise.all(scripts.map(measureScript))
  const sum = (name: 'zipped' | 'received') =>
    sizes.reduce((total, size) => total + size[name], 0) / 1000
  return { scriptKilobytes: sum('zipped'), receivedKilobytes: sum('received') }
}

async function measureScript(
  response: Response,
): Promise<{ zipped: number; received: number }> {
  const body = await response.body().catch(() => Buffer.alloc(0))
  const sizes = await response.request().sizes()
  return {
    zipped: gzipSync(body, { level: 9 }).length,
    received: sizes.responseBodySize,
  }
}
