import { accounts } from '@covault/devnet'
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test'
import { isInvented, network } from './network.js'
import { installTestWallet, type TestWallet } from './testWallet.js'

type Fixtures = {
  product: { url: string; chains: Record<number, string>; exampleApp: string }
  wallet: TestWallet
  /** Where demo accounts are refused; undefined: one of them is connected. */
  ownWallet: TestWallet | undefined
  /** Faults a test expects; anything else the page complains about fails it. */
  expectedFaults: { patterns: RegExp[] }
  watched: undefined
}
type WorkerFixtures = {
  shared: { context: BrowserContext; clear(): Promise<void> }
}

const viewport = { width: 1440, height: 900 }

/**
 * Every test fails on a console error or warning, an uncaught exception or
 * rejection, a policy violation, and a request to a host that is not ours.
 *
 * The tests of a worker share one browser context, whose cache then holds the
 * app: a page loads in a third of the time. Each test finds it as if it were
 * new, without storage, cookies, permissions, scripts and pages of another.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: async ({}, use) => {
    const port = Number(process.env.COVAULT_PORT)
    await use({
      url: process.env.COVAULT_URL ?? '',
      chains: {
        [network.chainId]: process.env.COVAULT_CHAIN_URL ?? '',
        ...(!isInvented && { 31338: `http://127.0.0.1:${port + 2}` }),
      },
      exampleApp: `http://127.0.0.1:${port + 3}`,
    })
  },
  shared: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: process.env.COVAULT_URL ?? '',
        reducedMotion: 'reduce',
        viewport,
      })
      // It stays open, or there would be nobody to tell what to clear.
      const keeper = await context.newPage()
      const session = await context.newCDPSession(keeper)
      const clear = async () => {
        const pages = context.pages().filter((page) => page !== keeper)
        await Promise.all(pages.map((page) => page.close()))
        await context.unrouteAll()
        await context.clearPermissions()
        await context.clearCookies()
        await session.send('Storage.clearDataForOrigin', {
          origin: process.env.COVAULT_URL ?? '',
          storageTypes: 'local_storage,indexeddb',
        })
      }
      await use({ context, clear })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ shared }, use) => {
    await use(shared.context)
    await shared.clear()
  },
  page: async ({ context, colorScheme, viewport: asked }, use) => {
    const page = await context.newPage()
    // What cannot be pressed is a failure, and not a reason to wait for ever.
    page.setDefaultTimeout(30_000)
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (asked && asked.width !== viewport.width)
      await page.setViewportSize(asked)
    await hurry(page)
    await use(page)
    // What a test answers for others may still be under way when it ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  baseURL: async ({ product }, use) => use(product.url),
  expectedFaults: [{ patterns: [] }, { option: true }],
  watched: [
    async ({ context, product, expectedFaults }, use) => {
      const faults: string[] = []
      const allowed = [
        product.url,
        ...Object.values(product.chains),
        product.exampleApp,
      ]
      const onError = (error: WebError) =>
        faults.push(`Uncaught: ${error.error().message}`)
      const onConsole = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type()))
          faults.push(
            `Console ${message.type()}: ${message.text()} ${message.location().url}`,
          )
      }
      const onRequest = (request: Request) => {
        const url = request.url()
        if (/^(data|blob):/.test(url)) return
        if (!allowed.includes(new URL(url).origin))
          faults.push(`Request to an unlisted host: ${url}`)
      }
      context.on('weberror', onError)
      context.on('console', onConsole)
      context.on('request', onRequest)
      const script = await context.addInitScript(reportViolations)
      await use(undefined)
      context.off('weberror', onError)
      context.off('console', onConsole)
      context.off('request', onRequest)
      await script.dispose()
      const unexpected = faults.filter(
        (fault) =>
          !expectedFaults.patterns.some((pattern) => pattern.test(fault)),
      )
      expect(unexpected, 'the page had faults').toEqual([])
    },
    { auto: true },
  ],
  wallet: async ({ context, product }, use) => {
    const wallet = await installFirst(context, product.chains)
    await use(wallet)
    await wallet.remove()
  },
  ownWallet: async ({ context, product }, use) => {
    if (!isInvented) return use(undefined)
    const wallet = await installFirst(context, product.chains)
    await use(wallet)
    await wallet.remove()
  },
})

/** The wallet of the first demo account. */
function installFirst(
  context: BrowserContext,
  chains: Record<number, string>,
): Promise<TestWallet> {
  const account = accounts[0]
  if (!account) throw new Error('There is no first demo account.')
  const { chainId } = network
  return installTestWallet(context, {
    account,
    // The second network is one that it has to be told.
    chains: { [chainId]: chains[chainId] ?? '' },
    chainId,
  })
}

/** What moves does so at once: nobody waits for it to come to rest. */
async function hurry(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 100 })
}

/** A violation is reported on the console, where the watch above sees it. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(
      `Policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
    )
  })
}

export { expect }
