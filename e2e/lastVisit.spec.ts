import type { Page, Route } from '@playwright/test'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'

test('a second visit shows what was known, with its age, and signs nothing on it', async ({
  page,
  product,
  request,
}) => {
  const safe = await findTreasury(request)
  const owners = page.getByText(/of \d owners?$/).first()
  const isOld = page.getByText(/^Data from your last visit, /)
  await page.goto(`/home?safe=${safe}`)
  await expect(owners).toBeVisible()
  const text = await owners.innerText()
  await expect.poll(() => countKept(page)).toBeGreaterThan(2)

  const held: Route[] = []
  const hold = (route: Route) => {
    held.push(route)
  }
  const nodes = Object.values(product.chains).map((url) => `${url}/**`)
  const silent = [/\/v[12]\//, ...nodes]
  for (const url of silent) await page.route(url, hold)
  await page.reload()
  await expect(owners).toHaveText(text)
  await expect(isOld).toBeVisible()
  await expect(page.getByText(/block [\d,]+.*, a moment ago/)).not.toHaveCount(
    0,
  )
  await test.step('a phone says so too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(isOld).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a flow waits for the chain', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await expect(page).toHaveURL(/send-tokens/)
    await expect(page.getByLabel('Recipient')).toBeHidden()
    await expect(page.getByText(/^Lists from your last visit, /)).toBeVisible()
  })
  for (const url of silent) await page.unroute(url)
  for (const route of held) await route.continue().catch(() => undefined)
  await expect(page.getByLabel('Recipient').first()).toBeVisible()
  await page.goto(`/home?safe=${safe}`)
  await expect(owners).toHaveText(text)
  await expect(isOld).toBeHidden()

  await test.step('anyone who wants nothing kept has nothing', async () => {
    await page.goto('/settings/data')
    const choice = page.getByRole('switch', { name: 'Last known state' })
    await choice.uncheck({ force: true })
    await expect.poll(() => countKept(page)).toBe(0)
    await page.getByRole('button', { name: 'Forget data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Forget data' }).click()
    await expect(page).toHaveURL(/welcome\/accounts/)
    expect(
      await page.evaluate(() => localStorage.getItem('covault.v1.lastState')),
    ).toBeNull()
  })
})

async function countKept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('covault.v1.records')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const keys = opening.result
            .transaction('records')
            .objectStore('records')
            .getAllKeys(IDBKeyRange.bound('lastState/', 'lastState/\uffff'))
          keys.onerror = () => reject(keys.error)
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result.length)
          }
        }
      }),
  )
}
