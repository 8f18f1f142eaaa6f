import { demoAccounts, sendTransaction } from '@covault/devnet'
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Page,
} from '@playwright/test'
import { type Address, type Hex, hashTypedData, parseEther } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { network } from './network.js'
import { connect, makeSafe, patiently } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { installTestWallet, type TestWallet } from './testWallet.js'

type Product = { url: string; chains: Record<number, string> }

/** Another person at another computer, with a wallet of their own. */
export async function seat(
  browser: Browser,
  product: Product,
  account: HDAccount,
): Promise<{ page: Page; wallet: TestWallet; leave: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: product.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const wallet = await installTestWallet(context, {
    account,
    chains: product.chains,
    chainId: network.chainId,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return { page, wallet, leave: () => context.close() }
}

export async function connectTestWallet(
  page: Page,
  wallet: TestWallet,
): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
}

/** The digits of a hash on the review, as they stand there. */
export async function readShownHash(page: Page, name: string): Promise<Hex> {
  const text = await page
    .locator(`[data-hash="${name}"] [title^="0x"]`)
    .innerText()
  return text.replace(/\s/g, '') as Hex
}

export function lastRequest(wallet: TestWallet, method: string) {
  const found = wallet.requests.filter((one) => one.method === method).at(-1)
  if (!found) throw new Error(`The wallet was not asked ${method}.`)
  return found
}

/** What the wallet was asked to sign, hashed by viem. */
export function readAskedHash(wallet: TestWallet): Hex {
  const { params } = lastRequest(wallet, 'eth_signTypedData_v4')
  return hashTypedData(JSON.parse(String(params[1])))
}

export async function fund(product: Product, safe: Address, ether: string) {
  await patiently(() =>
    sendTransaction(connect(product), {
      account: demoAccounts.alice,
      to: safe,
      value: parseEther(ether),
    }),
  )
}

/** A safe of Alice and Bob with something in it, and Alice at its page. */
export async function sitDown(
  {
    page,
    product,
    request,
    wallet,
  }: {
    page: Page
    product: Product
    request: APIRequestContext
    wallet: TestWallet
  },
  { ether = '1', at = '/home' }: { ether?: string; at?: string } = {},
) {
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, ether)
  const link = `safe=${network.shortName}:${safe.address}`
  await page.goto(`${at}?${link}`)
  await connectTestWallet(page, wallet)
  return { client, safe, link }
}

/** From the page of a safe through the form to the review of one payment. */
export async function reviewPayment(
  page: Page,
  { to, amount }: { to: Address; amount: string },
): Promise<Hex> {
  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await page.getByLabel('Recipient 1').fill(to)
  await page.getByLabel('Amount 1').fill(amount)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  return readShownHash(page, 'safeTxHash')
}

/** The second owner finds it in the queue, checks the hash, and executes. */
export async function executeFromQueue(
  { page, wallet }: { page: Page; wallet: TestWallet },
  { link, hash }: { link: string; hash: Hex },
): Promise<void> {
  await page.goto(`/transactions/queue?${link}`)
  await connectTestWallet(page, wallet)
  await page.getByRole('link', { name: 'Execute' }).first().click()
  await expect(page.getByText('Network fee at most')).toBeVisible()
  expect(await readShownHash(page, 'safeTxHash')).toBe(hash)
  await pressAcknowledged(page, 'Execute')
  await expect(page.getByRole('heading', { name: 'Executed' })).toBeVisible({
    timeout: 30_000,
  })
}
