import { expect, type Page } from '@playwright/test'

const dangers = '[data-finding="danger"], [data-finding="block"]'
const steps = /^Show (danger|warning)$/

/** The button is closed, whatever is ticked, until the dangers were on screen. */
export async function expectClosed(
  page: Page,
  name: 'Sign' | 'Execute' | `Execute ${number}`,
): Promise<void> {
  const boxes = page
    .getByRole('group', { name: 'Open dangers' })
    .getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) await box.check()
  await expect(page.getByText(/^Read the dangers? above/)).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
}

/** Presses the bar of a phone until it leads to the button, past every danger. */
export async function passDangers(page: Page): Promise<void> {
  // Watched apart from what the product watches itself.
  await page.evaluate((selector) => {
    for (const note of document.querySelectorAll(selector))
      for (const part of note.children)
        new IntersectionObserver(
          ([entry]) => {
            if (entry?.isIntersecting) part.setAttribute('data-was-seen', '')
          },
          { threshold: 1 },
        ).observe(part)
  }, dangers)
  const next = page.getByRole('button', { name: steps })
  await expect(next).toBeVisible()
  await expect(async () => {
    if (await next.isVisible()) await next.click()
    await expect(next).toBeHidden({ timeout: 500 })
  }).toPass()
  const all = await page.locator(dangers).all()
  expect(all.length).toBeGreaterThan(0)
  for (const danger of all)
    expect(
      await danger.evaluate((note) =>
        [...note.children].every((part) => part.matches('[data-was-seen]')),
      ),
    ).toBe(true)
}
