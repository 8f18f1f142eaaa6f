import { type Browser, expect, type Page } from '@playwright/test'
import { type Hex, hashTypedData } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { installTestWallet, type TestWallet } from './testWallet.js'

/** Another person at another computer, with a wallet of their own. */
export async function seat(
  browser: Browser,
  product: { url: string; chains: Record<number, string> },
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
    chainId: 31337,
  })
  const page = await context.newPage()
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

/** What the wallet was last asked to sign, hashed by viem. */
export function readAskedHash({ requests }: TestWallet): Hex {
  const asked = requests.filter(
    ({ method }) => method === 'eth_signTypedData_v4',
  )
  return hashTypedData(JSON.parse(String(asked.at(-1)?.params[1])))
}
