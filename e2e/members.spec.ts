import { demoAccounts } from '@covault/devnet'
import { expect, type Page, test } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { crawl } from './crawl.js'
import { findTreasury } from './findTreasury.js'
import { startOwnGateway } from './ownGateway.js'
import { pressAcknowledged } from './ownSafe.js'
import { reviewPayment } from './seat.js'

const alice = demoAccounts.alice.address

// Both journeys use the Treasury.
test.describe.configure({ mode: 'default' })

// What every route tells members of other safes and former owners is in the
// gateway's suite of the same name; here is what people and crawlers see.

test('a gateway for members asks who reads, shows the safe, makes tokens, calls webhooks, moves in and keeps in step @full', async ({
  browser,
  playwright,
}) => {
  // A gateway of its own reads all that the run has done before.
  test.setTimeout(10 * 60_000)
  const product = process.env.COVAULT_URL ?? ''
  const request = await playwright.request.newContext({ baseURL: product })
  const treasury = await findTreasury(request)
  const owned = await request.get(`/v1/chains/31337/owners/${alice}/safes`)
  const { safes } = (await owned.json()) as { safes: string[] }
  const bridged = safes.find((one) => !treasury.endsWith(one)) ?? ''
  const service = `${product}/tx-service/local1`
  const gateway = await startOwnGateway(
    { mode: 'members', administrators: [demoAccounts.alice.address] },
    {
      backup: { every: '1d' },
      moveIn: { origins: [product] },
      bridges: [{ chainId: 31337, address: bridged, url: service }],
    },
  )
  const context = await browser.newContext({ baseURL: gateway.url })
  try {
    const page = await context.newPage()
    const button = (name: string | RegExp, exact = true) =>
      page.getByRole('button', { name, exact })
    const notice = page.getByRole('alert').filter({
      has: page.getByRole('heading', { name: 'This gateway is for members.' }),
    })
    await page.goto(`/transactions/queue?safe=${treasury}`)
    await expect(notice).toBeVisible()
    const errors = page.getByRole('main').getByText(/Can’t (load|reach)/)
    await expect(errors.filter({ visible: true })).toHaveCount(0)
    const [, address = ''] = treasury.split(':')
    const queue = `/v1/chains/31337/safes/${address}/transactions/queued`
    const read = (headers: Record<string, string> = {}) =>
      request.get(`${gateway.url}${queue}`, { headers })
    expect((await read()).status()).toBe(401)

    await notice.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('rk-wallet-option-demo').click()
    await button(/^Alice 0x/, false).click()
    await notice.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      page.getByRole('heading', { name: 'Verify your account' }),
    ).toBeVisible()
    await button('Sign message').click()
    await signInWallet(page)
    await expect(
      page.getByRole('heading', { name: 'Queue', exact: true }),
    ).toBeVisible()
    await expect(notice).toHaveCount(0)

    await page.goto(`/settings/security?safe=${treasury}`)
    await button('Create access token').click()
    await page
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('Accounting')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Create access token' })
      .click()
    await expect(
      page.getByRole('heading', { name: 'Copy your access token' }),
    ).toBeVisible()
    const token = await page
      .getByLabel('Access token', { exact: true })
      .innerText()
    const authorization = `Bearer ${token}`
    expect((await read({ authorization })).status()).toBe(200)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close' })
      .last()
      .click()
    await expect(page.getByText(/^Reads only in/)).toBeVisible()
    await button('Revoke Accounting').click()
    await expect(page.getByText('Accounting')).toHaveCount(0)
    expect((await read({ authorization })).status()).toBe(401)

    await page.getByRole('link', { name: 'Notifications' }).click()
    const dialog = page.getByRole('dialog')
    const add = async (url: string) => {
      await page.getByLabel('Address', { exact: true }).fill(url)
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
    }
    await button('Add webhook').click()
    await add('https://127.0.0.1/inside')
    await expect(dialog.getByRole('alert')).toContainText('public https')
    await add('https://93.184.216.34/hook?key=hidden')
    await expect(
      page.getByRole('status', { name: 'Signing secret' }),
    ).toContainText('whsec_')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('Nothing delivered yet.')).toBeVisible()
    await expect(page.getByText('hidden')).toHaveCount(0)
    await button('Remove 93.184.216.34').click()
    await expect(button('Remove 93.184.216.34')).toHaveCount(0)

    await test.step('who looks after the gateway sees how it goes', async () => {
      await page.getByRole('link', { name: 'Administration' }).click()
      await expect(page.getByText('Up to date').first()).toBeVisible()
      await expect(
        page.getByText(/revoked an access token “Accounting”/),
      ).toBeVisible()
      await button('Back up now').click()
      await expect(page.getByText(/made a backup$/).first()).toBeVisible()
      await expect(page.getByText(/: \d+ rows?, [\d.]+\s\w+\.$/)).toBeVisible()
      await checkPage(page)
    })

    // What waits in this safe at the product waits here as well, once moved.
    await page.goto(`/settings/setup?safe=${treasury}`)
    const move = page.getByRole('region', { name: 'Move in' })
    await move.getByLabel('Address of the other service').fill(service)
    await move.getByRole('button', { name: 'Move in' }).click()
    await expect(
      move.getByText('Everything at the other service was read.'),
    ).toBeVisible()
    await expect(move.getByText(/^[1-9]\d* moved in/).first()).toBeVisible()
    // Only what nobody has signed waits elsewhere for an owner.
    const isSigned = async (safeTxHash: string) => {
      const reply = await request.get(
        `/tx-service/local1/api/v2/multisig-transactions/${safeTxHash}/`,
      )
      const { confirmations } = await reply.json()
      return confirmations.length > 0
    }
    const queued = async (url: string) => {
      const reply = await page.request.get(`${url}${queue}`)
      const ids = JSON.stringify(await reply.json()).match(/multisig_0x\w+/g)
      return (ids ?? []).map((id) => id.split('_')[2] ?? '').sort()
    }
    const there = await queued(product)
    const signed = await Promise.all(there.map(isSigned))
    expect(await queued(gateway.url)).toEqual(
      there.filter((_, at) => signed[at]),
    )
    for (const hash of there.filter((_, at) => !signed[at]))
      await expect(move.getByText(`${hash} (nonce`)).toBeVisible()

    await test.step('a stranger who asks for everything learns nothing', async () => {
      const list = `/tx-service/local1/api/v2/safes/${address}/multisig-transactions/`
      const known = await (await request.get(list)).text()
      // Hashes and signatures of what waits: the chain knows none of them.
      const secrets = [...there, ...(known.match(/0x[0-9a-f]{130}/g) ?? [])]
      const stranger = await playwright.request.newContext({
        baseURL: gateway.url,
      })
      const answered: string[] = []
      let calls = 0
      const asked = { address, safeTxHash: there[0] ?? '' }
      for await (const { call, reply, isApi } of crawl(stranger, asked)) {
        const text = `${await reply.text()} ${JSON.stringify(reply.headers())}`
        for (const secret of secrets.filter((one) => !call.includes(one)))
          expect(text.includes(secret), `${call} tells ${secret}`).toBe(false)
        if (isApi && reply.status() < 300) answered.push(call)
        calls++
      }
      expect(calls).toBeGreaterThan(130)
      // What is for anyone, and what says that nobody is signed in.
      expect(answered.length).toBeLessThan(15)
      // The same questions have answers for an owner.
      const own = await page.request.get(`${gateway.url}${queue}`)
      expect(await own.text()).toContain(there[0])
      await stranger.dispose()
    })

    // Another safe is kept in step, which its pages say.
    await page.goto(`/settings/setup?safe=local1:${bridged}`)
    const { host } = new URL(product)
    const others = page.getByRole('region', { name: 'Other services' })
    await expect(others.getByText(host)).toBeVisible()
    await expect(others.getByText(/^Last compared/)).toBeVisible()
    await expect(
      page.getByRole('link', { name: new RegExp(`n step with ${host}`) }),
    ).toBeVisible()
  } finally {
    await context.close()
    await request.dispose()
    await gateway.close()
  }
})

test('members save drafts for each other and comment on them @full', async ({
  browser,
  playwright,
}) => {
  const product = process.env.COVAULT_URL ?? ''
  const request = await playwright.request.newContext({ baseURL: product })
  const treasury = await findTreasury(request)
  const gateway = await startOwnGateway({ mode: 'members' })
  const queue = `/transactions/queue?safe=${treasury}`
  const sitDownAs = async (name: string) => {
    const context = await browser.newContext({ baseURL: gateway.url })
    const page = await context.newPage()
    const press = (words: string | RegExp) =>
      page.getByRole('button', { name: words, exact: true }).click()
    await page.goto(queue)
    const notice = page.getByRole('alert').filter({ hasText: 'for members' })
    await notice.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('rk-wallet-option-demo').click()
    await press(new RegExp(`^${name} 0x`))
    await notice.getByRole('button', { name: 'Sign in' }).click()
    await press('Sign message')
    await signInWallet(page)
    // Behind the dialog nothing has a role: anyone who leaves before it is gone
    // has not signed in.
    await expect(
      page.getByRole('heading', { name: 'Queue', exact: true }),
    ).toBeVisible()
    await expect(notice).toHaveCount(0)
    return {
      page,
      press,
      sign: () => signInWallet(page),
      leave: () => context.close(),
    }
  }
  const first = await sitDownAs('Alice')
  try {
    const { page } = first
    const hash = await reviewPayment(page, {
      to: demoAccounts.supplier.address,
      amount: '0.01',
    })
    await first.press('Save as draft')
    await expect(
      page.getByRole('heading', { name: 'Draft saved' }),
    ).toBeVisible()
    await first.press('Done')
    const rowOn = (where: Page) =>
      where.locator(`[data-transaction$="${hash}"]`)
    await page.goto(queue)
    await expect(
      rowOn(page).getByText(/^Draft by alice.*, no signatures$/i),
    ).toBeVisible()

    const open = async (where: Page) => {
      await where.goto(`${queue}&id=multisig_${treasury.split(':')[1]}_${hash}`)
      const comments = where
        .locator('section')
        .filter({ has: where.getByRole('heading', { name: /^Comments/ }) })
        .last()
      await expect(comments).toBeVisible()
      return comments
    }
    const seenByAlice = await open(page)
    await seenByAlice.getByRole('link', { name: 'Add comment' }).click()
    await page
      .getByRole('textbox', { name: 'Comment' })
      .fill('For the <b>November</b> invoice.')
    await checkPage(page)
    await first.press('Sign and post')
    await first.sign()
    const text = 'For the <b>November</b> invoice.'
    await expect(page.getByText(text)).toBeVisible()

    const second = await sitDownAs('Bob')
    const seenByBob = await open(second.page)
    await expect(seenByBob.getByText(text)).toBeVisible()
    await expect(seenByBob.getByRole('listitem')).toContainText(/alice/i)
    await seenByBob.getByRole('link', { name: 'Add comment' }).click()
    await second.page
      .getByRole('textbox', { name: 'Comment' })
      .fill('Thanks, I will sign.')
    await second.press('Sign and post')
    await second.sign()
    // The other page is told of it.
    await open(page)
    await expect(page.getByText('Thanks, I will sign.')).toBeVisible()

    await second.page.goto(queue)
    await rowOn(second.page).getByRole('link', { name: 'Sign' }).click()
    await pressAcknowledged(second.page, 'Sign')
    await second.sign()
    await expect(
      second.page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    await page.goto(queue)
    await expect(rowOn(page)).toBeVisible()
    await expect(rowOn(page).getByText(/^Draft by/)).toHaveCount(0)

    await (await open(page))
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByText(text)).toHaveCount(0)
    await second.leave()
  } finally {
    await first.leave()
    await request.dispose()
    await gateway.close()
  }
})

/** The button of the page has the same name and waits for the wallet's. */
async function signInWallet(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Sign', exact: true })
    .click()
}
