import type { Frame, Page } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { ExampleApp } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { sitDown } from './seat.js'

type Raw = { id: string; success: boolean; error?: string }

function findFrame(page: Page, url: string): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(url))
  if (!frame) throw new Error(`No frame shows ${url}.`)
  return frame
}

const ask = (fields: Record<string, unknown> = {}) => ({
  id: 'raw',
  method: 'getSafeInfo',
  params: null,
  env: { sdkVersion: '9.1.0' },
  ...fields,
})

const last = { id: 'last' }

/** When the host has replied to this, all that was before it is dealt with. */
function askLast(app: Frame): Promise<void> {
  return app.evaluate(
    (message) =>
      new Promise<void>((resolve) => {
        const onMessage = ({ data }: MessageEvent) => {
          if (data?.id !== message.id) return
          window.removeEventListener('message', onMessage)
          resolve()
        }
        window.addEventListener('message', onMessage)
        window.parent.postMessage(message, '*')
      }),
    ask(last),
  )
}

/** Posts requests from a frame and collects what comes back to it. */
async function post(
  frame: Frame,
  messages: readonly unknown[],
  app = frame,
): Promise<Raw[]> {
  const listening = await frame.evaluateHandle((list) => {
    const heard: Raw[] = []
    window.addEventListener('message', ({ data }) => heard.push(data))
    for (const message of list) window.parent.postMessage(message, '*')
    return heard
  }, messages)
  await askLast(app)
  const heard = await listening.jsonValue()
  return heard.filter(({ id }) => id !== last.id)
}

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

    await test.step('one that does not take no for an answer has to wait', async () => {
      const send = ask({
        method: 'sendTransactions',
        params: { txs: [{ to: wallet.address, value: '1', data: '0x' }] },
      })
      const insist = () =>
        frame.evaluate((message) => {
          const state = { refusals: 0, last: '' }
          Object.assign(window, { insisting: state })
          const onMessage = ({ data }: MessageEvent) => {
            if (data?.id !== message.id) return
            state.refusals += 1
            state.last = data.error
            if (state.refusals < 4) window.parent.postMessage(message, '*')
          }
          window.addEventListener('message', onMessage)
          window.parent.postMessage(message, '*')
        }, send)
      const readState = () =>
        frame.evaluate(
          () => (window as { insisting?: unknown }).insisting,
        ) as Promise<{ refusals: number; last: string }>
      await insist()
      const close = page.getByRole('button', { name: 'Back', exact: true })
      const shown = new Set<string>()
      for (let refused = 1; refused <= 3; refused++) {
        await expect
          .poll(() => {
            const id = new URL(page.url()).searchParams.get('id')
            return id !== null && !shown.has(id)
          })
          .toBe(true)
        shown.add(new URL(page.url()).searchParams.get('id') ?? '')
        await close.click()
        await expect
          .poll(async () => (await readState()).refusals)
          .toBe(refused)
      }
      await expect(page.getByText('it has sent another')).toBeVisible()
      expect(new URL(page.url()).searchParams.get('flow')).toBeNull()
      await checkPage(page)
      await page.getByRole('button', { name: 'Refuse all requests' }).click()
      await expect.poll(async () => (await readState()).refusals).toBe(4)
      expect(await post(frame, [send])).toMatchObject([
        {
          success: false,
          error: expect.stringContaining('refuses all requests'),
        },
      ])
      await page.getByRole('button', { name: 'Allow requests' }).click()
      await app.press('sendTransactions')
      await expect(page.getByText('Requested by the app')).toBeVisible()
      await close.click()
    })

    await test.step('the window itself is not the app', async () => {
      const listening = await page.evaluateHandle((message) => {
        const heard: unknown[] = []
        window.addEventListener('message', ({ data }) => heard.push(data))
        window.postMessage(message, '*')
        return heard
      }, ask())
      await askLast(frame)
      expect(await listening.jsonValue()).toEqual([ask(), ask(last)])
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
        expect(await post(other, [ask({ id })], frame)).toEqual([])
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
    await expect(
      page.getByText('This link doesn’t lead to an app.'),
    ).toBeVisible()
    await page.goto(`/apps/open?${link}&appUrl=${product.url}/home`)
    await expect(page.getByText('Covault’s own address')).toBeVisible()
    // Nobody listens there.
    const unknown = 'http://127.0.0.1:19999'
    await page.goto(`/apps/open?${link}&appUrl=${unknown}/swap`)
    await expect(page.getByText('This app is unverified.')).toBeVisible()
    await expect(page.getByText(unknown, { exact: true })).toBeVisible()
    expect(await page.locator('iframe').count()).toBe(0)
    await checkPage(page)
    await page.getByRole('button', { name: 'Open anyway' }).click()
    await expect(page.locator('iframe')).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-popups',
    )
    await expect(page.getByText(/is down|slow or down/)).toBeVisible()
  })
})
