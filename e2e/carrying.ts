import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'

/** From the end of a review, or from the details, to what can be handed over. */
export async function share(page: Page): Promise<void> {
  const open = page.getByRole('link', { name: 'Open transaction' })
  const button = page.getByRole('link', { name: 'Share', exact: true })
  await expect(open.or(button).first()).toBeVisible()
  if (!(await button.first().isVisible())) await open.click()
  await button.first().click()
  await expect(
    page.getByRole('heading', { name: 'Share transaction' }),
  ).toBeVisible()
}

export async function saveFile(page: Page): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  return readFile(await (await saving).path())
}

/** Into the field of the page that brings in. */
export async function openFile(page: Page, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'tx.safetx.json',
    mimeType: 'application/json',
    buffer,
  })
}

/** What the button puts on the clipboard. */
export async function readLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** What a page needs to go on without the gateway, it has asked for ahead. */
export async function waitForParts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource')
    const has = (part: string) =>
      loaded.some(({ name }) => name.includes(`/assets/${part}-`))
    const parts = ['common', 'details', 'flows', 'happenings']
    return parts.every(has)
  })
}

/** Bytes that do not pack. */
export function writeNoise(length: number): `0x${string}` {
  const bytes = Uint8Array.from(
    { length },
    (_, at) => (at * at * 31 + at * 17) % 251,
  )
  return `0x${Buffer.from(bytes).toString('hex')}`
}
