import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { createRelay, createVerifier } from './walletConnectRelay.js'

const library = join(
  import.meta.dirname,
  '../node_modules/@walletconnect/sign-client/dist/index.umd.js',
)

type Session = { topic: string; namespaces: { eip155: { accounts: string[] } } }
type Client = {
  connect(parameters: unknown): Promise<{
    uri: string
    approval: () => Promise<Session>
  }>
  request(parameters: unknown): Promise<unknown>
}
type Outcome = { result?: unknown; error?: { code: number; message: string } }
declare global {
  interface Window {
    dapp: { client: Client; approval?: Promise<Outcome>; session?: Session }
  }
}

/** A dapp in a browser of its own, with WalletConnect's own library. */
export async function openDapp(
  browser: Browser,
  {
    relay,
    verifier,
  }: {
    relay: ReturnType<typeof createRelay>
    verifier: ReturnType<typeof createVerifier>
  },
) {
  const context = await browser.newContext()
  await context.route('https://dapp.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Dapp</title>' }),
  )
  await context.route('https://verify.walletconnect.org/**', (route) =>
    verifier.answer(route),
  )
  await context.route(/pulse\.walletconnect/, (route) => route.abort())
  const page = await context.newPage()
  await relay.serve(page)
  await page.goto('https://dapp.example/')
  await page.addScriptTag({ path: library })
  await page.evaluate(async () => {
    const { SignClient } = Reflect.get(window, '@walletconnect/sign-client')
    const client = await SignClient.init({
      projectId: '0'.repeat(32),
      telemetryEnabled: false,
      metadata: {
        name: 'Swap\u202E of tests',
        description: 'It swaps nothing.',
        url: 'https://dapp.example',
        icons: ['https://dapp.example/icon.png'],
      },
    })
    window.dapp = { client }
  })
  return {
    page,
    leave: () => context.close(),
    /** The code that the dapp shows. */
    async offer(namespaces: Record<string, unknown>): Promise<string> {
      return page.evaluate(async (asked) => {
        const { uri, approval } = await window.dapp.client.connect(asked)
        window.dapp.approval = approval().then(
          (session) => {
            window.dapp.session = session
            return { result: session.namespaces }
          },
          ({ code, message }) => ({ error: { code, message } }),
        )
        return uri
      }, namespaces)
    },
    /** What the wallet answered to the offer. */
    settle: (): Promise<Outcome | undefined> =>
      page.evaluate(() => window.dapp.approval),
    request: (
      method: string,
      params: unknown,
      given: { chainId?: string; expiry?: number } = {},
    ): Promise<Outcome> => ask(page, { method, params, ...given }),
  }
}

function ask(
  page: Page,
  asked: {
    method: string
    params: unknown
    chainId?: string
    expiry?: number
  },
): Promise<Outcome> {
  return page.evaluate(
    async ({ method, params, chainId = 'eip155:31337', expiry }) => {
      const { client, session } = window.dapp
      try {
        const result = await client.request({
          topic: session?.topic,
          chainId,
          request: { method, params },
          ...(expiry !== undefined && { expiry }),
        })
        return { result }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { error: { code, message } }
      }
    },
    asked,
  )
}
