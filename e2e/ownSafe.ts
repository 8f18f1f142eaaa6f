import { type DevnetClient, demoAccounts, deploySafe } from '@covault/devnet'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { network } from './network.js'
import { patiently, waitUntilKnown } from './otherOwners.js'

const { alice } = demoAccounts

/** A safe of Alice alone that the gateway has heard of. */
export async function makeOwnSafe(
  client: DevnetClient,
  request: APIRequestContext,
  plan: Partial<Parameters<typeof deploySafe>[1]> = {},
): Promise<Address> {
  const { address } = await patiently(() =>
    deploySafe(
      { chainId: network.chainId, client },
      {
        owners: [alice.address],
        threshold: 1,
        saltNonce: BigInt(Date.now()),
        ...plan,
      },
    ),
  )
  await waitUntilKnown(request, address)
  return address
}

export async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: /^Sign ?\d+ of/ }),
  ).toBeVisible()
}

/** Ticks every danger, and presses the button that they keep closed. */
export async function pressAcknowledged(
  page: Page,
  name: 'Sign' | 'Execute',
): Promise<void> {
  const dangers = page.getByRole('group', { name: 'Open dangers' })
  const button = page.getByRole('button', { name, exact: true })
  // A phone's bar leads past everything that was not on screen.
  const unseen = page.getByRole('button', { name: /^Show (danger|warning)$/ })
  await expect(async () => {
    if (await unseen.isVisible()) await unseen.click()
    for (const box of await dangers.getByRole('checkbox').all())
      await box.check()
    await expect(button).toBeEnabled({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await button.click()
}

/** Says that every danger was read, and executes. */
export async function executeNow(page: Page): Promise<void> {
  const fee = page.getByText('Network fee at most')
  const choice = page.getByRole('radio', { name: /^Execute/ })
  // Where there is nothing else to do, there is nothing to choose.
  await expect(fee.or(choice).first()).toBeVisible()
  if (await choice.isVisible()) await choice.check({ force: true })
  await expect(fee).toBeVisible()
  const executed = page.getByRole('heading', { name: 'Executed' })
  // Tests of other workers send from the same accounts at the same time.
  const lostRace = page.getByText('Your wallet returned error -32603.')
  await pressAcknowledged(page, 'Execute')
  await expect(executed.or(lostRace).first()).toBeVisible({ timeout: 30_000 })
  if (await lostRace.isVisible()) await pressAcknowledged(page, 'Execute')
  await expect(executed).toBeVisible({ timeout: 30_000 })
}
