import { expect, type Locator, type Page } from '@playwright/test'

/** A journey is made with the pointer, or by keyboard alone. */
export type Hands = {
  by: 'pointer' | 'keyboard'
  press(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
  /** One of several: a radio button, which lies hidden under its words. */
  pick(target: Locator): Promise<void>
  /** One entry of a list that drops down. */
  choose(target: Locator, entry: string): Promise<void>
}

/** For the title of a journey; the slower way belongs to the whole matrix. */
export const ways = [
  { by: 'pointer', tier: '' },
  { by: 'keyboard', tier: ' by keyboard alone @full' },
] as const

export function createHands(page: Page, by: Hands['by'] = 'pointer'): Hands {
  if (by === 'pointer')
    return {
      by,
      press: (target) => clickShown(target),
      pick: (target) => clickShown(target),
      write: (target, text) => target.fill(text),
      choose: async (target, entry) => {
        await target.selectOption(entry)
      },
    }
  return {
    by,
    async press(target) {
      await tabTo(page, target)
      await page.keyboard.press(await findKey(target))
    },
    async write(target, text) {
      await tabTo(page, target)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(text)
    },
    async pick(target) {
      const name = await target.getAttribute('name')
      await tabTo(page, page.locator(`input[name="${name}"]:checked`))
      for (let presses = 0; presses < 10; presses += 1) {
        if (await target.isChecked()) return
        await page.keyboard.press('ArrowRight')
      }
      throw new Error(`The arrow keys do not reach ${target}.`)
    },
    async choose(target, entry) {
      await tabTo(page, target)
      await page.keyboard.type(entry)
      await expect(target.locator('option:checked')).toHaveText(entry)
    },
  }
}

/** A field that lies hidden under its words is clicked at its words. */
async function clickShown(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  const label = await target.evaluate((element) =>
    element instanceof HTMLInputElement && element.type !== 'text'
      ? `label[for="${element.id}"]`
      : null,
  )
  await (label ? target.page().locator(label).first() : target).click()
}

/** Walks with the Tab key until the element has the focus, twice round at most. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // A radio button is there without being seen: its words are.
  await target.waitFor({ state: 'attached' })
  await expect(target).toBeEnabled()
  // How many stops a page has depends on what others made meanwhile.
  for (let presses = 0, rounds = 0; presses < 1_000 && rounds < 3; presses++) {
    const focused = await target.evaluate((element) => {
      const { activeElement, body } = document
      if (element === activeElement) return 'target'
      return activeElement === body ? 'nothing' : 'another'
    })
    if (focused === 'target') return
    if (focused === 'nothing') rounds++
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}

/** Enter follows links and presses buttons; the rest is switched by Space. */
function findKey(target: Locator): Promise<'Enter' | 'Space'> {
  return target.evaluate((element) =>
    element instanceof HTMLInputElement ? 'Space' : 'Enter',
  )
}
