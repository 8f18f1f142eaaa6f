import type { Browser } from '@playwright/test'
import { round, takeMedian } from '../shared/figures.js'
import { measurePage, type PageFigures } from './measurePage.js'

type Visited = { url: string; content: string }

/**
 * The medians of so many visits of each page. They are visited in turns, so that
 * whatever else the machine does falls on all of them.
 */
export async function measureInTurns(
  browser: Browser,
  { pages, visits }: { pages: readonly Visited[]; visits: number },
): Promise<PageFigures[]> {
  const all: PageFigures[][] = pages.map(() => [])
  for (let visit = 0; visit < visits; visit++)
    for (const [at, page] of pages.entries())
      all[at]?.push(await measurePage(browser, page))
  return all.map(summarise)
}

function summarise(all: readonly PageFigures[]): PageFigures {
  const median = (name: keyof PageFigures) =>
    round(takeMedian(all.map((one) => one[name])))
  const shifts = all.map(({ layoutShift }) => layoutShift)
  return {
    scriptKilobytes: median('scriptKilobytes'),
    receivedKilobytes: median('receivedKilobytes'),
    requests: median('requests'),
    firstPaintMs: median('firstPaintMs'),
    firstQuestionMs: median('firstQuestionMs'),
    gatewayRounds: median('gatewayRounds'),
    nodeRounds: median('nodeRounds'),
    contentMs: median('contentMs'),
    largestPaintMs: median('largestPaintMs'),
    blockedMs: median('blockedMs'),
    longestTaskMs: median('longestTaskMs'),
    heapMegabytes: median('heapMegabytes'),
    // Hundredths would hide whether it is within its budget.
    layoutShift: Math.round(takeMedian(shifts) * 10_000) / 10_000,
  }
}
