import { demoAccounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { lastRequest, readAskedHash, readShownHash, sitDown } from './seat.js'

test.describe('somebody who can write into the storage', () => {
  test.use({
    expectedFaults: {
      patterns: [/Failed to load resource|ERR_FAILED/],
    },
  })

  test('S32: changes what is shown, or is refused, and gets nothing signed unseen @full', async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const { safe } = await sitDown({ page, product, request, wallet })
    const { supplier, customer } = demoAccounts

    await test.step('a draft with another recipient is shown with that one', async () => {
      await page
        .getByRole('link', { name: 'Send', exact: true })
        .first()
        .click()
      await page.getByLabel('Recipient 1').fill(supplier.address)
      await page.getByLabel('Amount 1').fill('0.1')
      await page.getByLabel('Amount 1').blur()
      await expect
        .poll(() => replaceStored(page, supplier.address, customer.address))
        .toBeGreaterThan(0)
      await page.reload()
      await expect(page.getByLabel('Recipient 1')).toHaveValue(customer.address)
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await expect(page.getByText(customer.address).first()).toBeVisible()
      await expect(page.getByText(supplier.address)).toHaveCount(0)
    })

    const shown = await readShownHash(page, 'safeTxHash')
    await test.step('what is signed is what is on the screen', async () => {
      await page.route('**/propose', (route) => route.abort())
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(
        page.getByRole('heading', { name: 'Signed, not submitted' }),
      ).toBeVisible()
      expect(readAskedHash(wallet)).toBe(shown)
      const { params } = lastRequest(wallet, 'eth_signTypedData_v4')
      const { message } = JSON.parse(String(params[1]))
      expect(message.to.toLowerCase()).toBe(customer.address.toLowerCase())
    })

    await test.step('a kept signature with another recipient is refused', async () => {
      await page.reload()
      const kept = page.getByText('A signature hasn’t been submitted')
      await expect(kept).toBeVisible()
      const count = await replaceStored(
        page,
        customer.address,
        supplier.address,
      )
      expect(count).toBeGreaterThan(0)
      await page.reload()
      await page.unroute('**/propose')
      const answering = page.waitForResponse('**/propose')
      await page.getByRole('button', { name: 'Resubmit' }).click()
      const answer = await answering
      expect(answer.status()).toBe(422)
      expect(await answer.json()).toMatchObject({
        message: 'Invalid safeTxHash',
      })
      await expect(page.getByText(/Unprocessable/)).toBeVisible()
      const path = `/v1/chains/31337/safes/${safe.address}/transactions/queued?trusted=false`
      const queue = await (await request.get(path)).json()
      expect(queue.results).toEqual([])
      const asked = wallet.requests.filter(
        ({ method }) => method === 'eth_signTypedData_v4',
      )
      expect(asked).toHaveLength(1)
    })
  })
})

/** Writes another text wherever one stands in the records; tells how often. */
function replaceStored(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    async ([before, after]) => {
      const settle = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      let count = 0
      const replace = (value: unknown): unknown => {
        if (typeof value === 'string' && value.includes(before)) {
          count += 1
          return value.replaceAll(before, after)
        }
        if (Array.isArray(value)) return value.map(replace)
        if (typeof value !== 'object' || value === null) return value
        return Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, replace(inner)]),
        )
      }
      const database = await settle(indexedDB.open('covault.v1.records'))
      const store = () =>
        database.transaction('records', 'readwrite').objectStore('records')
      for (const key of await settle(store().getAllKeys())) {
        const value: unknown = await settle(store().get(key))
        await settle(store().put(replace(value), key))
      }
      database.close()
      return count
    },
    [from, to] as const,
  )
}
