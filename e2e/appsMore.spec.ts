import { demoAccounts } from '@covault/devnet'
import type { Frame, Page } from '@playwright/test'
import { hashMessage } from 'viem'
import { checkPage } from './checkPage.js'
import { ExampleApp } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { safeAbi } from './safeAbi.js'
import {
  connectTestWallet,
  executeFromQueue,
  readShownHash,
  seat,
  sitDown,
} from './seat.js'

const signButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign', exact: true })

async function signAndReturn(page: Page) {
  await signButton(page).click()
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
}

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
    await expect(page.getByText('Asked for by the app')).toContainText(
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
    await expect(page.getByText(/checks agreed/)).toBeVisible()
    const messageHash = await readShownHash(page, 'safeMessage')
    await checkPage(page)
    await signAndReturn(page)
    expect(await app.read('signMessage')).toEqual({ messageHash })
    expect(await app.ask('getOffChainSignature')).toBe('')
    await bob.page.goto(
      `/transactions/messages?${link}&flow=confirm-message&messageHash=${messageHash}`,
    )
    await signButton(bob.page).click()
    await expect(bob.page.getByText('The safe accepts it')).toBeVisible()
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
    await expect(page.getByText('would like to write to the')).toBeVisible()
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

type Raw = { id: string; success: boolean; error?: string }

function findFrame(page: Page, url: string): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(url))
  if (!frame) throw new Error(`No frame shows ${url}.`)
  return frame
}

/** Posts requests from a frame and collects what comes back within a second. */
function post(frame: Frame, messages: readonly unknown[]): Promise<Raw[]> {
  return frame.evaluate(async (list) => {
    const replies: Raw[] = []
    const onMessage = ({ data }: MessageEvent) => replies.push(data)
    window.addEventListener('message', onMessage)
    for (const message of list) window.parent.postMessage(message, '*')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    window.removeEventListener('message', onMessage)
    return replies
  }, messages)
}

const ask = (fields: Record<string, unknown> = {}) => ({
  id: 'raw',
  method: 'getSafeInfo',
  params: null,
  env: { sdkVersion: '9.1.0' },
  ...fields,
})

test.describe('hostile messages', () => {
  test.use({
    expectedFaults: {
      patterns: [
        /violates the following Content Security Policy directive: "frame-src/,
        /Policy violation: frame-src/,
        /Unsafe attempt to initiate navigation/,
        /Failed to execute 'postMessage'/,
        // A frame that is not let in has a page of the browser's own.
        /Request to an unlisted host: http:\/\/localhost/,
      ],
    },
  })

  test('S65, S66: what does not come from the app itself is not answered @full', async ({
    page,
    request,
    product,
    wallet,
  }) => {
    test.slow()
    await sitDown({ page, product, request, wallet }, { at: '/apps' })
    await page.getByRole('link', { name: 'Example app' }).click()
    const app = new ExampleApp(page)
    await app.ask('getSafeInfo')
    const frame = findFrame(page, product.exampleApp)

    await test.step('the app itself is answered, and refused what it may not', async () => {
      expect(await post(frame, [ask()])).toMatchObject([
        { id: 'raw', success: true, version: '9.1.0' },
      ])
      const refused = await post(frame, [
        ask({ id: 'a', method: 'eth_sendRawTransaction' }),
        ask({
          id: 'b',
          method: 'rpcCall',
          params: { call: 'eth_sendRawTransaction', params: ['0x'] },
        }),
        ask({
          id: 'c',
          method: 'sendTransactions',
          params: { txs: [{ to: wallet.address, operation: 1 }] },
        }),
        ask({ id: 'd', method: 'requestAddressBook' }),
        ask({ id: 'e', env: { sdkVersion: '1.0.0' } }),
        ask({ id: 'f', params: 'x'.repeat(10_000_000) }),
      ])
      expect(refused.map(({ id, success }) => [id, success]).sort()).toEqual(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, false]),
      )
      expect(new URL(page.url()).searchParams.get('flow')).toBeNull()
    })

    await test.step('what is no request is ignored', async () => {
      const none = [null, 7, 'getSafeInfo', [], {}, { id: 'x' }, ask({ id: 1 })]
      expect(await post(frame, none)).toEqual([])
    })

    await test.step('a thousand in a second do no harm', async () => {
      const many = Array.from({ length: 1000 }, (_, index) =>
        ask({ id: `m${index}` }),
      )
      const replies = await post(frame, many)
      const answered = replies.filter(({ success }) => success).length
      expect(answered).toBeGreaterThan(0)
      expect(answered).toBeLessThan(1000)
      await expect
        .poll(async () => (await post(frame, [ask()]))[0]?.success)
        .toBe(true)
    })

    await test.step('the window itself is not the app', async () => {
      const replies = await page.evaluate(async (message) => {
        const heard: unknown[] = []
        window.addEventListener('message', ({ data }) => heard.push(data))
        window.postMessage(message, '*')
        await new Promise((resolve) => setTimeout(resolve, 500))
        return heard
      }, ask())
      expect(replies).toEqual([ask()])
    })

    await test.step('a sibling of the same origin is not the app, nor a page of no origin', async () => {
      for (const [id, sandbox] of [
        ['sibling', 'allow-scripts allow-same-origin'],
        ['nobody', 'allow-scripts'],
      ] as const) {
        await page.evaluate(
          ({ url, id, sandbox }) => {
            const other = document.createElement('iframe')
            other.setAttribute('sandbox', sandbox)
            other.src = `${url}/sdk8/?${id}`
            document.body.append(other)
          },
          { url: product.exampleApp, id, sandbox },
        )
        const url = `${product.exampleApp}/sdk8/?${id}`
        await expect
          .poll(() => page.frames().some((one) => one.url() === url))
          .toBe(true)
        const other = findFrame(page, url)
        await other.waitForLoadState()
        expect(await post(other, [ask({ id })])).toEqual([])
      }
    })

    await test.step('the app can neither lead this page away nor its own frame elsewhere', async () => {
      const before = page.url()
      await frame.evaluate(() => {
        try {
          if (window.top) window.top.location.href = 'about:blank'
        } catch {
          // The browser says no.
        }
      })
      await frame.evaluate(
        (elsewhere) => {
          window.location.href = elsewhere
        },
        product.exampleApp.replace('127.0.0.1', 'localhost'),
      )
      await expect
        .poll(() =>
          page.frames().some((one) => one.url().startsWith('chrome-error:')),
        )
        .toBe(true)
      expect(page.url()).toBe(before)
      await page.getByRole('button', { name: 'Reload' }).click()
      expect(await app.ask('getSafeInfo')).toMatchObject({ chainId: 31337 })
    })
  })
})

test.describe('an origin that nobody knows', () => {
  test.use({
    expectedFaults: {
      patterns: [
        /Request to an unlisted host: http:\/\/127\.0\.0\.1:19/,
        /Failed to load resource: net::ERR_CONNECTION_REFUSED/,
      ],
    },
  })

  test('S67: is named before anything is loaded from it, and dead apps are called so @full', async ({
    page,
    request,
    product,
    wallet,
  }) => {
    test.slow()
    const { link } = await sitDown({ page, product, request, wallet })
    await page.goto(`/apps/open?${link}&appUrl=javascript:alert(1)`)
    await expect(page.getByText('The link leads to no app.')).toBeVisible()
    await page.goto(`/apps/open?${link}&appUrl=${product.url}/home`)
    await expect(page.getByText('address of this page itself')).toBeVisible()
    // Nobody listens there.
    const unknown = 'http://127.0.0.1:19999'
    await page.goto(`/apps/open?${link}&appUrl=${unknown}/swap`)
    await expect(page.getByText('Nobody vouches for this app.')).toBeVisible()
    await expect(page.getByText(unknown, { exact: true })).toBeVisible()
    expect(await page.locator('iframe').count()).toBe(0)
    await checkPage(page)
    await page.getByRole('button', { name: 'Open it nevertheless' }).click()
    await expect(page.locator('iframe')).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-popups',
    )
    await expect(page.getByText(/is down|slow or down/)).toBeVisible()
  })
})

test('an app of one’s own is added by its manifest, shared, and forgotten @full', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { link } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const url = `${product.exampleApp}/sdk7`
  await page.getByRole('link', { name: 'Add an app' }).click()
  const field = page.getByLabel('Address of the app')
  const read = page.getByRole('button', { name: 'Read its manifest' })
  for (const [text, words] of [
    ['', 'Enter the address of the app.'],
    ['http://app.example', 'anybody on the way can change'],
    [product.exampleApp, 'on the list of this installation already'],
  ] as const) {
    await field.fill(text)
    await read.click()
    await expect(page.getByText(words)).toBeVisible()
  }
  await checkPage(page)
  await field.fill(url)
  await read.click()
  await page.getByRole('button', { name: 'Add “Example of SDK 7”' }).click()
  await expect(
    page.getByRole('link', { name: 'Example of SDK 7' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Add an app' }).click()
  await field.fill(`${url}/`)
  await read.click()
  await expect(page.getByText('among your apps already')).toBeVisible()

  await page.goto(`/share/safe-app?appUrl=${product.exampleApp}&chain=local1`)
  await expect(page.getByText('Example app', { exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Open the app' }).click()
  const app = new ExampleApp(page)
  await app.press('requestAddressBook')
  await page.getByRole('button', { name: 'Keep it closed' }).click()
  expect(await app.read('requestAddressBook', 'failed')).toMatch(/rejected/)
  // Who has said no is not asked again.
  expect(await app.ask('requestAddressBook', 'failed')).toMatch(/rejected/)
  await page.goto(`/settings/safe-apps?${link}`)
  await expect(page.getByText('Your whole address book: refused')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: /^Take back/ }).click()
  await expect(page.getByText('No app has asked for anything.')).toBeVisible()
})

test.describe('our app in our app', () => {
  test('connects by itself, shows the host’s safe and proposes through the host @full', async ({
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
    await outside.getByRole('button', { name: 'Open it nevertheless' }).click()
    const inside = outside.frameLocator('iframe')
    await expect(
      inside.getByRole('link', { name: 'Send', exact: true }).first(),
    ).toBeVisible({ timeout: 60_000 })
    await inside
      .getByRole('link', { name: 'Send', exact: true })
      .first()
      .click()
    await inside.getByLabel('Recipient 1').fill(demoAccounts.carol.address)
    await inside.getByLabel('Amount 1').fill('0.25')
    await inside.getByRole('button', { name: 'Review', exact: true }).click()
    await inside.getByRole('button', { name: 'Hand it to the host' }).click()

    await expect(outside.getByText('Asked for by the app')).toContainText(
      product.url,
    )
    const hash = await readShownHash(outside, 'safeTxHash')
    await signAndReturn(outside)
    await expect(
      inside.getByRole('heading', { name: 'Handed to the host' }),
    ).toBeVisible()
    await host.leave()
    const queued = await request.get(`/v1/chains/31337/transactions/${hash}`)
    expect(await queued.json()).toMatchObject({
      safeAddress: safe.address,
      txStatus: 'AWAITING_CONFIRMATIONS',
    })
  })

  test('S08: nobody else may frame it @full', async ({ request, product }) => {
    const port = Number(new URL(product.url).port)
    for (const path of ['/', '/home', '/apps/open']) {
      const headers = (await request.get(path)).headers()
      expect(headers['content-security-policy']).toContain(
        `; frame-ancestors http://localhost:${port}; `,
      )
      expect(headers['x-frame-options']).toBeUndefined()
    }
  })
})
