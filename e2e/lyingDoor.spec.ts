import { demoAccounts, proposeTransaction } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { mallory } from './nodeLies.js'
import { tell } from './otherOwners.js'
import { readAskedHash, sitDown } from './seat.js'
import type { TestWallet } from './testWallet.js'

const { bob, supplier } = demoAccounts

test('what only the gateway reports is its word, and signed after a tick', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  await hideNodes(page, product)
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [bob],
  })
  await tell(request, payment, 'Rent')
  const review = `/transactions/queue?${link}&flow=confirm&id=${payment.safeTxHash}`
  const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })
  const tick = page.getByLabel(/^Only the gateway reported the owners/)
  const marks = page.locator('[data-provenance="chain"]')

  await test.step('the wallet reads the chain: nothing has to be said', async () => {
    await page.goto(review)
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await expect(act).toBeEnabled()
    await expect(tick).toHaveCount(0)
    await expect(marks).not.toHaveCount(0)
  })

  await test.step('nobody but the gateway answers: nothing is called the chain’s', async () => {
    stopReading(wallet)
    await page.goto(review)
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await expect(
      page.getByText(/^reported by the gateway, block \d/).first(),
    ).toBeVisible()
    await expect(marks).toHaveCount(0)
    await expect(page.getByText(/read from the chain by this/)).toHaveCount(0)
    await expect(tick).not.toBeChecked()
    await expect(act).toBeDisabled()
    await page.getByText('How this was checked').click()
    const owners = page.locator('[data-reason="Owners"]')
    await expect(owners).toContainText('reported by the gateway')
    await checkPage(page)
  })

  await test.step('gateway and /rpc agree on another owner: the tick stays', async () => {
    const stop = await lieTogether(page, safe.address)
    await page.goto(review)
    await expect(
      page.getByText(/checks passed/).or(refusals(page)),
    ).toBeVisible()
    await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
    await expect(marks).toHaveCount(0)
    expect(wallet.requests.map(({ method }) => method)).not.toContain(
      'eth_signTypedData_v4',
    )
    await stop()
  })

  await test.step('said, it is signed as everywhere', async () => {
    await page.goto(review)
    await tick.check()
    await page.getByText('Sign only').click()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    expect(readAskedHash(wallet)).toBe(payment.safeTxHash)
  })
})

/** As of a gateway whose operator publishes no address of a node. */
async function hideNodes(
  page: Page,
  product: { chains: Record<number, string> },
): Promise<void> {
  await page.route('**/app-config', async (route) => {
    const response = await route.fetch()
    const body = Object.entries(product.chains).reduce(
      (text, [chainId, url]) =>
        text.replace(`"rpcUrl":"${url}"`, `"rpcUrl":"/rpc/${chainId}"`),
      await response.text(),
    )
    await route.fulfill({ response, body })
  })
}

/** A wallet that signs, and has no node of its own. */
function stopReading(wallet: TestWallet): void {
  for (const method of [
    ...['eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_gasPrice'],
    ...['eth_getBalance', 'eth_getBlockByNumber', 'eth_getCode', 'eth_getLogs'],
    ...['eth_getStorageAt', 'eth_getTransactionCount', 'eth_simulateV1'],
    ...['debug_traceCall', 'eth_maxPriorityFeePerGas'],
  ])
    wallet.lying.set(method, async () => ({
      error: { code: 4200, message: 'This wallet has no node.' },
    }))
}

/** Both say that somebody else owns the safe in the place of Bob. */
async function lieTogether(
  page: Page,
  safe: string,
): Promise<() => Promise<void>> {
  const swap = (text: string) =>
    text
      .replaceAll(bob.address, mallory)
      .replaceAll(
        bob.address.slice(2).toLowerCase(),
        mallory.slice(2).toLowerCase(),
      )
  const patterns = ['**/rpc/31337', `**/v1/chains/31337/safes/${safe}`]
  for (const pattern of patterns)
    await page.route(pattern, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: swap(await response.text()) })
    })
  return async () => {
    for (const pattern of patterns) await page.unroute(pattern)
  }
}

function refusals(page: Page) {
  return page.locator('[data-refused]').first()
}
