import { demoAccounts } from '@covault/devnet'
import { hashMessage } from 'viem'
import { checkPage } from './checkPage.js'
import { ExampleApp, signAndReturn } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { connect } from './otherOwners.js'
import { makeOwnSafe } from './ownSafe.js'
import { safeAbi } from './safeAbi.js'
import {
  connectTestWallet,
  executeFromQueue,
  readShownHash,
  seat,
  sitDown,
} from './seat.js'

test('messages of an app are signed on chain and off chain, and valid for it @full', async ({
  browser,
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const app = new ExampleApp(page)
  const bob = await seat(browser, product, demoAccounts.bob)
  await page.getByRole('link', { name: 'Example app' }).click()

  await test.step('on chain, as is usual', async () => {
    await app.frame
      .getByLabel('Message', { exact: true })
      .fill('Marked by an app')
    await app.press('signMessage')
    await expect(page.getByText('Marked by an app').first()).toBeVisible()
    await expect(page.getByText('Requested by the app')).toContainText(
      product.exampleApp,
    )
    const hash = await readShownHash(page, 'safeTxHash')
    await signAndReturn(page)
    expect(await app.read('signMessage')).toEqual({ safeTxHash: hash })
    await executeFromQueue(bob, { link, hash })
    await expect.poll(() => app.ask('isMessageSigned')).toBe(true)
    expect(
      await client.readContract({
        abi: safeAbi,
        address: safe.address,
        functionName: 'isValidSignature',
        args: [hashMessage('Marked by an app'), '0x'],
      }),
    ).toBe('0x1626ba7e')
  })

  await test.step('off chain, where the app asks for it', async () => {
    expect(await app.ask('safe_setSettings, messages off chain')).toEqual({
      offChainSigning: true,
    })
    await app.frame
      .getByLabel('Message', { exact: true })
      .fill('Agreed by an app')
    await app.press('signMessage')
    await expect(page.getByText(/checks passed/)).toBeVisible()
    const messageHash = await readShownHash(page, 'safeMessage')
    await checkPage(page)
    await signAndReturn(page)
    expect(await app.read('signMessage')).toEqual({ messageHash })
    expect(await app.ask('getOffChainSignature')).toBe('')
    await bob.page.goto(
      `/transactions/messages?${link}&flow=confirm-message&messageHash=${messageHash}`,
    )
    await bob.page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      bob.page.getByText('The safe accepts the signature'),
    ).toBeVisible()
    expect(await app.ask('getOffChainSignature')).toMatch(/^0x[0-9a-f]{260}$/)
    expect(await app.ask('isMessageSigned')).toBe(true)
  })

  await test.step('typed data too', async () => {
    await app.press('signTypedMessage')
    await expect(page.getByText('Agreed by an app').first()).toBeVisible()
    const messageHash = await readShownHash(page, 'safeMessage')
    await signAndReturn(page)
    expect(await app.read('signTypedMessage')).toEqual({ messageHash })
  })
  await bob.leave()
})

for (const version of [6, 7, 8])
  test(`an app with SDK ${version} is answered @full`, async ({
    page,
    request,
    product,
    wallet,
  }) => {
    test.slow()
    const { safe, link } = await sitDown({ page, product, request, wallet })
    const app = new ExampleApp(page)
    await page.goto(
      `/apps/open?${link}&appUrl=${product.exampleApp}/sdk${version}`,
    )
    expect(await app.ask('getSafeInfo')).toMatchObject({
      safeAddress: safe.address,
      chainId: 31337,
      threshold: 2,
    })
    expect(await app.ask('getChainInfo')).toMatchObject({ chainId: '31337' })
    expect(await app.ask('getSafeBalances')).toMatchObject({
      items: [{ balance: '1000000000000000000' }],
    })
    expect(await app.ask('rpcCall eth_getBalance')).toMatch(/^0x/)
    await app.press('sendTransactions')
    const safeTxHash = await readShownHash(page, 'safeTxHash')
    await signAndReturn(page)
    expect(await app.read('sendTransactions')).toEqual({ safeTxHash })
    expect(await app.ask('getTxBySafeTxHash')).toMatchObject({
      detailedExecutionInfo: { safeTxHash },
    })
    await app.press('signMessage')
    const marking = await readShownHash(page, 'safeTxHash')
    await signAndReturn(page)
    expect(await app.read('signMessage')).toEqual({ safeTxHash: marking })
  })

test('wagmi’s connector works unmodified @full', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { safe } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const app = new ExampleApp(page)
  await page.getByRole('link', { name: 'Wagmi example' }).click()
  await test.step('S69: it gets of the browser what it is granted', async () => {
    const frame = page.locator('iframe[title="Wagmi example"]')
    await expect(frame).toHaveAttribute('allow', '')
    await expect(page.getByText('This app wants to write to the')).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(frame).toHaveAttribute(
      'allow',
      `clipboard-write ${product.exampleApp}`,
    )
  })
  expect(await app.ask('connect')).toEqual({
    accounts: [safe.address],
    chainId: 31337,
  })
  expect(await app.ask('getBalance')).toMatchObject({
    value: '1000000000000000000',
  })
  await app.press('sendTransaction')
  const sent = await readShownHash(page, 'safeTxHash')
  await signAndReturn(page)
  expect(await app.read('sendTransaction')).toBe(sent)
  await app.press('sendCalls')
  const batched = await readShownHash(page, 'safeTxHash')
  await signAndReturn(page)
  expect(await app.read('sendCalls')).toMatchObject({
    id: batched,
    status: { statusCode: 100 },
  })
})

test('what is signed as an owning safe claims no app that nobody signed for @full', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { alice, bob } = demoAccounts
  const client = connect(product)
  const parent = await makeOwnSafe(client, request, {
    owners: [alice.address, bob.address],
    threshold: 2,
  })
  const child = await makeOwnSafe(client, request, { owners: [parent] })
  const app = new ExampleApp(page)
  await page.goto(
    `/apps/open?safe=local1:${child}&appUrl=${product.exampleApp}`,
  )
  await connectTestWallet(page, wallet)
  await app.frame.getByLabel('Wei').fill('0')
  await app.press('sendTransactions')
  const hash = await readShownHash(page, 'safeTxHash')
  await page.getByRole('button', { name: /^Sign as/ }).click()
  await expect(
    page.getByRole('heading', { name: 'Proposed, not signed yet' }),
  ).toBeVisible()
  expect(await app.read('sendTransactions')).toEqual({ safeTxHash: hash })
  await page.getByRole('link', { name: /^Continue as/ }).click()
  const approval = await readShownHash(page, 'safeTxHash')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  // Nobody has signed for the child, so nobody vouches for the app.
  for (const [safe, id] of [
    [child, hash],
    [parent, approval],
  ]) {
    const reply = await request.get(`/v1/chains/31337/transactions/${id}`)
    expect(await reply.json()).toMatchObject({
      safeAddress: safe,
      safeAppInfo: null,
    })
  }
})
