import { accounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { findIssues } from './checkPage.js'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { createHands } from './hands.js'
import { checkLooks, lookGroups, takeLook } from './looks.js'

const [, bob = ''] = accounts.map(({ address }) => address)

/** Opens a page as a link does and waits until all of it is there. */
async function open(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
}

for (const { tier, looks } of lookGroups) {
  test(`every page of a safe is accessible and fits${tier}`, async ({
    page,
    request,
  }) => {
    const safe = await findTreasury(request)
    for (const path of [
      '/home',
      '/balances',
      '/balances/nfts',
      '/transactions/queue',
      '/transactions/history',
      '/transactions/messages',
      '/apps',
      '/settings/setup',
      '/settings/modules',
      '/settings/notifications',
      '/transactions/scan',
    ]) {
      await open(page, `${path}?safe=${safe}`)
      await checkLooks(page, looks)
    }
  })

  test(`every other page is accessible and fits${tier}`, async ({ page }) => {
    await open(page, '/welcome/accounts')
    await expect(page.getByText('Try the demo')).toBeVisible()
    await expect(page.getByText('Treasury').first()).toBeVisible()
    await checkLooks(page, looks)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkLooks(page, looks)
    for (const name of [
      'appearance',
      'safe-apps',
      'data',
      'environment',
      'security',
      'version',
    ]) {
      await open(page, `/settings/${name}`)
      await checkLooks(page, looks)
    }
    for (const path of ['/rules', `/addOwner?address=${bob}`]) {
      await open(page, path)
      await checkLooks(page, looks)
    }
    await open(page, '/address-book')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bob')
    await page.getByLabel('Address', { exact: true }).fill(bob)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await checkLooks(page, looks)
    await page.getByRole('button', { name: 'Edit Bob' }).click()
    await checkLooks(page, looks)
    // It shows a list that never comes, on purpose.
    await page.goto('/parts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkLooks(page, looks)
    await open(page, '/nowhere')
    await checkLooks(page, looks)
  })

  test(`creating and loading a safe, and every dialog of the wallet, are accessible and fit${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page)
    await open(page, '/new-safe/load')
    await page.getByLabel('Safe address').fill(bob)
    await expect(page.getByText('This address is not a safe')).toBeVisible()
    await checkLooks(page, looks)
    await open(page, '/new-safe/create')
    const [look] = looks
    if (look) await takeLook(page, look)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('rk-wallet-option-demo').click()
    await expect(
      page.getByRole('heading', { name: 'Choose a demo account' }),
    ).toBeVisible()
    expect(await findIssues(page, 'dialog')).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await connectDemo(page)
    await page.getByRole('button', { name: 'Add owner' }).click()
    await page
      .getByLabel(/^Owner \d+$/)
      .last()
      .fill(bob)
    const block = page.getByRole('region', { name: 'New safe' })
    await expect(block.getByText('Computed in this browser')).toBeVisible()
    await checkLooks(page, looks)
    if (look) await takeLook(page, look)
    await page.getByRole('button', { name: 'Create safe' }).click()
    await expect(
      page.getByRole('heading', { name: 'Send this transaction?' }),
    ).toBeVisible()
    expect(await findIssues(page, 'dialog')).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await pressInMenu(hands, page, 'Sign in')
    await expect(
      page.getByRole('heading', { name: 'Verify your account' }),
    ).toBeVisible()
    expect(await findIssues(page, 'dialog')).toEqual([])
  })
}

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

for (const { tier, looks } of lookGroups)
  test(`the modals of the wallet library have no unlisted finding${tier}`, async ({
    page,
    wallet,
  }) => {
    const hands = createHands(page)
    const modal = '[data-rk][role="dialog"]'
    const [look] = looks
    await page.goto('/welcome/accounts')
    if (look) await takeLook(page, look)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByText('What is a Wallet?')).toBeVisible()
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.connect)
    await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
    await yourWallet(page).click()
    expect(await findIssues(page, 'header')).toEqual([])
    await page.getByRole('button', { name: 'Balance and recent' }).click()
    await expect(page.getByText('Copy Address')).toBeVisible()
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.account)
    await page.keyboard.press('Escape')
    await pressInMenu(hands, page, 'Switch network')
    await expect(page.getByText('Switch Networks')).toBeVisible()
    expect.soft(await findIssues(page, modal)).toEqual(libraryFindings.chains)
  })
