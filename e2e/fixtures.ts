import { accounts } from '@covault/devnet'
import { test as base, expect, type Page } from '@playwright/test'
import { installTestWallet, type TestWallet } from './testWallet.js'

type Fixtures = {
  product: { url: string; chains: Record<number, string> }
  wallet: TestWallet
  /** Faults a test expects; anything else the page complains about fails it. */
  expectedFaults: { patterns: RegExp[] }
  watched: undefined
}

/**
 * Every test fails on a console error or warning, an uncaught exception or
 * rejection, a policy violation, and a request to a host that is not ours.
 */
export const test = base.extend<Fixtures>({
  product: async ({}, use) => {
    const port = Number(process.env.COVAULT_PORT)
    await use({
      url: process.env.COVAULT_URL ?? '',
      chains: {
        31337: `http://127.0.0.1:${port + 1}`,
        31338: `http://127.0.0.1:${port + 2}`,
      },
    })
  },
  baseURL: async ({ product }, use) => use(product.url),
  expectedFaults: [{ patterns: [] }, { option: true }],
  watched: [
    async ({ context, product, expectedFaults }, use) => {
      const faults: string[] = []
      const allowed = [product.url, ...Object.values(product.chains)]
      context.on('page', (page) => watchPage(page, faults))
      context.on('request', (request) => {
        const url = request.url()
        if (/^(data|blob):/.test(url)) return
        if (!allowed.includes(new URL(url).origin))
          faults.push(`Request to an unlisted host: ${url}`)
      })
      await context.addInitScript(reportViolations)
      await use(undefined)
      const unexpected = faults.filter(
        (fault) =>
          !expectedFaults.patterns.some((pattern) => pattern.test(fault)),
      )
      expect(unexpected, 'the page had faults').toEqual([])
    },
    { auto: true },
  ],
  wallet: async ({ context, product }, use) => {
    const account = accounts[0]
    if (!account) throw new Error('There is no first demo account.')
    const { chains } = product
    await use(
      await installTestWallet(context, { account, chains, chainId: 31337 }),
    )
  },
})

function watchPage(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`Uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`Console ${message.type()}: ${message.text()}`)
  })
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
