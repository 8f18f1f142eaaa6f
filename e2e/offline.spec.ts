import { demoAccounts } from '@covault/devnet'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { openFile, saveFile, share, waitForParts } from './carrying.js'
import { checkPage } from './checkPage.js'
import { test } from './fixtures.js'
import { connect, makeSafe } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { safeAbi } from './safeAbi.js'
import { connectTestWallet, fund, readShownHash, seat } from './seat.js'

const { alice, bob, supplier } = demoAccounts

test('a file is signed with the network off, and executed elsewhere @full', async ({
  browser,
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const proposer = await seat(browser, product, alice)
  const signer = await sitOffline(browser, product.url)
  try {
    const { page } = proposer
    await page.goto(`/transactions/queue?safe=local1:${safe.address}`)
    await connectTestWallet(page, proposer.wallet)
    const hash = await reviewPayments(page)
    await pressAcknowledged(page, 'Sign')
    await share(page)
    const first = await saveFile(page)

    const second = await signOffline(signer.page, { file: first, hash })

    await page.goto(`/transactions/bring-in?safe=local1:${safe.address}`)
    await openFile(page, second)
    await expect(page.getByText('1 new signature')).toBeVisible()
    await page.getByRole('button', { name: 'Add and review' }).click()
    await expect(page.getByText('Network fee at most')).toBeVisible()
    await pressAcknowledged(page, 'Execute')
    await expect(page.getByRole('heading', { name: 'Executed' })).toBeVisible()
    const nonce = await client.readContract({
      address: safe.address,
      abi: safeAbi,
      functionName: 'nonce',
    })
    expect(nonce).toBe(1n)
  } finally {
    await Promise.all([proposer.leave(), signer.leave()])
  }
})

/** Two at once are a batch: published code that runs as the safe. */
async function reviewPayments(page: Page): Promise<Hex> {
  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  for (const [at, to] of [supplier, bob].entries()) {
    await page.getByLabel(`Recipient ${at + 1}`).fill(to.address)
    await page.getByLabel(`Amount ${at + 1}`).fill('0.1')
  }
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  return readShownHash(page, 'safeTxHash')
}

/** Who has the page open and a wallet with a key, and nothing else. */
async function sitOffline(browser: Browser, url: string) {
  // The wallet reaches no network either.
  const nowhere = { 31337: 'http://127.0.0.1:1' }
  const place = await seat(browser, { url, chains: nowhere }, bob)
  await place.page.goto('/transactions/bring-in')
  await connectTestWallet(place.page, place.wallet)
  await waitForParts(place.page)
  await place.page.context().setOffline(true)
  return place
}

/** All that can be said without a chain is, and all that cannot says so. */
async function signOffline(
  page: Page,
  { file, hash }: { file: Buffer; hash: Hex },
): Promise<Buffer> {
  await openFile(page, file)
  const review = page.getByRole('article', { name: 'Imported transaction' })
  await expect(review.getByText('Working without a network.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(
    review.getByRole('heading', {
      name: /^Execute the code of .* as this safe .*, at nonce 0\.$/,
    }),
  ).toBeVisible()
  await expect(
    review.getByText(
      /^If this code is the official MultiSendCallOnly [\d.]+, the transaction does this: send 0\.2 ETH to 2 recipients\.$/,
    ),
  ).toBeVisible()
  await expect(
    review.getByText(/possibly: send 0\.2 ETH to 2 recipients/),
  ).toBeVisible()
  await expect(review.getByText(supplier.address).first()).toBeVisible()
  await expect(review.locator(`[title="${hash}"]`).first()).toBeVisible()
  await expect(review.getByText('signed this hash')).toHaveCount(1)
  await expect(review.locator('[data-unchecked]')).toHaveCount(5)
  for (const line of await review.locator('[data-unchecked]').all())
    await expect(line.getByText('Not checked: no network')).toBeVisible()
  await expect(
    review.getByRole('button', { name: 'Sign', exact: true }),
  ).toBeDisabled()
  await expect(
    review.getByText('its code could not be checked without a network'),
  ).toBeVisible()
  await checkPage(page)
  await pressAcknowledged(page, 'Sign')
  await expect(review.getByText('signed this hash')).toHaveCount(2)
  return saveFile(page)
}
