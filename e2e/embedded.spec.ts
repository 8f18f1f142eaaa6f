import { demoAccounts } from '@covault/devnet'
import type { FrameLocator } from '@playwright/test'
import { signAndReturn } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { connectTestWallet, readShownHash, seat, sitDown } from './seat.js'

const handOver = (inside: FrameLocator) =>
  inside.getByRole('button', { name: 'Propose in host app' })

const isHanded = (inside: FrameLocator) =>
  expect(
    inside.getByRole('heading', { name: 'Sent to the host app' }),
  ).toBeVisible()

test('our app in our app connects by itself, shows the host’s safe, and proposes and signs through the host @full', async ({
  browser,
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { safe, link } = await sitDown({ page, product, request, wallet })
  const host = await seat(
    browser,
    { ...product, url: product.url.replace('127.0.0.1', 'localhost') },
    demoAccounts.alice,
  )
  const { page: outside } = host
  await outside.goto(`/apps/open?${link}&appUrl=${product.url}`)
  await connectTestWallet(outside, host.wallet)
  await outside.getByRole('button', { name: 'Open anyway' }).click()
  const inside = outside.frameLocator('iframe')
  await expect(
    inside.getByRole('link', { name: 'Send', exact: true }).first(),
  ).toBeVisible({ timeout: 60_000 })
  await inside.getByRole('link', { name: 'Send', exact: true }).first().click()
  await inside.getByLabel('Recipient 1').fill(demoAccounts.carol.address)
  await inside.getByLabel('Amount 1').fill('0.25')
  await inside.getByRole('button', { name: 'Review', exact: true }).click()
  await handOver(inside).click()

  await expect(outside.getByText('Requested by the app')).toContainText(
    product.url,
  )
  const hash = await readShownHash(outside, 'safeTxHash')
  await signAndReturn(outside)
  await isHanded(inside)
  const queued = await request.get(`/v1/chains/31337/transactions/${hash}`)
  expect(await queued.json()).toMatchObject({
    safeAddress: safe.address,
    txStatus: 'AWAITING_CONFIRMATIONS',
  })

  const write = async (way: 'Off chain' | 'On chain') => {
    const frame = outside
      .frames()
      .find((one) => one.url().startsWith(product.url))
    await frame?.goto(
      `${product.url}/transactions/messages?${link}&flow=message`,
    )
    await inside.getByRole('radio', { name: way }).check()
  }
  await test.step('a message goes through the host, off chain', async () => {
    await write('Off chain')
    await inside.getByText('Typed data', { exact: true }).click()
    await inside.getByLabel('Typed data as JSON').fill(JSON.stringify(vote))
    await inside.getByRole('button', { name: 'Review', exact: true }).click()
    await handOver(inside).click()
    await expect(outside.getByText('Requested by the app')).toBeVisible()
    const messageHash = await readShownHash(outside, 'safeMessage')
    await signAndReturn(outside)
    await isHanded(inside)
    const kept = await request.get(`/v1/chains/31337/messages/${messageHash}`)
    expect(await kept.json()).toMatchObject({
      message: vote,
      confirmations: [{ owner: { value: demoAccounts.alice.address } }],
      origin: expect.stringContaining(product.url),
    })
  })

  await test.step('and on chain, as a transaction of the host’s own', async () => {
    await write('On chain')
    await inside
      .getByLabel('Message', { exact: true })
      .fill('0xdeed is a text here')
    await inside.getByRole('button', { name: 'Review', exact: true }).click()
    await handOver(inside).click()
    await expect(
      outside.getByText('0xdeed is a text here').first(),
    ).toBeVisible()
    const marking = await readShownHash(outside, 'safeTxHash')
    await signAndReturn(outside)
    await isHanded(inside)
    const kept = await request.get(`/v1/chains/31337/transactions/${marking}`)
    expect(await kept.json()).toMatchObject({
      txData: { dataDecoded: { method: 'signMessage' }, operation: 1 },
    })
  })
  await host.leave()
})

const vote = {
  types: { Vote: [{ name: 'yes', type: 'bool' }] },
  primaryType: 'Vote',
  domain: { name: 'Council', chainId: 31337 },
  message: { yes: true },
}

test('S08: nobody else may frame it @full', async ({ request, product }) => {
  const port = Number(new URL(product.url).port)
  for (const path of ['/', '/home', '/apps/open']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy']?.split('; ')).toContain(
      `frame-ancestors http://localhost:${port}`,
    )
    expect(headers['x-frame-options']).toBeUndefined()
  }
})
