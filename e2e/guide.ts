import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import { chromium, type Page } from '@playwright/test'
import { openFile, saveFile, share } from './carrying.js'
import { connectDemo } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { launchOptions } from './launchOptions.js'
import { pressAcknowledged } from './ownSafe.js'
import { startProduct } from './product.js'

/** One picture of docs/guide.md. */
type Picture = {
  name: string
  path: string
  /** What shows that the page is complete. */
  until: string
  press?: (page: Page) => Promise<void>
}

const pictures: Picture[] = [
  { name: 'accounts', path: '/welcome/accounts', until: 'Alice alone' },
  {
    name: 'wallets',
    path: '/welcome/accounts',
    until: 'Alice alone',
    press: async (page) => {
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByTestId('rk-wallet-option-demo').waitFor()
    },
  },
  { name: 'home', path: '/home', until: 'official Safe code' },
  {
    name: 'receive',
    path: '/home',
    until: 'official Safe code',
    press: (page) => page.getByRole('button', { name: 'Receive' }).click(),
  },
  { name: 'tokens', path: '/balances', until: 'Garden Token' },
  { name: 'collectibles', path: '/balances/nfts', until: 'Rings #3' },
  { name: 'queue', path: '/transactions/queue', until: 'Salaries' },
  {
    name: 'details',
    path: '/transactions/queue',
    until: 'Salaries',
    press: async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Salaries' })
      await row.getByRole('button').first().click()
      await page.getByText('Contract calls').waitFor()
    },
  },
  {
    name: 'send',
    path: '/balances',
    until: 'Garden Token',
    press: async (page) => {
      await page.getByRole('link', { name: /^Send/ }).first().click()
      await page.getByRole('button', { name: 'Review' }).waitFor()
    },
  },
  {
    name: 'review',
    path: '/transactions/queue',
    until: 'Salaries',
    press: async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Salaries' })
      await row.getByRole('link', { name: 'Sign' }).click()
      await page.getByRole('button', { name: /Sign/ }).first().waitFor()
    },
  },
  { name: 'history', path: '/transactions/history', until: 'Executed' },
  { name: 'messages', path: '/transactions/messages', until: 'Messages' },
  { name: 'address-book', path: '/address-book', until: 'Address book' },
]

const folder = join(import.meta.dirname, '..', 'docs', 'guide')
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const safe = await findTreasury(page.request)
  for (const picture of pictures) {
    await page.goto(`${picture.path}?safe=${safe}`)
    await page
      .getByText(picture.until)
      .locator('visible=true')
      .first()
      .waitFor()
    await picture.press?.(page)
    await waitUntilStill(page)
    const file = join(folder, `${picture.name}.png`)
    await page.screenshot({ path: file })
    console.log(join('docs', 'guide', `${picture.name}.png`))
    // From here on somebody is connected.
    if (picture.name === 'wallets') {
      await page.reload()
      await connectDemo(page)
    }
  }
} finally {
  await browser.close()
  await product.stop()
}

await takeFolder()

/** The pictures of the app as a folder, with the chains alone. */
async function takeFolder(): Promise<void> {
  const product = await startProduct({ arguments: ['--without', 'gateway'] })
  const browser = await chromium.launch(launchOptions)
  const take = async (page: Page, name: string) => {
    await waitUntilStill(page)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    console.log(join('docs', 'guide', `${name}.png`))
  }
  try {
    const page = await browser.newPage({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await page.goto('/welcome/accounts')
    await page.getByRole('link', { name: 'Treasury' }).first().click()
    await page.getByText(/read from the chain, blocks/).waitFor()
    await take(page, 'without-gateway')
    await connectDemo(page)
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await page.getByLabel('Recipient 1').fill(demoAccounts.bob.address)
    await page.getByLabel('Amount 1').fill('0.25')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await pressAcknowledged(page, 'Sign')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Queue' }).first().click()
    await page.getByText('only in this browser').first().waitFor()
    await take(page, 'local-queue')
    await share(page)
    await page.getByRole('button', { name: 'Show QR code' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await take(page, 'share')
    const file = await saveFile(page)
    const safe = new URL(page.url()).searchParams.get('safe')
    // Another person's browser, which has never seen it.
    const other = await (
      await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1280, height: 800 },
        colorScheme: 'light',
        reducedMotion: 'reduce',
      })
    ).newPage()
    await other.goto(`/transactions/bring-in?safe=${safe}`)
    await openFile(other, file)
    await other.getByRole('button', { name: 'Add and review' }).waitFor()
    await take(other, 'import')
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** What a page still asks for belongs into the picture. */
async function waitUntilStill(page: Page): Promise<void> {
  const read = () => page.locator('body').innerText()
  for (let before = ''; ; ) {
    const now = await read()
    if (now === before) return
    before = now
    await page.waitForTimeout(1_500)
  }
}
