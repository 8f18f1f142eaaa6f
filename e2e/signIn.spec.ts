import type { Page } from '@playwright/test'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { createHands, ways } from './hands.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Whose session the gateway sees. */
async function whoAmI(page: Page): Promise<unknown> {
  const response = await page.request.get('/v1/auth/me')
  return response.ok() ? (await response.json()).signerAddress : null
}

for (const { by, tier } of ways)
  test(`an account signs in and out, and its session ends with it or by itself${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    const button = (name: string | RegExp, exact = false) =>
      page.getByRole('button', { name, exact })
    const verify = page.getByRole('heading', { name: 'Verify your account' })
    const expectInMenu = async (words: string | RegExp) => {
      await hands.press(yourWallet(page))
      await expect(page.getByText(words)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText(words)).toBeHidden()
    }
    const signIn = async () => {
      await pressInMenu(hands, page, 'Sign in')
      await expect(verify).toBeVisible()
      await hands.press(button('Sign message'))
      await hands.press(button('Sign', true))
      await expect(verify).toHaveCount(0)
    }
    // A page without a list: the keyboard passes everything on its way.
    await page.goto('/settings/appearance')
    await connectDemo(page, 'Alice', hands)
    await test.step('a refusal leaves the wallet connected and nobody signed in', async () => {
      await pressInMenu(hands, page, 'Sign in')
      await hands.press(button('Sign message'))
      await expect(page.getByText('wants you to sign in with')).toBeVisible()
      await hands.press(button('Cancel'))
      await expect(page.getByRole('alert')).toContainText('You rejected')
      await hands.press(button('Not now'))
      await expect(yourWallet(page)).toBeVisible()
      expect(await whoAmI(page)).toBeNull()
    })
    await signIn()
    expect(await whoAmI(page)).toBe(alice)
    await expectInMenu(/Signed in until/)
    await page.reload()
    await expectInMenu(/Signed in until/)
    await pressInMenu(hands, page, 'Sign out')
    await expect.poll(() => whoAmI(page)).toBeNull()
    await expectInMenu('Not signed in')
    await test.step('another account is not signed in, and ends the session', async () => {
      await signIn()
      await pressInMenu(hands, page, 'Change account')
      await hands.press(button(/^Bob 0x/))
      await expect.poll(() => whoAmI(page)).toBeNull()
      await expectInMenu('Not signed in')
    })
    await test.step('a session that ends is noticed without asking', async () => {
      await signIn()
      await page.evaluate(() => {
        const key = 'covault.v1.session'
        const session = JSON.parse(localStorage.getItem(key) ?? '{}')
        const expiresAt = Date.now() + 2000
        localStorage.setItem(key, JSON.stringify({ ...session, expiresAt }))
      })
      await page.reload()
      await hands.press(yourWallet(page))
      await expect(page.getByText('Not signed in')).toBeVisible()
      expect(
        await page.evaluate(() => localStorage.getItem('covault.v1.session')),
      ).toBeNull()
    })
  })
