import type { FlowFigures } from './measureFlow.js'
import type { PageFigures } from './measurePage.js'

export type Budget = { measured: number; most: number; holds: boolean }

/** Of each page before its first content, in kB of gzip. */
const mostScript: Record<string, number> = {
  '/welcome/accounts': 220,
  '/home': 320,
  '/transactions/queue': 320,
  '/balances': 320,
}
const mostRequests = 40
/** In milliseconds. */
const mostWarmForm = 100
const mostWarmReview = 150

/** What the product promises, beside what it was found to do. */
export function compareWithBudgets(
  pages: Record<string, PageFigures>,
  flow: FlowFigures,
): Record<string, Budget> {
  const budgets: Record<string, Budget> = {}
  for (const [path, most] of Object.entries(mostScript)) {
    const figures = pages[path]
    if (!figures) throw new Error(`${path} has a budget and was not measured.`)
    budgets[`${path}, script kB`] = compare(figures.scriptKilobytes, most)
    budgets[`${path}, requests`] = compare(figures.requests, mostRequests)
  }
  budgets['click to form, warm ms'] = compare(flow.warmFormMs, mostWarmForm)
  budgets['form to review, warm ms'] = compare(
    flow.warmReviewMs,
    mostWarmReview,
  )
  return budgets
}

function compare(measured: number, most: number): Budget {
  return { measured, most, holds: measured <= most }
}
