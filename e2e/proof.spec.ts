import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
} from '@playwright/test'
import { connectDemo } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { launchOptions } from './launchOptions.js'
import { connect, makeSafe } from './otherOwners.js'
import { pressAcknowledged, review } from './ownSafe.js'
import { listRecords, readProfile } from './profile.js'
import {
  makeKeys,
  makeRelease,
  openReleaseDoor,
  type ReleaseDoor,
  runNode,
  type Signed,
} from './releaseDoor.js'
import { fund } from './seat.js'

/** By address, what every script and style of the document must hash to. */
function readIntegrity(html: string): Record<string, string> {
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  return JSON.parse(map).integrity
}

const describeContext = (door: ReleaseDoor) =>
  ({
    baseURL: door.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  }) as const

/** A profile of its own, that comes to the site for the first time. */
async function open(browser: Browser, door: ReleaseDoor) {
  const context = await browser.newContext(describeContext(door))
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return { context, page }
}

const findRelease = (page: Page) =>
  page.locator('body').getAttribute('data-release')

/** Whether no other worker than the one that answers is left or waits. */
const isAnsweredByNewest = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker: workers } = navigator
    const known = await workers.getRegistration('/')
    return !known?.waiting && known?.active === workers.controller
  })

/** A browser with a profile on disk, as somebody starts it again. */
async function start(profile: string, door: ReleaseDoor) {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...describeContext(door),
  })
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(30_000)
  return { context, page }
}

/** A payment is reviewed, and can't be signed. */
async function expectBlocked(page: Page, reason: RegExp): Promise<void> {
  await page
    .getByLabel('Recipient 1')
    .fill('0x000000000000000000000000000000000000dEaD')
  await page.getByLabel('Amount 1').fill('0.01')
  await review(page)
  await expect(page.getByText(reason)).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Sign', exact: true }),
  ).toBeDisabled()
}

const changedReason = /^Signing is blocked: the server offers code/

/** Until the worker has the whole release; then pages come from it. */
async function install(page: Page): Promise<void> {
  await page.goto('/settings/version')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({
    timeout: 90_000,
  })
  await page.reload()
  await expect(page.getByText('In use', { exact: true })).toBeVisible()
}

async function checkNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click()
}

/** Until the check is over; the one that was under way before is then, too. */
async function checkWhole(page: Page): Promise<void> {
  const heard = page.waitForResponse(
    (reply) => new URL(reply.url()).pathname === '/release.json',
  )
  await checkNow(page)
  await heard
  await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled()
}

/** Adds to every object a member, and to every list of transactions an item, that this release does not know. */
function grow(value: unknown): unknown {
  if (Array.isArray(value)) {
    const grown = value.map(grow)
    // The lists of transactions are made of items that name their type.
    return value.some((one) => one?.type === 'TRANSACTION')
      ? [...grown, { type: 'LATER', introducedLater: 1 }]
      : grown
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, grow(one)])
  return { ...Object.fromEntries(members), introducedLater: { kind: 'LATER' } }
}

/** What a worker of another can do while it is installed, and nobody has judged it. */
const hostileWrites = {
  'deletes what is kept': `
    await caches.delete('covault-proof')
    await fetch('/hostile-done')`,
  'names itself in what is kept, and fails': `
    const store = await caches.open('covault-proof')
    const kept = await (await store.match('/kept')).json()
    const own = await (await fetch('/sw.js')).arrayBuffer()
    const digest = await crypto.subtle.digest('SHA-256', own)
    const sha256 = [...new Uint8Array(digest)]
      .map((byte) => byte.toString(16).padStart(2, '0')).join('')
    kept.release.files['/sw.js'].sha256 = sha256
    const newer = [{ sequence: 9, worker: 'invented' }]
    await store.put('/kept', Response.json(kept))
    await store.put('/worker', new Response(sha256))
    await store.put('/checked', Response.json({ newer }))
    await fetch('/hostile-done')
    throw new Error('As if nothing had been')`,
}

test('S05: a changed byte keeps a script or a style from being used', async ({
  browser,
  product,
  request,
}) => {
  const html = await (await request.get('/')).text()
  const files = Object.keys(readIntegrity(html))
  const wanted = [
    /\/head-.*\.js$/,
    /\/index-.*\.js$/,
    /\/AccountsScreen-.*\.js$/,
    /\/frame-.*\.css$/,
    /\/style-.*\.css$/,
  ]
  for (const name of wanted) {
    const changed = files.find((file) => name.test(file) && html.includes(file))
    if (!changed) throw new TypeError('The build has other files.')
    const hostile = changed.endsWith('.css')
      ? 'body{outline:7px solid red}'
      : 'document.documentElement.dataset.hostile="1"'
    // A port of its own for each: nothing is in any cache.
    const door = await openReleaseDoor(product.url)
    let served = 0
    door.change = ({ path, body }) => {
      if (path !== changed) return undefined
      served += 1
      return `${body}\n${hostile}`
    }
    const { context, page } = await open(browser, door)
    // Chromium says so of what the document names; an import just fails.
    const refused = page.waitForEvent('console', (message) =>
      /integrity|digest/i.test(message.text()),
    )
    refused.catch(() => undefined)
    await page.goto('/welcome/accounts')
    await expect.poll(() => served, { message: changed }).toBeGreaterThan(0)
    await Promise.any([
      refused,
      page.getByText('Can’t show this page.').waitFor(),
    ])
    // A page that lacks a part is loaded once more, maybe just now.
    await expect(async () => {
      const state = await page.evaluate(() => ({
        hostile: document.documentElement.dataset.hostile,
        outline: getComputedStyle(document.body).outlineWidth,
      }))
      expect(state.hostile, changed).toBeUndefined()
      expect(state.outline, changed).not.toBe('7px')
    }).toPass({ timeout: 10_000 })
    await context.close()
    await door.close()
  }
})

test('every preload and import carries its hash, and none is refused', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  for (const path of ['/welcome/accounts', '/home']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('link')]
      .filter(({ href }) => /\.(js|css)$/.test(href))
      .map(({ integrity }) => integrity),
  )
  expect(links.length).toBeGreaterThan(1)
  for (const integrity of links) expect(integrity).toMatch(/^sha256-/)
  expect(refused.filter((text) => /integrity/i.test(text))).toEqual([])
})

test('a site that is not signed has no worker', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/welcome/accounts', '/settings/version']) {
    await page.goto(path)
    // What watches is loaded with what every page has after its content.
    await page.waitForFunction(() => document.querySelector('#root h1'))
    await expect(page.getByText(/Gateway connected/).first()).toBeVisible()
  }
  await expect(page.getByText('No copy', { exact: true })).toBeVisible()
  const known = await page.evaluate(() =>
    navigator.serviceWorker.getRegistrations(),
  )
  expect(known).toHaveLength(0)
  expect(asked).not.toContain('/sw.js')
  expect(asked).not.toContain('/release.json')
})

test.describe('with a signed release @full', () => {
  let keys: Awaited<ReturnType<typeof makeKeys>>
  let first: Signed
  let second: Signed
  let door: ReleaseDoor
  let context: BrowserContext
  let page: Page

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    keys = await makeKeys()
    const { alice, bob } = keys
    const signers = { alice, bob }
    const signedBy = [alice, bob]
    first = await makeRelease({ sequence: 1, signers, signedBy })
    second = await makeRelease({ sequence: 2, signers, signedBy })
  })
  test.beforeEach(async ({ browser, product }) => {
    test.slow()
    door = await openReleaseDoor(product.url)
    door.release = first
    ;({ context, page } = await open(browser, door))
  })
  test.afterEach(async () => {
    await context.close()
    await door.close()
  })

  test('S07: nothing changes before the reader agrees, and then all of it', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'covault-profile-'))
    await context.close()
    ;({ context, page } = await start(profile, door))
    await install(page)
    expect(await findRelease(page)).toBe('1')
    door.release = second
    await page.reload()
    await expect(page.getByText('Version 0.1.0 is available.')).toBeVisible()
    await expect(page.getByText(/signed by alice and bob/)).toBeVisible()
    await expect(page.getByText(/1 file changed/)).toBeVisible()
    await expect(page.getByTitle(second.root)).toBeVisible()
    expect(await findRelease(page)).toBe('1')
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('Version 0.1.0 is available.')).toBeHidden()
    await test.step('declined, also after the browser was started again', async () => {
      await context.close()
      ;({ context, page } = await start(profile, door))
      await page.goto('/settings/version')
      expect(await findRelease(page)).toBe('1')
      await expect(page.getByText('In use', { exact: true })).toBeVisible()
      await expect(page.getByText('Version 0.1.0 is available.')).toBeHidden()
    })
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Load update' }).click()
    await loaded
    await expect(page.getByText(second.root)).toBeVisible()
    expect(await findRelease(page)).toBe('2')
    await expect(page.getByText(/offers your version/)).toBeVisible()
    await test.step('agreed to, also after the browser was started again', async () => {
      await context.close()
      ;({ context, page } = await start(profile, door))
      await page.goto('/settings/version')
      expect(await findRelease(page)).toBe('2')
      await expect(page.getByText('In use', { exact: true })).toBeVisible()
    })
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })

  test('asks nothing about the release before the first content', async () => {
    await install(page)
    const fresh = await context.newPage()
    await fresh.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#root h1')) return
        performance.mark('content')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await fresh.goto('/welcome/accounts')
    const read = () =>
      fresh.evaluate(() => {
        const find = (name: string) =>
          performance.getEntriesByName(name)[0]?.startTime
        const list = ['/release.json', '/release.json.sigs', '/sw.js']
        return {
          content: find('content'),
          asked: list.map((path) => find(`${location.origin}${path}`)),
        }
      })
    await expect.poll(async () => (await read()).asked).not.toContain(undefined)
    const { content = Number.NaN, asked } = await read()
    for (const at of asked) expect(at).toBeGreaterThan(content)
    expect(await findRelease(fresh)).toBe('1')
  })

  test('refuses releases that are older, unsigned or incomplete', async () => {
    const { alice, bob, mallory } = keys
    door.release = second
    await install(page)
    await test.step('older', async () => {
      door.release = first
      await checkNow(page)
      await expect(
        page.getByText(/a release that isn’t newer than yours/),
      ).toBeVisible()
      await expect(
        page.getByRole('button', { name: 'Load update' }),
      ).toBeHidden()
    })
    await test.step('signed by one of two', async () => {
      door.release = await makeRelease({
        sequence: 3,
        signers: { alice, mallory },
        signedBy: [alice, mallory],
      })
      await checkNow(page)
      await expect(
        page.getByText('This site changed without your consent.'),
      ).toBeVisible()
    })
    await test.step('incomplete', async () => {
      door.release = await makeRelease({
        sequence: 4,
        signers: { alice, bob },
        signedBy: [alice, bob],
      })
      for (const answer of ['partial', { status: 404, body: '' }]) {
        door.change = undefined
        await checkWhole(page)
        const load = page.getByRole('button', { name: 'Load update' })
        const refusal = page.getByText(/a file is missing or differs/)
        await expect(load).toBeEnabled()
        await expect(refusal).toBeHidden()
        door.change = ({ path }) => (path === '/' ? answer : undefined)
        await load.click()
        await expect(refusal).toBeVisible()
      }
    })
    door.change = undefined
    await page.reload()
    expect(await findRelease(page)).toBe('2')
    await test.step('keys change with a release that the old ones signed', async () => {
      door.release = await makeRelease({
        sequence: 5,
        signers: { alice, bob, mallory },
        signedBy: [alice, bob],
      })
      await checkNow(page)
      await expect(
        page.getByText('New keys will be trusted: mallory.'),
      ).toBeVisible()
      const loaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Load update' }).click()
      await loaded
      await expect(page.getByText('alice, bob, mallory; 2')).toBeVisible()
    })
    await test.step('a key is taken away by a release of the same files', async () => {
      door.release = await makeRelease({
        sequence: 6,
        mark: 5,
        signers: { alice, mallory },
        before: { alice, bob, mallory },
        signedBy: [alice, bob],
      })
      await checkNow(page)
      await expect(
        page.getByText(/0 files changed.*No longer trusted: bob\./),
      ).toBeVisible()
      const loaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Load update' }).click()
      await loaded
      await expect(page.getByText('alice, mallory; 2')).toBeVisible()
      expect(await findRelease(page)).toBe('5')
    })
    await test.step('what the removed key signed is not offered', async () => {
      door.release = await makeRelease({
        sequence: 7,
        signers: { alice, bob },
        signedBy: [alice, bob],
      })
      await checkNow(page)
      await expect(
        page.getByText('This site changed without your consent.'),
      ).toBeVisible()
      await expect(
        page.getByRole('button', { name: 'Load update' }),
      ).toBeHidden()
    })
    await test.step('a signed retirement ends the worker, also with the same sequence', async () => {
      door.release = await makeRelease({
        sequence: 6,
        signers: { alice, mallory },
        signedBy: [alice, mallory],
        isRetired: true,
      })
      await checkNow(page)
      await expect(
        page.getByText(/that switches off the saved copy/).first(),
      ).toBeVisible()
      await expect(
        page.getByText('The saved copy of this app is switched off.'),
      ).toBeVisible()
      door.release = undefined
      await page.reload()
      await expect(page.getByText('No copy', { exact: true })).toBeVisible()
      expect(await findRelease(page)).toBeNull()
    })
  })

  test('S07: a hostile server meets the old app, an alarm and no signature', async ({
    request,
  }) => {
    const safe = await findTreasury(request)
    await install(page)
    await checkWhole(page)
    const asked: string[] = []
    door.change = ({ path, headers, body }) => {
      asked.push(path)
      delete headers['content-security-policy']
      delete headers['integrity-policy']
      if (path === '/sw.js')
        return 'self.skipWaiting();onactivate=e=>e.waitUntil(clients.claim());fetch("/hostile-worker")'
      if (/\.js$/.test(path)) return 'fetch("/hostile-script")'
      if (path.startsWith('/release')) return { status: 503, body: '' }
      if (path === '/app-config') return body.replace('{', '{"hostile":1,')
      if (/^\/(v\d\/(?!hostile)|rpc|health)/.test(path)) return undefined
      return '<script>fetch("/hostile-script")</script>'
    }
    const victim = await context.newPage()
    await victim.goto(`/home?safe=${safe}&flow=send-tokens`)
    await expect(
      victim.getByText('This site changed without your consent.'),
    ).toBeVisible()
    expect(await findRelease(victim)).toBe('1')
    await expectBlocked(victim, changedReason)
    await victim.screenshot({ path: '.cache/shots-proof/alarm.png' })
    await test.step('no address leads to what the server writes', async () => {
      const stray = await context.newPage()
      for (const path of ['/hostile.html', '/v1/hostile', '/assets/hostile']) {
        await stray.goto(path)
        expect(await findRelease(stray), path).toBe('1')
      }
      await stray.goto('about:blank')
      await stray.setContent(
        `<form method="post" action="${door.url}/home"><button>Go</button></form>`,
      )
      await stray.getByRole('button').click()
      await expect(stray.locator('body[data-release="1"]')).toBeVisible()
      await stray.close()
    })
    await test.step('the verifier that is handed out is the signed one', async () => {
      const download = victim.waitForEvent('download')
      await victim.getByText('Check on another device').click()
      await victim.getByRole('link', { name: 'Download verify.html' }).click()
      const handed = await readFile(await (await download).path(), 'utf8')
      const signed = join(first.folder, 'verify.html')
      expect(handed).toBe(await readFile(signed, 'utf8'))
    })
    await test.step('what it is set up for is not kept', async () => {
      const kept = await victim.evaluate(async () => {
        const store = await caches.open('covault-proof')
        return (await store.match('/app-config'))?.text()
      })
      expect(kept).toContain('chains')
      expect(kept).not.toContain('hostile')
    })
    expect(asked).toContain('/sw.js')
    expect(asked.filter((path) => path.startsWith('/hostile-'))).toEqual([])
  })

  test('S07: a hung answer, a hidden worker and a poisoned header are met', async () => {
    const { alice, bob } = keys
    const lookForWorker = (from: Page) =>
      from.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration('/')
        await known?.update()
      })
    const alarm = (from: Page) =>
      from.getByText('This site changed without your consent.')
    // Within a day the browser would not look for another worker.
    door.workerLifetime = 'no-store'
    await install(page)
    await test.step('a policy with more in it than origins', async () => {
      door.change = ({ headers }) => {
        const policy = String(headers['content-security-policy'] ?? '')
        if (policy)
          headers['content-security-policy'] = policy.replace(
            "connect-src 'self'",
            "connect-src 'self' https: https://x.example;sandbox",
          )
        return undefined
      }
      await checkWhole(page)
      const reply = await page.reload()
      const policy = reply?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain('https://x.example')
      expect(policy).not.toMatch(/https: |;\s*sandbox/)
      await expect(page.getByText('In use', { exact: true })).toBeVisible()
      door.change = undefined
    })
    await test.step('a script that the server changed is named', async () => {
      const { files } = JSON.parse(await readFile(first.json, 'utf8'))
      const changed = Object.keys(files).find((path) =>
        /^\/assets\/index-.*\.js$/.test(path),
      )
      door.change = ({ path, body }) =>
        path === changed ? `${body} ` : undefined
      await page.getByRole('button', { name: 'Compare files' }).click()
      await expect(
        page.getByText(`the server changed 1 file: ${changed}.`),
      ).toBeVisible()
      await expect(
        page.getByText('Files on the server differ from your version.'),
      ).toBeVisible()
      door.change = undefined
    })
    await test.step('a kept document that was changed is fetched again', async () => {
      await page.evaluate(async () => {
        for (const name of await caches.keys())
          if (name !== 'covault-proof') {
            const html = '<script>document.title="poisoned"</script>'
            const cache = await caches.open(name)
            await cache.put('/index.html', new Response(html))
          }
      })
      await page.reload()
      expect(await findRelease(page)).toBe('1')
      await expect(page.getByText('In use', { exact: true })).toBeVisible()
    })
    await test.step('an honest update brings another worker', async () => {
      door.release = await makeRelease({
        sequence: 2,
        signers: { alice, bob },
        signedBy: [alice, bob],
        isOtherWorker: true,
      })
      const newer = door.release
      await lookForWorker(page)
      await checkWhole(page)
      const load = page.getByRole('button', { name: 'Load update' })
      await expect(load).toBeEnabled()
      await expect(alarm(page)).toBeHidden()
      // Its worker waits while the operator withdraws it, and while nobody answers.
      door.release = first
      await checkWhole(page)
      await expect(page.getByText(/offers your version/)).toBeVisible()
      await expect(alarm(page)).toBeHidden()
      door.isDead = true
      await checkNow(page)
      await expect(page.getByText(/server can’t be reached/)).toBeVisible()
      await expect(alarm(page)).toBeHidden()
      door.isDead = false
      door.release = newer
      await checkWhole(page)
      await expect(load).toBeEnabled()
      const loaded = page.waitForEvent('load')
      await load.click()
      await loaded
      expect(await findRelease(page)).toBe('2')
      await expect(page.getByText(/offers your version/)).toBeVisible()
      await expect(alarm(page)).toBeHidden()
      await page.close()
      page = await context.newPage()
      // The worker of the update answers once nobody is left who uses the other.
      await expect(async () => {
        await page.goto('about:blank')
        await page.goto('/settings/version')
        expect(await isAnsweredByNewest(page)).toBe(true)
      }).toPass()
      expect(await findRelease(page)).toBe('2')
      await expect(page.getByText(/offers your version/)).toBeVisible()
      await expect(alarm(page)).toBeHidden()
    })
    await test.step('a worker that only the browser is shown', async () => {
      const hidden = 'self.addEventListener("fetch",()=>{})'
      door.change = ({ path, isForWorker }) =>
        path === '/sw.js' && isForWorker ? hidden : undefined
      await lookForWorker(page)
      await expect(alarm(page)).toBeVisible()
      // It waits; another page finds it there.
      const fresh = await context.newPage()
      await fresh.goto('/settings/version')
      await expect(alarm(fresh)).toBeVisible()
      await fresh.close()
    })
  })

  test('S07: an answer that deletes the copy is met by an alarm and no signature', async ({
    request,
  }) => {
    const safe = await findTreasury(request)
    await install(page)
    const victim = await context.newPage()
    await victim.goto(`/home?safe=${safe}&flow=send-tokens`)
    await expect(victim.getByLabel('Recipient 1')).toBeVisible()
    let isOver = false
    door.change = ({ path, headers }) => {
      if (isOver || !path.startsWith('/v1/')) return undefined
      isOver = true
      headers['clear-site-data'] = '"storage"'
      return undefined
    }
    await expectBlocked(
      victim,
      /^Signing is blocked: the copy of this app is gone/,
    )
    await expect(
      victim.getByText('The copy of this app is gone from this browser.', {
        exact: true,
      }),
    ).toBeVisible()
    await victim.screenshot({ path: '.cache/shots-proof/gone.png' })
    const isKept = () =>
      victim.evaluate(async () => {
        const cacheName = 'covault-proof'
        return Boolean(await caches.match('/kept', { cacheName }))
      })
    await expect.poll(isKept).toBe(false)
    await test.step('a page that did not see it finds the copy gone', async () => {
      await checkNow(page)
      await expect(page.getByText('Copy gone', { exact: true })).toBeVisible()
    })
  })

  test('S07: an answer that never comes hides no worker', async ({
    request,
  }) => {
    const safe = await findTreasury(request)
    door.workerLifetime = 'no-store'
    await install(page)
    door.change = ({ path }) => {
      if (path.startsWith('/release')) return 'never'
      return path === '/sw.js'
        ? 'self.skipWaiting();onactivate=e=>e.waitUntil(clients.claim())'
        : undefined
    }
    const fresh = await context.newPage()
    await fresh.goto(`/home?safe=${safe}&flow=send-tokens`)
    await expect(
      fresh.getByText('This site changed without your consent.'),
    ).toBeVisible()
    expect(await findRelease(fresh)).toBe('1')
    await expectBlocked(fresh, changedReason)
  })

  for (const [what, write] of Object.entries(hostileWrites))
    test(`S07: a worker that ${what} before the page watches is met by an alarm`, async ({
      request,
    }) => {
      const safe = await findTreasury(request)
      door.workerLifetime = 'no-store'
      await install(page)
      await page.close()
      // The page asks for much at first, and all of that the server can delay.
      const events = new EventEmitter()
      let isRunning = false
      let isWritten = false
      door.hold = async (path) => {
        if (path === '/hostile-wait' && !isRunning)
          await once(events, 'running')
        if (path.startsWith('/v1/') && !isWritten) await once(events, 'written')
      }
      door.change = ({ path }) => {
        if (path === '/hostile-done') {
          isWritten = true
          events.emit('written')
        }
        if (path.startsWith('/release')) return { status: 503, body: '' }
        return path === '/sw.js'
          ? `oninstall=e=>e.waitUntil((async()=>{await fetch('/hostile-wait');${write}})())`
          : undefined
      }
      const victim = await context.newPage()
      await victim.goto(`/home?safe=${safe}&flow=send-tokens`)
      // Its first script has run, and the rest waits for what the server delays.
      await expect(victim.locator('#frame')).toHaveCount(0)
      isRunning = true
      events.emit('running')
      await expect.poll(() => isWritten).toBe(true)
      await expect(
        victim.getByText('This site changed without your consent.'),
      ).toBeVisible()
      await expectBlocked(victim, changedReason)
    })

  test('says that a copy was not saved because a file differs', async () => {
    door.change = ({ path, body }) =>
      path === '/favicon.svg' ? `${body} ` : undefined
    await page.goto('/settings/version')
    await expect(page.getByText('Files differ', { exact: true })).toBeVisible({
      timeout: 90_000,
    })
    await page.screenshot({ path: '.cache/shots-proof/differs.png' })
  })

  test('opens the queue in a fresh tab while the gateway is dead', async ({
    request,
  }) => {
    const safe = await findTreasury(request)
    await install(page)
    await test.step('a Safe App and the camera have policies of their own', async () => {
      const read = async (path: string) => {
        const reply = await page.goto(path)
        expect(reply?.fromServiceWorker()).toBe(true)
        return reply?.headers() ?? {}
      }
      const app = await read('/apps/open?appUrl=https://app.example/')
      expect(app['content-security-policy']).toContain(
        'frame-src https://app.example;',
      )
      const scan = await read('/transactions/scan')
      expect(scan['permissions-policy']).toContain('camera=(self)')
      const home = await read('/welcome/accounts')
      expect(home['content-security-policy']).toContain("frame-src 'none'")
      expect(home['permissions-policy']).toContain('camera=()')
    })
    const queue = `/transactions/queue?safe=${safe}`
    await test.step('the queue is known from a visit before', async () => {
      await page.goto(queue)
      await expect(page.locator('li[data-transaction]').first()).toBeVisible()
      const listKept = async () =>
        JSON.stringify(listRecords(await readProfile(page), 'lastState'))
      await expect.poll(listKept).toContain('AWAITING_')
    })
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send(
      'Page.getInstallabilityErrors',
    )
    // Some builds of the browser say so of every context of a test.
    expect(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    ).toEqual([])
    door.isDead = true
    await test.step('an installed app starts', async () => {
      const { manifest } = await session.send('Page.getAppManifest')
      await page.goto(String(manifest.startUrl))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
    const fresh = await context.newPage()
    await fresh.goto(queue)
    await expect(
      fresh
        .getByText(/Can’t reach the gateway|Working without the gateway/)
        .first(),
    ).toBeVisible()
    await expect(fresh.locator('li[data-transaction]').first()).toBeVisible()
    await expect(fresh.getByText('This site changed')).toBeHidden()
  })

  test('a kept page signs with a gateway that is two releases newer', async ({
    product,
    request,
  }) => {
    const { address: safe } = await makeSafe(connect(product), request)
    await fund(product, safe, '1')
    await install(page)
    const { alice, bob } = keys
    door.release = await makeRelease({
      sequence: 3,
      signers: { alice, bob },
      signedBy: [alice, bob],
    })
    // What a later gateway may do: it says more, and knows more kinds.
    door.change = ({ path, body, headers }) =>
      String(headers['content-type']).includes('application/json') &&
      !/\.json(\.sigs)?$/.test(path)
        ? JSON.stringify(grow(JSON.parse(body)))
        : undefined
    const kept = await context.newPage()
    await kept.goto(`/home?safe=local1:${safe}&flow=send-tokens`)
    await expect(kept.getByText('Version 0.1.0 is available.')).toBeVisible()
    await connectDemo(kept)
    await kept
      .getByLabel('Recipient 1')
      .fill('0x000000000000000000000000000000000000dEaD')
    await kept.getByLabel('Amount 1').fill('0.5')
    await review(kept)
    await pressAcknowledged(kept, 'Sign')
    await kept
      .getByRole('dialog', { name: 'Sign SafeTx?' })
      .getByRole('button', { name: 'Sign' })
      .click()
    await expect(
      kept.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    await kept.goto(`/transactions/queue?safe=local1:${safe}`)
    await expect(kept.getByText('1 of 2').first()).toBeVisible()
    expect(await findRelease(kept)).toBe('1')
  })

  test('checkSite tells an equal site from a changed one', async () => {
    const check = () =>
      runNode(['scripts/checkSite.mjs', door.url, '--release', first.json])
    const expectDifference = async (words: RegExp) => {
      const { code, output } = await check()
      expect(output).toMatch(words)
      expect(code).toBe(1)
    }
    const equal = await check()
    expect(equal.output).toContain('Equal:')
    expect(equal.code).toBe(0)
    await test.step('a changed byte', async () => {
      const [path] = Object.keys(
        readIntegrity(await (await fetch(door.url)).text()),
      )
      door.change = (answer) =>
        answer.path === path ? `${answer.body} ` : undefined
      await expectDifference(/the file is not the one of the release/)
    })
    await test.step('an extra script', async () => {
      door.change = ({ path, body }) =>
        path === '/home'
          ? body.replace('</head>', '<script src="/x.js"></script></head>')
          : undefined
      await expectDifference(/\/home for .*the document is not the one/)
    })
    await test.step('a missing header', async () => {
      door.change = ({ headers }) => {
        delete headers['integrity-policy']
        return undefined
      }
      await expectDifference(/the header integrity-policy is missing/)
    })
    await test.step('a weaker policy', async () => {
      door.change = ({ headers }) => {
        const policy = headers['content-security-policy']
        if (policy)
          headers['content-security-policy'] = String(policy).replace(
            "script-src 'self'",
            "script-src 'self' https://cdn.example",
          )
        return undefined
      }
      await expectDifference(/the policy says script-src/)
    })
    await test.step('an answer that depends on who asks', async () => {
      door.change = ({ path, agent, body }) =>
        path === '/sw.js' && agent.includes('iPhone') ? `${body} ` : undefined
      await expectDifference(/\/sw\.js for iPhone: the file is not/)
    })
    door.isDead = true
    expect((await check()).code).toBe(2)
  })
})
