import { expect, type Locator, type Page } from '@playwright/test'
import { createHands, type Hands } from './hands.js'

export const yourWallet = (page: Page): Locator =>
  page.getByRole('button', { name: /your wallet/ })

/** Connects a demo account through the wallet list, as a person would. */
export async function connectDemo(
  page: Page,
  name = 'Alice',
  hands: Hands = createHands(page),
): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Connect wallet' }))
  await hands.press(page.getByTestId('rk-wallet-option-demo'))
  await hands.press(
    page.getByRole('button', { name: new RegExp(`^${name} 0x`) }),
  )
  await expect(yourWallet(page)).toBeVisible()
}

/** Opens the menu of the connected wallet and takes one of its entries. */
export async function pressInMenu(
  hands: Hands,
  page: Page,
  entry: string,
): Promise<void> {
  await hands.press(yourWallet(page))
  await hands.press(page.getByRole('button', { name: entry }))
}
