import { demoAccounts, proposeTransaction } from '@covault/devnet'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { expect, test } from './fixtures.js'
import { startLyingProxy } from './lyingProxy.js'
import { nodeLies } from './nodeLies.js'
import { tell } from './otherOwners.js'
import { sitDown } from './seat.js'
import type { TestWallet } from './testWallet.js'

// The liar stands on a port of its own.
test.use({
  expectedFaults: { patterns: [/unlisted host: http:\/\/127\.0\.0\.1:\d+\/$/] },
})

const { bob, supplier } = demoAccounts

/** Each, and how the refusal names it. */
const lies: Record<string, { told: RegExp; lie: (typeof nodeLies)['code'] }> = {
  owners: { told: /^Owners, read from /, lie: nodeLies.owners },
  nonce: { told: /^Nonce, read from /, lie: nodeLies.nonce },
  threshold: { told: /^Threshold, read from /, lie: nodeLies.threshold },
  code: { told: /, (read from|at the second) /, lie: nodeLies.code },
}

test('of two nodes one lies: the review refuses and names it @full', async ({
  context,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const honest = product.chains[31337] ?? ''
  const liar = await startLyingProxy({ target: honest })
  const { review } = await proposePayment({ page, product, request, wallet })
  await chooseNodes({ context, page }, { first: liar.url, second: honest })
  const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })

  await test.step('both tell the truth, and that is said', async () => {
    await page.goto(review)
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await expect(act).toBeEnabled()
  })
  for (const [name, { told, lie }] of Object.entries(lies))
    await test.step(`the first lies about the ${name}`, async () => {
      liar.change = lie
      // The check asks again and again: nothing has to be opened again.
      await expect
        .poll(() => listRefusals(page))
        .toContainEqual(expect.stringMatching(told))
      await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
      liar.change = (_question, answer) => answer
      await expect.poll(() => listRefusals(page)).toEqual([])
    })
  await test.step('nothing was asked of the wallet', () =>
    expectUntouched(wallet))
  // A page that is open goes on asking.
  await page.close()
  await liar.close()
})

test('a gateway that names a lying node is found out by the wallet @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const honest = product.chains[31337] ?? ''
  const liar = await startLyingProxy({ target: honest })
  const { review } = await proposePayment({ page, product, request, wallet })
  // The address is the one that the gateway names; the wallet has its own way.
  await page.route(`${honest}/**`, async (route) => {
    const response = await route.fetch({ url: liar.url })
    await route.fulfill({ response })
  })
  for (const [name, { told, lie }] of Object.entries(lies))
    await test.step(`it lies about the ${name}`, async () => {
      liar.change = lie
      await page.goto(review)
      await expect
        .poll(() => listRefusals(page))
        .toContainEqual(expect.stringMatching(told))
      const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })
      await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
    })
  expectUntouched(wallet)
  // A page that is open goes on asking.
  await page.close()
  await liar.close()
})

async function proposePayment(seat: {
  page: Page
  product: { url: string; chains: Record<number, string> }
  request: APIRequestContext
  wallet: TestWallet
}): Promise<{ review: string }> {
  const { client, safe, link } = await sitDown(seat, {
    at: '/transactions/queue',
  })
  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [bob],
  })
  await tell(seat.request, payment, 'Rent')
  return {
    review: `/transactions/queue?${link}&flow=confirm&id=${payment.safeTxHash}`,
  }
}

/** As the page of settings does it: kept here, and told to the policy. */
async function chooseNodes(
  { context, page }: { context: BrowserContext; page: Page },
  { first, second }: { first: string; second: string },
): Promise<void> {
  const chosen = {
    gatewayUrl: null,
    rpcUrls: [{ chainId: 31337, url: first }],
    secondUrls: [{ chainId: 31337, url: second }],
  }
  // The page that is open has a policy without them: the next one reads it.
  await page.addInitScript(
    (text) => localStorage.setItem('covault.v1.environment', text),
    JSON.stringify(chosen),
  )
  const value = encodeURIComponent(`${first} ${second}`)
  const url = new URL(page.url()).origin
  await context.addCookies([{ name: 'covault_origins', value, url }])
}

function listRefusals(page: Page): Promise<string[]> {
  return page
    .locator('[data-refused]')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('data-refused') ?? ''),
    )
}

function expectUntouched(wallet: TestWallet): void {
  const asked = wallet.requests.map(({ method }) => method)
  expect(asked).not.toContain('eth_signTypedData_v4')
  expect(asked).not.toContain('eth_sendTransaction')
}
