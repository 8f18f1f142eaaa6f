import type { Page } from '@playwright/test'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { createHands, type Hands, ways } from './hands.js'

async function openModal(hands: Hands, page: Page): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Connect wallet' }))
  await expect(page.getByText('What is a Wallet?')).toBeVisible()
}

const box = (page: Page) =>
  page.getByRole('dialog').locator('[style*="max-height"]').first()

for (const { by, tier } of ways)
  test(`an announced wallet is connected, found again, switched and disconnected${tier}`, async ({
    context,
    page,
    product,
    wallet,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const hands = createHands(page, by)
    const methods = () => wallet.requests.map(({ method }) => method)
    const entry = page.getByTestId(`rk-wallet-option-${wallet.rdns}`)
    const connectButton = page.getByRole('button', { name: 'Connect wallet' })
    await page.goto('/welcome/accounts')
    await test.step('it stands above the popular ones, in their order', async () => {
      await openModal(hands, page)
      const ids = await page
        .locator('[data-testid^="rk-wallet-option-"]')
        .evaluateAll((elements) =>
          elements.map((element) =>
            element
              .getAttribute('data-testid')
              ?.replace('rk-wallet-option-', ''),
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
      await expect(box(page)).toHaveCSS('max-height', '504px')
    })
    await test.step('it stays disconnected when the user refuses', async () => {
      wallet.failing.set('eth_requestAccounts', 4001)
      wallet.failing.set('wallet_requestPermissions', 4001)
      await hands.press(entry)
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: 'You rejected the request in the wallet.' }),
      ).toBeVisible()
      await expect(yourWallet(page)).toHaveCount(0)
      wallet.failing.clear()
      await hands.press(page.getByRole('button', { name: 'RETRY' }))
      await expect(yourWallet(page)).toContainText('alice.eth')
      await expect(yourWallet(page)).toContainText('Local 1')
      expect(methods()).toContain('wallet_requestPermissions')
    })
    await test.step('it is found again without a question', async () => {
      const before = methods().length
      await page.reload()
      await expect(yourWallet(page)).toBeVisible()
      const asked = methods().slice(before)
      expect(asked).toContain('eth_accounts')
      expect(asked).not.toContain('eth_requestAccounts')
      expect(asked).not.toContain('wallet_requestPermissions')
    })
    await test.step('its own node is read, and the status line says so', async () => {
      await expect(
        page.getByText(/Local 1 · block \d+ · through your wallet/),
      ).toBeVisible()
      await expect.poll(methods).toContain('eth_getBlockByNumber')
    })
    await test.step('the profile copies the address and says so for a while', async () => {
      await pressInMenu(hands, page, 'Balance and recent transactions')
      await expect(page.getByRole('dialog').getByText(/ETH$/)).toBeVisible()
      await hands.press(page.getByRole('button', { name: 'Copy Copy Address' }))
      await expect(page.getByText('Copied!')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        wallet.address,
      )
      await expect(page.getByText('Copied!')).toBeHidden()
      await page.keyboard.press('Escape')
    })
    await test.step('it says so when the wallet cannot switch', async () => {
      wallet.failing.set('wallet_switchEthereumChain', 4200)
      await pressInMenu(hands, page, 'Switch network')
      await hands.press(page.getByTestId('rk-chain-option-31338'))
      await expect(
        page.getByRole('alert').filter({
          hasText:
            'Your wallet does not support switching networks from this app.',
        }),
      ).toBeVisible()
      wallet.failing.clear()
    })
    await test.step('a network that the wallet does not know is added', async () => {
      await pressInMenu(hands, page, 'Switch network')
      await hands.press(page.getByTestId('rk-chain-option-31338'))
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
    await test.step('a network that we do not serve is a wrong one', async () => {
      await wallet.setChain(page, 999)
      const wrong = page.getByRole('button', { name: 'Wrong network' })
      await expect(wrong).toHaveAttribute('title', /Chain 999/)
      await hands.press(wrong)
      await expect(
        page.getByText(
          'Wrong network detected, switch or disconnect to continue.',
        ),
      ).toBeVisible()
      await hands.press(page.getByTestId('rk-chain-option-31337'))
      await expect(yourWallet(page)).toContainText('Local 1')
    })
    await test.step('it is disconnected when the wallet says so', async () => {
      await wallet.leave(page)
      // Both at once: the message is gone after a while.
      await Promise.all([
        expect(page.getByText('Test Wallet disconnected.')).toBeVisible(),
        expect(connectButton).toBeVisible(),
      ])
    })
    await test.step('it is disconnected, and stays so after a reload', async () => {
      await openModal(hands, page)
      await hands.press(entry)
      await pressInMenu(hands, page, 'Disconnect')
      await expect(connectButton).toBeVisible()
      await page.reload()
      await expect(connectButton).toBeVisible()
      await expect(yourWallet(page)).toHaveCount(0)
    })
  })

for (const { by, tier } of ways)
  test(`without a wallet the modal leads to one, and says what is missing${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    const button = (name: string, exact = false) =>
      page.getByRole('button', { name, exact })
    await page.goto('/welcome/accounts')
    await openModal(hands, page)
    await test.step('the steps to get one', async () => {
      await hands.press(button('Get a Wallet'))
      await expect(button('GET', true)).toHaveCount(3)
      await hands.press(page.getByTestId('rk-wallet-option-metaMask'))
      await expect(page.getByText('MetaMask for Mobile')).toBeVisible()
      await hands.press(button('Get the app'))
      await expect(page.getByText('Install MetaMask')).toBeVisible()
      await hands.press(button('Continue'))
      await expect(page.getByText('Open the MetaMask app')).toBeVisible()
    })
    await test.step('there is none in the browser', async () => {
      await hands.press(page.getByTestId('rk-wallet-option-injected'))
      await expect(
        page.getByRole('heading', { name: 'No wallet in this' }),
      ).toBeVisible()
      await hands.press(button('Choose another wallet'))
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: 'This wallet wasn’t found in the browser.' }),
      ).toBeVisible()
    })
    await test.step('a relayed one explains what is missing', async () => {
      await hands.press(page.getByTestId('rk-wallet-option-walletConnect'))
      await expect(
        page.getByRole('heading', { name: 'WalletConnect is not set up here' }),
      ).toBeVisible()
      await hands.press(button('Choose another wallet'))
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: 'needs a WalletConnect project ID' }),
      ).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await test.step('compact in a short window, and it teaches what a wallet is', async () => {
      await page.setViewportSize({ width: 1200, height: 520 })
      await hands.press(button('Connect wallet'))
      await expect(box(page)).toHaveCSS('max-height', '468px')
      await hands.press(page.getByRole('dialog').getByRole('button').first())
      await expect(
        page.getByText('A Home for your Digital Assets'),
      ).toBeVisible()
    })
  })

test('on a phone three wallets to get are shown @full', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setUserAgentOverride', {
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Get a Wallet' }).click()
  await expect(
    page.getByRole('link', { name: 'GET', exact: true }),
  ).toHaveCount(3)
})

test.describe('with a project id, and the relay out of reach', () => {
  // The policy of this document names no relay: nobody gets through.
  const isOfRelay =
    /walletconnect|reown|web3modal|TrustedScript|trusted-types|Content Security Policy/i
  test.use({ expectedFaults: { patterns: [isOfRelay] } })

  test('the modal says so, the page goes on, and nothing storms @full', async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.route('**/app-config', async (route) => {
      const response = await route.fetch()
      const config = await response.json()
      const walletConnect = { projectId: '0'.repeat(32) }
      await route.fulfill({ response, json: { ...config, walletConnect } })
    })
    await page.goto('/welcome/accounts')
    await openModal(createHands(page), page)
    // Until a wallet is chosen nobody is called.
    expect(complaints.filter((text) => /walletconnect/i.test(text))).toEqual([])
    await page.getByTestId('rk-wallet-option-walletConnect').click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await connectDemo(page)
    expect(complaints.length).toBeLessThan(30)
  })
})
