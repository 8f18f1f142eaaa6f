import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No finding of axe, and nothing wider than the window. */
export async function checkPage(page: Page): Promise<void> {
  await comeToRest(page)
  const { violations } = await createAxe(page).exclude('[data-rk]').analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/**
 * What axe finds in one part of the page, serious and critical: rule and count.
 * Our own dialogs lie inside of what checkPage leaves out.
 */
export async function findIssues(
  page: Page,
  part: string,
): Promise<[string, number][]> {
  await comeToRest(page)
  const { violations } = await createAxe(page).include(part).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.length])
}

/**
 * Three times as fast as it comes: nothing is told about what passed, and no
 * page of its own is opened to join the findings of frames, which no page has.
 */
function createAxe(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
}

/** A colour on its way to another is neither of them. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) =>
        Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}
