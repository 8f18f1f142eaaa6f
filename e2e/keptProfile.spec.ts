import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { yourWallet } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { connect } from './otherOwners.js'
import {
  listRecords,
  makeSafes,
  movePicturesAway,
  type Profile,
  person,
  writeProfile,
} from './profile.js'
import { fund, reviewPayment } from './seat.js'

test.use({
  expectedFaults: {
    patterns: [
      // The profile's own endpoint, and a gateway that does not answer.
      /unlisted host: http:\/\/localhost:/,
      /Failed to load resource|ERR_FAILED/,
    ],
  },
})

const { bob, supplier } = demoAccounts

test('what version 0.1.0 has left in a browser is read', async ({
  page,
  product,
  request,
}) => {
  test.slow()
  const button = (name: string) =>
    page.getByRole('button', { name, exact: true })
  const heading = (name: string) =>
    page.getByRole('heading', { name, exact: true })
  const control = (name: string) => page.getByRole('switch', { name })
  const client = connect(product)
  const safes = await makeSafes(client, request)
  await fund(product, safes.pocket, '1')
  const household = `safe=local1:${safes.household}`
  const pocket = `safe=local1:${safes.pocket}`
  const profile = await readFixture('profile-0.1.0')
  await writeProfile(page, profile, {
    port: Number(new URL(product.url).port),
    senderNonce: await client.getTransactionCount(person),
  })
  await page.route('**/propose', (route) => route.abort())
  await page.route('**/safes/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )

  await test.step('safes, names, wallet, theme, news, what was put aside', async () => {
    await page.goto('/welcome/accounts')
    await expect(heading('Pinned')).toBeVisible()
    for (const name of ['Household', 'Pocket'])
      await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(yourWallet(page)).toContainText(/erin|0x15d3/i)
    await expect(page.locator('html')).toHaveAttribute(
      'data-mantine-color-scheme',
      'light',
    )
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(
      page.getByRole('region', { name: 'Notifications' }),
    ).toContainText(/Household, Local 1.*Nonce 0/)
    await page.goto('/settings/data')
    await expect(page.getByText('{"half":')).toBeVisible()
    await page.goto('/address-book')
    await expect(
      page.getByRole('row', { name: 'Northwind Studio' }),
    ).toContainText(supplier.address)
  })

  await test.step('settings', async () => {
    await page.goto('/settings/appearance')
    await expect(page.getByLabel('Currency')).toHaveValue('eur')
    await expect(control('Network prefix')).toBeChecked()
    await expect(control('Desktop notifications')).toBeChecked()
    await page.goto('/settings/security')
    await expect(control('Simulation')).not.toBeChecked()
    await expect(control('Blind signing')).toBeChecked()
    await page.goto('/settings/environment')
    await expect(
      page.getByLabel('Local 1 (chain ID 31337)', { exact: true }),
    ).toHaveValue(
      (product.chains[31337] ?? '').replace('127.0.0.1', 'localhost'),
    )
    await expect(page.getByText(/own RPC/)).toBeVisible()
    await page.goto('/settings/safe-apps')
    await expect(
      page.getByText('Your whole address book: refused'),
    ).toBeVisible()
  })

  await test.step('tokens, pictures, apps', async () => {
    const treasury = await findTreasury(request)
    await page.goto(`/balances?safe=${treasury}`)
    await expect(page.getByText('1 hidden')).toBeVisible()
    await expect(page.getByText('Value, EUR')).toBeVisible()
    await expect(
      page.getByRole('radio', { name: 'All', exact: true }),
    ).toBeChecked()
    await expect(button('Hide small balances')).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await movePicturesAway(page)
    await page.goto(`/balances/nfts?safe=${treasury}`)
    await expect(
      page.getByRole('switch', { name: /^Load pictures/ }),
    ).toBeChecked()
    await page.goto(`/apps?${household}`)
    await expect(button('Unpin Wagmi example')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Example of SDK 7' }),
    ).toBeVisible()
  })

  await test.step('drafts of a safe, a payment and a message', async () => {
    await page.goto('/new-safe/create')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(
      'Garden club',
    )
    await expect(page.getByLabel('Owner 2', { exact: true })).toHaveValue(
      bob.address,
    )
    await expect(page.getByLabel('Name of owner 2')).toHaveValue('Gardener')
    await page.goto(`/home?${household}&flow=send-tokens`)
    await expect(page.getByLabel('Recipient 1')).toHaveValue(supplier.address)
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.75')
    await page.goto(`/transactions/messages?${household}&flow=message`)
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
      'Half a sent',
    )
  })

  await test.step('batches, and how a call is read', async () => {
    await page.goto(`/home?${pocket}&flow=batch`)
    const rows = page
      .getByRole('list', { name: 'Calls of the batch' })
      .getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('feedTheCat')
    await expect(rows.nth(1)).toContainText('0.4')
    await expect(
      page.getByRole('list', { name: 'Saved batches' }),
    ).toContainText('Every month')
    await page.goto(`/home?${pocket}&flow=builder`)
    await page.getByText('Raw data', { exact: true }).click()
    await page
      .getByLabel('Contract or recipient')
      .fill('0xcA11bde05977b3631167028862bE2a173976CA11')
    await page.getByLabel('Data (hexadecimal)').fill(
      encodeFunctionData({
        abi: parseAbi(['function feedTheCat(uint256 spoons)']),
        args: [8n],
      }),
    )
    await button('Review this call only').click()
    await expect(
      page.getByRole('region', { name: 'Contract calls' }),
    ).toContainText('feedTheCat')
  })

  await test.step('an execution, a wrong signature, the last choice', async () => {
    await page.goto(`/home?${pocket}`)
    await expect(page.getByText('Nonce 0:')).toBeVisible()
    await reviewPayment(page, { to: supplier.address, amount: '0.3' })
    await expect(
      page.getByText(/At this nonce my wallet returned/),
    ).toBeVisible()
    await expect(
      page.getByRole('radio', { name: 'Add to draft batch' }),
    ).toBeChecked()
  })

  // Last, because a gateway that has them does not give them back.
  await test.step('signatures are offered and handed over', async () => {
    await page.goto(`/transactions/queue?${household}`)
    const [withheld] = listRecords(profile, 'seen')
    const path = `/v1/chains/31337/transactions/${withheld?.key.slice(5, 71)}`
    const isListed = (await request.get(path)).ok()
    const offers: [RegExp, string][] = [
      // Where this is tried a second time, the gateway has it.
      ...(isListed
        ? []
        : [
            [/signed transaction at nonce 0 is missing/, 'Resubmit'] as [
              RegExp,
              string,
            ],
          ]),
      [/^A signature hasn’t .* signed nonce 1/, 'Resubmit'],
      [/^A signature hasn’t .* signed message/, 'Resubmit'],
      [/you stopped waiting.* signed nonce 1/, 'Submit signature'],
    ]
    for (const [words] of offers)
      await expect(offer(page, words)).toBeVisible({ timeout: 60_000 })
    await page.unroute('**/propose')
    await page.unroute('**/safes/*/messages')
    // A gateway that is busy is asked again, as a person would.
    for (const [words, name] of offers)
      await expect(async () => {
        const again = offer(page, words).getByRole('button', { name })
        if (await again.isVisible()) await again.click()
        await expect(offer(page, words)).toHaveCount(0, { timeout: 5_000 })
      }).toPass({ timeout: 60_000 })
    for (const kind of ['signature', 'seen', 'messageSignature'])
      for (const { key } of listRecords(profile, kind)) {
        const [hash, signer] = key.slice(kind.length + 1).split(':')
        const path = kind === 'messageSignature' ? 'messages' : 'transactions'
        const reply = await request.get(`/v1/chains/31337/${path}/${hash}`)
        expect(await reply.text()).toContain(signer)
      }
  })
})

/** The line above the page that says something, with its buttons. */
function offer(page: Page, words: RegExp) {
  return page.locator('div:has(> [role="alert"])').filter({ hasText: words })
}

async function readFixture(name: string): Promise<Profile> {
  const file = join(import.meta.dirname, 'fixtures', `${name}.json`)
  return JSON.parse(await readFile(file, 'utf8'))
}
