import { expect, type FrameLocator, type Page } from '@playwright/test'
import { pressAcknowledged } from './ownSafe.js'

/** The example app in the frame of the host. */
export class ExampleApp {
  readonly frame: FrameLocator
  constructor(page: Page) {
    this.frame = page.locator('iframe[title]').contentFrame()
  }

  async press(name: string): Promise<void> {
    await this.frame.getByRole('button', { name, exact: true }).click()
  }

  reply(name: string) {
    return this.frame.getByLabel(`Reply to ${name}`, { exact: true })
  }

  /** Presses the button and reads what the host replied. */
  async ask(name: string, state = 'answered'): Promise<unknown> {
    await this.press(name)
    return this.read(name, state)
  }

  async read(name: string, state = 'answered'): Promise<unknown> {
    const reply = this.reply(name)
    await expect(reply).toHaveAttribute('data-state', state)
    const text = await reply.innerText()
    return state === 'answered' ? JSON.parse(text) : text
  }
}

/** Signs what the review shows and goes back to the app that asked for it. */
export async function signAndReturn(page: Page): Promise<void> {
  await pressAcknowledged(page, 'Sign')
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
}
