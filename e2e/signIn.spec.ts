import type { Page } from '@playwright/test'
import { connectDemo, findIssues } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const yourWallet = (page: Page) =>
  page.getByRole('button', { name: /your wallet/ })

async function openMenu(page: Page): Promise<void> {
  await yourWallet(page).click()
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
}

async function signIn(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    page.getByRole('heading', { name: 'Verify your account' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Verify your account' }),
  ).toHaveCount(0)
}

/** Whose session the gateway sees. */
async function whoAmI(page: Page): Promise<unknown> {
  const response = await page.request.get('/v1/auth/me')
  return response.ok() ? (await response.json()).signerAddress : null
}

test('signs in with what the wallet shows, stays so, and signs out', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  expect(await whoAmI(page)).toBeNull()
  await signIn(page)
  expect(await whoAmI(page)).toBe(alice)
  await openMenu(page)
  await expect(page.getByText(/Signed in until/)).toBeVisible()
  await page.reload()
  await openMenu(page)
  await expect(page.getByText(/Signed in until/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => whoAmI(page)).toBeNull()
  await openMenu(page)
  await expect(page.getByText('Not signed in')).toBeVisible()
})

test('a refusal leaves the wallet connected and nobody signed in', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByText('wants you to sign in with')).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('alert')).toContainText('refused')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(yourWallet(page)).toBeVisible()
  expect(await whoAmI(page)).toBeNull()
})

test('another account is not signed in, and ends the session', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  await signIn(page)
  await openMenu(page)
  await page.getByRole('button', { name: 'Change account' }).click()
  await page.getByRole('button', { name: /^Bob 0x/ }).click()
  await expect.poll(() => whoAmI(page)).toBeNull()
  await openMenu(page)
  await expect(page.getByText('Not signed in')).toBeVisible()
})

test('a session that ends is noticed without asking', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  await signIn(page)
  await page.evaluate(() => {
    const key = 'covault.v1.session'
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    const expiresAt = Date.now() + 4000
    localStorage.setItem(key, JSON.stringify({ ...session, expiresAt }))
  })
  await page.reload()
  await openMenu(page)
  await expect(page.getByText('Not signed in')).toBeVisible()
  expect(
    await page.evaluate(() => localStorage.getItem('covault.v1.session')),
  ).toBeNull()
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`the dialog is accessible, ${colorScheme}${tier(colorScheme)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/welcome/accounts')
    await connectDemo(page)
    await openMenu(page)
    expect(await findIssues(page, 'header')).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await findIssues(page, 'dialog')).toEqual([])
  })
