import type { Locator, Page } from '@playwright/test'

/** The row of a transaction, by a part of its id. */
export function rowOf(page: Page, part: string): Locator {
  return page.locator(`li[data-transaction*="${part}"]`)
}

/** The digits of a hash that is shown in groups. */
export async function readHash(page: Page, name: string): Promise<string> {
  const fact = page.locator('dl > div', {
    has: page.locator('dt', { hasText: new RegExp(`^${name}`) }),
  })
  const text = await fact.first().locator('[title^="0x"]').innerText()
  return text.replace(/\s/g, '')
}
