import type { Page } from '@playwright/test'

/** A page in one of its states. */
export type Shot = {
  name: string
  path: string
  /** Text that is there when the page is complete. */
  until: string | RegExp
  /** Answers of the network to hold back or break, for the other states. */
  network?: { who: 'nodes' | 'gateway'; how: 'hang' | 'fail' }
  /** The path gets the demo's first safe. */
  ofSafe?: true
  /** Nobody has come through the door to the demo: the address book is empty. */
  isFirstVisit?: true
  /** Answers of its own, before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Opens what is to be seen before the pictures are taken. */
  prepare?: (page: Page) => Promise<void>
}

/** Somebody who owns nothing here. */
export const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

export const press = (name: string) => async (page: Page) => {
  await page
    .getByRole('button', { name })
    .locator('visible=true')
    .first()
    .click()
}
