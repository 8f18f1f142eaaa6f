import { accounts, demoAccounts, proposeTransaction } from '@covault/devnet'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
  parseEther,
} from 'viem'
import { expect, test } from './fixtures.js'
import { type Question, startLyingProxy } from './lyingProxy.js'
import { tell } from './otherOwners.js'
import { sitDown } from './seat.js'
import type { TestWallet } from './testWallet.js'

// The liar stands on a port of its own.
test.use({
  expectedFaults: { patterns: [/unlisted host: http:\/\/127\.0\.0\.1:\d+\/$/] },
})

const { bob, supplier } = demoAccounts
const mallory = accounts[4]?.address ?? '0x'

type Lie = (question: Question, answer: unknown) => unknown

/** What a node could say to have something else signed, or by others. */
const lies: Record<string, { told: RegExp; lie: Lie }> = {
  owners: {
    told: /^Owners, asked of /,
    lie: (_question, answer) =>
      typeof answer === 'string'
        ? answer.replaceAll(
            bob.address.slice(2).toLowerCase(),
            mallory.slice(2).toLowerCase(),
          )
        : answer,
  },
  nonce: {
    told: /^Nonce, asked of /,
    lie: (question, answer) =>
      changeRead(question, answer, { selector: '0xaffed0e0', word: 7 }),
  },
  threshold: {
    told: /^Threshold, asked of /,
    lie: (question, answer) =>
      changeRead(question, answer, { selector: '0xe75235b8', word: 1 }),
  },
  code: {
    told: /asked of /,
    lie: ({ method }, answer) =>
      method === 'eth_getCode' && answer !== '0x' ? `${answer}00` : answer,
  },
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
    await expect(page.getByText(/checks agreed/)).toBeVisible()
    await expect(act).toBeEnabled()
  })
  for (const [name, { told, lie }] of Object.entries(lies))
    await test.step(`the first lies about the ${name}`, async () => {
      liar.change = lie
      // The check asks again and again: nothing has to be opened anew.
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

/** Another word for one of the reads that travel together. */
function changeRead(
  { method, params }: Question,
  answer: unknown,
  { selector, word }: { selector: Hex; word: number },
): unknown {
  if (method !== 'eth_call' || !Array.isArray(params)) return answer
  const data: Hex = params[0]?.data ?? '0x'
  if (!data.startsWith('0x82ad56cb')) return answer
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = (args?.[0] ?? []) as readonly { callData: Hex }[]
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: answer as Hex,
  })
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: results.map((one, index) =>
      calls[index]?.callData === selector
        ? { ...one, returnData: pad(numberToHex(word), { size: 32 }) }
        : one,
    ),
  })
}
