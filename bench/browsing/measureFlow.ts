import { demoAccounts } from '@covault/devnet'
import type { Browser, Locator, Page } from '@playwright/test'

/** Milliseconds from the click to the frame that shows what was asked for. */
export type FlowFigures = {
  /** By somebody who has never been here, as soon as the page has content. */
  coldFormMs: number
  coldReviewMs: number
  /** Once more on the same page. */
  warmFormMs: number
  warmReviewMs: number
}

/** A payment up to its review: twice, in a browser that knows nothing. */
export async function measureFlow(
  browser: Browser,
  { url, content }: { url: string; content: string },
): Promise<FlowFigures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(content).first().waitFor()
    const cold = await pay(page)
    await leave(page)
    await page.locator(content).first().waitFor()
    // The page has come to rest by the time that somebody pays once more.
    await page.waitForTimeout(1_000)
    const warm = await pay(page)
    return {
      coldFormMs: cold.formMs,
      coldReviewMs: cold.reviewMs,
      warmFormMs: warm.formMs,
      warmReviewMs: warm.reviewMs,
    }
  } finally {
    await context.close()
  }
}

const form = 'form input'
/** The hash is shown when the bytes have been read. */
const review = '[data-hash="safeTxHash"]'

async function pay(page: Page): Promise<{ formMs: number; reviewMs: number }> {
  const send = page.getByRole('link', { name: 'Send', exact: true }).first()
  const formMs = await clickUntil(send, form)
  await page.getByLabel('Recipient 1').fill(demoAccounts.supplier.address)
  await page.getByLabel('Amount 1').fill('0.01')
  const button = page.getByRole('button', { name: 'Review', exact: true })
  const reviewMs = await clickUntil(button, review)
  return { formMs, reviewMs }
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.locator(review).waitFor({ state: 'detached' })
}

/** Timed in the page, so that the way from and to it does not count. */
async function clickUntil(target: Locator, selector: string): Promise<number> {
  await target.waitFor()
  await target.page().evaluate(watchClick, selector)
  await target.click()
  return target
    .page()
    .evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
}

/** Runs in the page: from the next click to the frame after the element. */
function watchClick(wanted: string): void {
  const shown = new Promise<number>((resolve) => {
    let clickedAt = 0
    addEventListener(
      'click',
      (event) => {
        clickedAt = event.timeStamp
      },
      { capture: true, once: true },
    )
    new MutationObserver((_, observer) => {
      if (clickedAt === 0 || !document.querySelector(wanted)) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - clickedAt))
    }).observe(document, { childList: true, subtree: true })
  })
  Object.assign(window, { shown })
}
