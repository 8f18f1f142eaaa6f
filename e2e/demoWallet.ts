import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Connects a demo account through the wallet list, as a person would. */
export async function connectDemo(page: Page, name = 'Alice'): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId('rk-wallet-option-demo').click()
  await page.getByRole('button', { name: new RegExp(`^${name} 0x`) }).click()
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
}

/** Walks with the Tab key until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses += 1) {
    const isFocused = await target.evaluate(
      (element) => element === document.activeElement,
    )
    if (isFocused) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}

/**
 * What axe finds in one part of the page, serious and critical: rule and count.
 * Our own dialogs lie inside of what checkPage leaves out.
 */
export async function findIssues(
  page: Page,
  part: string,
): Promise<[string, number][]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.length])
}
