import { accounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { findIssues } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { installTestWallet, type TestWallet } from './testWallet.js'
import { tier } from './tier.js'

const yourWallet = (page: Page) =>
  page.getByRole('button', { name: /your wallet/ })

async function openModal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('What is a Wallet?')).toBeVisible()
}

async function connect(page: Page, wallet: TestWallet): Promise<void> {
  await page.goto('/welcome/accounts')
  await openModal(page)
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(yourWallet(page)).toBeVisible()
}

async function openMenu(page: Page, action: string): Promise<void> {
  await yourWallet(page).click()
  await page.getByRole('button', { name: action }).click()
}

test('discovers an announced wallet, connects it and finds it again', async ({
  page,
  wallet,
}) => {
  await connect(page, wallet)
  await expect(yourWallet(page)).toContainText('alice.eth')
  await expect(yourWallet(page)).toContainText('Local 1')
  const methods = () => wallet.requests.map(({ method }) => method)
  expect(methods()).toContain('wallet_requestPermissions')
  const before = methods().length
  await page.reload()
  await expect(yourWallet(page)).toBeVisible()
  const asked = methods().slice(before)
  expect(asked).toContain('eth_accounts')
  expect(asked).not.toContain('eth_requestAccounts')
  expect(asked).not.toContain('wallet_requestPermissions')
})

test('lists announced wallets above the popular ones, in their order', async ({
  page,
  wallet,
}) => {
  await page.goto('/welcome/accounts')
  await openModal(page)
  const options = page.locator('[data-testid^="rk-wallet-option-"]')
  const ids = await options.evaluateAll((elements) =>
    elements.map((element) =>
      element.getAttribute('data-testid')?.replace('rk-wallet-option-', ''),
    ),
  )
  expect(ids).toEqual([
    wallet.rdns,
    'demo',
    'injected',
    'rainbow',
    'coinbase',
    'metaMask',
    'walletConnect',
  ])
  const height = await page
    .getByRole('dialog')
    .locator('[style*="max-height"]')
    .first()
    .evaluate((element) => (element as HTMLElement).style.maxHeight)
  expect(height).toBe('504px')
})

test('goes through the steps to get a wallet', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await openModal(page)
  await page.getByRole('button', { name: 'Get a Wallet' }).click()
  const get = page.getByRole('button', { name: 'GET', exact: true })
  await expect(get).toHaveCount(3)
  await page.getByTestId('rk-wallet-option-metaMask').click()
  await expect(page.getByText('MetaMask for Mobile')).toBeVisible()
  await page.getByRole('button', { name: 'Get the app' }).click()
  await expect(page.getByText('Install MetaMask')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Open the MetaMask app')).toBeVisible()
})

test('is compact in a short window, and teaches what a wallet is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 520 })
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const box = page.getByRole('dialog').locator('[style*="max-height"]')
  await expect(box.first()).toHaveCSS('max-height', '468px')
  await page.getByRole('dialog').getByRole('button').first().click()
  await expect(page.getByText('A Home for your Digital Assets')).toBeVisible()
})

test('a relayed wallet explains what is missing', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await openModal(page)
  await page.getByTestId('rk-wallet-option-walletConnect').click()
  await expect(
    page.getByRole('heading', { name: 'WalletConnect is not set up here' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Choose another wallet' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'needs a WalletConnect project id',
  )
})

test('says so when there is no wallet in the browser', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await openModal(page)
  await page.getByTestId('rk-wallet-option-injected').click()
  await expect(page.getByRole('alert')).toContainText(
    'No such wallet was found in this browser.',
  )
})

test('stays disconnected when the user refuses', async ({ page, wallet }) => {
  wallet.refused.add('eth_requestAccounts')
  wallet.refused.add('wallet_requestPermissions')
  await page.goto('/welcome/accounts')
  await openModal(page)
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(page.getByRole('alert')).toContainText(
    'The request was refused in the wallet.',
  )
  await expect(page.getByRole('button', { name: 'RETRY' })).toBeVisible()
  await expect(yourWallet(page)).toHaveCount(0)
  wallet.refused.clear()
  await page.getByRole('button', { name: 'RETRY' }).click()
  await expect(yourWallet(page)).toBeVisible()
})

test('says that the wallet is on a network we do not serve', async ({
  page,
  wallet,
}) => {
  await connect(page, wallet)
  await wallet.setChain(page, 999)
  const wrong = page.getByRole('button', { name: 'Wrong network' })
  await expect(wrong).toHaveAttribute('title', /Chain 999/)
  await wrong.click()
  await expect(
    page.getByText('Wrong network detected, switch or disconnect to continue.'),
  ).toBeVisible()
  await page.getByTestId('rk-chain-option-31337').click()
  await expect(yourWallet(page)).toContainText('Local 1')
})

test('adds a network that the wallet does not know', async ({
  page,
  context,
  product,
}) => {
  const account = accounts[0]
  if (!account) throw new Error('There is no first demo account.')
  const wallet = await installTestWallet(context, {
    account,
    chains: { 31337: product.chains[31337] ?? '' },
    chainId: 31337,
  })
  await connect(page, wallet)
  await openMenu(page, 'Switch network')
  await page.getByTestId('rk-chain-option-31338').click()
  await expect(yourWallet(page)).toContainText('Local 2')
  const added = wallet.requests.find(
    ({ method }) => method === 'wallet_addEthereumChain',
  )
  expect(added?.params[0]).toMatchObject({
    chainId: '0x7a6a',
    chainName: 'Local 2',
    rpcUrls: [product.chains[31338]],
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
  })
})

test('says so when the wallet cannot switch', async ({ page, wallet }) => {
  await page.addInitScript(() => {
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { provider } = (event as CustomEvent).detail
      const { request } = provider
      provider.request = async (asked: { method: string }) => {
        if (asked.method === 'wallet_switchEthereumChain')
          throw Object.assign(new Error('no'), { code: 4200 })
        return request(asked)
      }
    })
  })
  await connect(page, wallet)
  await openMenu(page, 'Switch network')
  await page.getByTestId('rk-chain-option-31338').click()
  await expect(page.getByRole('alert')).toContainText(
    'Your wallet does not support switching networks from this app.',
  )
})

test('is disconnected when the wallet says so', async ({ page, wallet }) => {
  await connect(page, wallet)
  await page.evaluate(() =>
    window.dispatchEvent(
      new CustomEvent('test-wallet', { detail: ['accountsChanged', []] }),
    ),
  )
  // Both at once: the message is gone after a while.
  await Promise.all([
    expect(page.getByText('Test Wallet is disconnected.')).toBeVisible(),
    expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible(),
  ])
})

test('disconnects, and stays so after a reload', async ({ page, wallet }) => {
  await connect(page, wallet)
  await openMenu(page, 'Disconnect')
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  await page.reload()
  await expect(button).toBeVisible()
  await expect(yourWallet(page)).toHaveCount(0)
})

test('the profile copies the address and says so for a while', async ({
  page,
  context,
  wallet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await connect(page, wallet)
  await openMenu(page, 'Balance and recent transactions')
  await expect(page.getByRole('dialog').getByText(/ETH$/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy Copy Address' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    wallet.address,
  )
  await expect(page.getByText('Copied!')).toBeHidden()
})

/**
 * What axe finds inside of RainbowKit and cannot be mended from outside. Icons
 * of wallets are `role="img"` without a name, beside the name; the profile
 * names itself by an element that is not there.
 */
const libraryFindings = {
  connect: [['role-img-alt', 9]],
  account: [['aria-dialog-name', 1]],
  chains: [],
}

for (const colorScheme of ['dark', 'light'] as const)
  test(`the modals have no unlisted finding, ${colorScheme}${tier(colorScheme)}`, async ({
    page,
    wallet,
  }) => {
    const modal = '[data-rk][role="dialog"]'
    await page.emulateMedia({ colorScheme })
    await page.goto('/welcome/accounts')
    await openModal(page)
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.connect)
    await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
    await expect(yourWallet(page)).toBeVisible()
    await yourWallet(page).click()
    expect(await findIssues(page, 'header')).toEqual([])
    await page.getByRole('button', { name: 'Balance and recent' }).click()
    await expect(page.getByText('Copy Address')).toBeVisible()
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.account)
    await page.keyboard.press('Escape')
    await openMenu(page, 'Switch network')
    await expect(page.getByText('Switch Networks')).toBeVisible()
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.chains)
  })
