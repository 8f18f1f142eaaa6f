import { expect, type Page } from '@playwright/test'
import { checkPage } from './checkPage.js'

type Look = { colorScheme: 'dark' | 'light'; size: keyof typeof sizes }

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/**
 * Of the four looks of a page two are looked at in every run, so that each
 * colour scheme and each size is; the others belong to the whole matrix.
 */
export const lookGroups: { tier: string; looks: Look[] }[] = [
  {
    tier: '',
    looks: [
      { colorScheme: 'dark', size: 'desktop' },
      { colorScheme: 'light', size: 'phone' },
    ],
  },
  {
    tier: ' in the other looks @full',
    looks: [
      { colorScheme: 'light', size: 'desktop' },
      { colorScheme: 'dark', size: 'phone' },
    ],
  },
]

/** The page as it is, in each of the looks, without loading it again. */
export async function checkLooks(page: Page, looks: Look[]): Promise<void> {
  for (const look of looks) {
    await takeLook(page, look)
    await checkPage(page)
  }
}

export async function takeLook(
  page: Page,
  { colorScheme, size }: Look,
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(sizes[size])
  await expect(page.locator('html')).toHaveAttribute(
    'data-mantine-color-scheme',
    colorScheme,
  )
}
