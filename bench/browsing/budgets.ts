import { round } from '../shared/figures.js'
import type { FlowFigures } from './measureFlow.js'
import type { PageFigures } from './measurePage.js'
import type { ReturnFigures } from './measureReturn.js'

export type Budget = { measured: number; most: number; holds: boolean }

/** Of each page before its first content, in kB of gzip. */
const mostScript: Record<string, number> = {
  '/welcome/accounts': 220,
  '/home': 308,
  '/transactions/queue': 308,
  '/balances': 308,
}
const mostRequests = 40
/** However long somebody looks at it. */
const mostInTenSeconds = 45
/** In milliseconds. */
const mostFirstPaint = 200
/** Of what the control page takes. */
const mostOfControl = 1.3
/** Of the window's height and width, as browsers count it. */
const mostLayoutShift = 0.02
const mostWarmForm = 100
const mostWarmReview = 150
/** Of a second visit without a saved copy. */
const mostWithCopy = 0.5

/** What the product promises, beside what it was found to do. */
export function compareWithBudgets(
  pages: Record<string, PageFigures>,
  {
    flow,
    inTenSeconds,
    control,
    returning,
  }: {
    flow: FlowFigures
    inTenSeconds: Record<string, number>
    control: PageFigures
    returning: ReturnFigures
  },
): Record<string, Budget> {
  const budgets: Record<string, Budget> = {}
  for (const [path, most] of Object.entries(mostScript)) {
    const figures = pages[path]
    if (!figures) throw new Error(`${path} has a budget and was not measured.`)
    budgets[`${path}, script kB`] = compare(figures.scriptKilobytes, most)
    budgets[`${path}, requests`] = compare(figures.requests, mostRequests)
    budgets[`${path}, requests in ten seconds`] = compare(
      inTenSeconds[path] ?? Number.NaN,
      mostInTenSeconds,
    )
    budgets[`${path}, first paint ms`] = compare(
      figures.firstPaintMs,
      mostFirstPaint,
    )
    budgets[`${path}, first paint, times the control's`] = compare(
      round(figures.firstPaintMs / control.firstPaintMs),
      mostOfControl,
    )
    budgets[`${path}, layout shift`] = compare(
      figures.layoutShift,
      mostLayoutShift,
    )
  }
  budgets['click to form, warm ms'] = compare(flow.warmFormMs, mostWarmForm)
  budgets['form to review, warm ms'] = compare(
    flow.warmReviewMs,
    mostWarmReview,
  )
  const { withMs, withoutMs, controlMs, unkeptVisits } = returning
  budgets['second visit with a saved copy, content ms'] = compare(
    withMs,
    round(withoutMs * mostWithCopy),
  )
  budgets["second visit, content, times the control's"] = compare(
    round(withoutMs / controlMs),
    mostOfControl,
  )
  budgets['second visits that did not show what was kept'] = compare(
    unkeptVisits,
    0,
  )
  return budgets
}

function compare(measured: number, most: number): Budget {
  return { measured, most, holds: measured <= most }
}
