import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { hashMessage } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { pressAcknowledged } from './ownSafe.js'
import { type Product, startProduct } from './product.js'
import {
  connectTestWallet,
  executeFromQueue,
  readShownHash,
  seat,
  sitDown,
} from './seat.js'
import { openDapp } from './walletConnectDapp.js'
import { createRelay, createVerifier } from './walletConnectRelay.js'

const target = '0x000000000000000000000000000000000000dEaD'
const verifierOrigin = 'https://verify.walletconnect.org'

/** The demo's chains, served by a gateway whose operator has a project id. */
async function startConfigured(): Promise<Product> {
  const shared = process.env.COVAULT_DATA ?? ''
  const config = JSON.parse(
    await readFile(join(shared, 'local.config.json'), 'utf8'),
  )
  const data = await mkdtemp(join(tmpdir(), 'covault-walletconnect-'))
  const file = join(data, 'covault.config.json')
  const walletConnect = { projectId: '0'.repeat(32) }
  await writeFile(file, JSON.stringify({ ...config, walletConnect }))
  return startProduct({ data, arguments: ['--config', file] })
}

async function pair(page: Page, uri: string): Promise<void> {
  await page.getByLabel('WalletConnect link').fill(uri)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

const required = (chain: string, ...methods: string[]) => ({
  requiredNamespaces: {
    eip155: { chains: [chain], methods, events: ['chainChanged'] },
  },
})

let configured: Product

test.beforeAll(async () => {
  configured = await startConfigured()
})
test.afterAll(async () => {
  await configured?.stop()
  await rm(configured?.data ?? '', { recursive: true, force: true })
})

test('a dapp is connected, asks, and is answered, with the real library at both ends @full', async ({
  browser,
  playwright,
  product: { chains },
}) => {
  test.slow()
  const product = { url: configured.url, chains }
  const relay = createRelay()
  const verifier = createVerifier()
  const { page, wallet, leave } = await seat(
    browser,
    product,
    demoAccounts.alice,
  )
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await relay.serve(page)
  await page.route(`${verifierOrigin}/**`, (route) => verifier.answer(route))
  const request = await playwright.request.newContext({ baseURL: product.url })
  const { safe, link, client } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps/walletconnect' },
  )
  const dapp = await openDapp(browser, { relay, verifier })
  const dialog = page.getByRole('dialog')

  await test.step('codes that are none are told apart', async () => {
    await pair(page, 'https://dapp.example')
    await expect(page.getByText('isn’t a WalletConnect link')).toBeVisible()
    await pair(page, `wc:${'a'.repeat(64)}@1?bridge=x&key=y`)
    await expect(page.getByText('WalletConnect version 1')).toBeVisible()
    await checkPage(page)
  })

  await test.step('what the safe cannot serve is refused with the reason', async () => {
    await pair(page, await dapp.offer(required('eip155:1', 'personal_sign')))
    await expect(dialog).toContainText('supports Ethereum (chain ID 1)')
    await dialog.getByRole('button', { name: 'Don’t connect' }).click()
    expect((await dapp.settle())?.error?.code).toBe(5100)
  })

  await test.step('S70: a known fraud cannot be connected, another origin is told', async () => {
    verifier.verdict.isScam = true
    await pair(page, await dapp.offer(required('eip155:31337')))
    await expect(dialog).toContainText('reports this dapp as fraudulent')
    await expect(dialog.getByRole('button', { name: /^Connect/ })).toHaveCount(
      0,
    )
    await dialog.getByRole('button', { name: 'Don’t connect' }).click()
    verifier.verdict.isScam = false
    verifier.verdict.origin = 'https://evil.example'
    await pair(page, await dapp.offer(required('eip155:31337')))
    await expect(dialog).toContainText('comes from https://evil.example')
    await dialog.getByRole('button', { name: 'Don’t connect' }).click()
    expect((await dapp.settle())?.error?.code).toBe(5000)
    verifier.verdict.origin = 'https://dapp.example'
  })

  await test.step('it is connected as this safe on this chain alone', async () => {
    await pair(
      page,
      await dapp.offer({
        ...required('eip155:31337', 'eth_sendTransaction', 'personal_sign'),
        optionalNamespaces: {
          eip155: {
            chains: ['eip155:1'],
            methods: ['eth_sign', 'wallet_sendCalls'],
            events: [],
          },
        },
      }),
    )
    await expect(dialog).toContainText('verified the origin')
    await expect(dialog).toContainText('Swap\uFFFD of tests')
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    expect((await dapp.settle())?.result).toMatchObject({
      eip155: {
        chains: ['eip155:31337'],
        accounts: [`eip155:31337:${safe.address}`],
      },
    })
    await expect(page.getByText('Origin verified')).toBeVisible()
    await checkPage(page)
  })

  await test.step('what needs nobody is answered at once', async () => {
    expect(await dapp.request('eth_accounts', [])).toEqual({
      result: [safe.address],
    })
    expect(
      await dapp.request('eth_sendTransaction', [{ from: target, to: target }]),
    ).toMatchObject({ error: { code: 4100 } })
    expect(await dapp.request('wallet_getCallsStatus', ['0x01'])).toMatchObject(
      { error: { code: 5730 } },
    )
  })

  await test.step('who closes the review says no', async () => {
    const answer = dapp.request('eth_sendTransaction', [
      { from: safe.address, to: target, value: '0x1' },
    ])
    await expect(page.getByText('Requested by the dapp')).toContainText(
      'https://dapp.example',
    )
    await page.evaluate(() => history.back())
    expect(await answer).toMatchObject({ error: { code: 4001 } })
  })

  await test.step('calls go through two owners to the chain, and the dapp sees it', async () => {
    const answer = dapp.request('wallet_sendCalls', [
      {
        version: '2.0.0',
        id: '0xc0ffee',
        from: safe.address,
        chainId: '0x7a69',
        atomicRequired: true,
        calls: [
          { to: target, value: '0x64' },
          { to: target, value: '0x65', gas: '0x5208' },
        ],
      },
    ])
    await expect(page.getByText('also requested gas 0x5208')).toBeVisible()
    await expect(page.getByText(/verified the origin/)).toBeVisible()
    const hash = await readShownHash(page, 'safeTxHash')
    await pressAcknowledged(page, 'Sign')
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
    expect(await answer).toEqual({ result: { id: '0xc0ffee' } })
    await page.getByRole('button', { name: 'Done' }).click()
    expect(
      await dapp.request('wallet_getCallsStatus', ['0xc0ffee']),
    ).toMatchObject({ result: { status: 100, atomic: true } })
    const bob = await seat(browser, product, demoAccounts.bob)
    await executeFromQueue(bob, { link, hash })
    await bob.leave()
    await expect
      .poll(() => dapp.request('wallet_getCallsStatus', ['0xc0ffee']))
      .toMatchObject({
        result: { status: 200, receipts: [{ status: '0x1' }] },
      })
  })

  await test.step('a message is signed by two owners and accepted by the chain', async () => {
    const answer = dapp.request('personal_sign', ['0x68656c6c6f', safe.address])
    await expect(page.getByText('Requested by the dapp')).toBeVisible()
    await pressAcknowledged(page, 'Sign')
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
    const bob = await seat(browser, product, demoAccounts.bob)
    await bob.page.goto(`/transactions/messages?${link}`)
    await connectTestWallet(bob.page, bob.wallet)
    await bob.page.getByRole('link', { name: 'hello' }).click()
    await bob.page.getByRole('link', { name: 'Review and sign' }).click()
    await pressAcknowledged(bob.page, 'Sign')
    await expect(
      bob.page.getByRole('heading', { name: 'Signed' }),
    ).toBeVisible()
    await bob.leave()
    const { result } = await answer
    const isValid = await client.readContract({
      address: safe.address,
      abi: [
        {
          type: 'function',
          name: 'isValidSignature',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ],
      functionName: 'isValidSignature',
      args: [hashMessage('hello'), result as `0x${string}`],
    })
    expect(isValid).toBe('0x1626ba7e')
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the session outlives the page, and ends when it is ended', async () => {
    await page.reload()
    await expect(page.getByText('1 dapp')).toBeVisible()
    expect(await dapp.request('eth_chainId', [])).toEqual({
      result: '0x7a69',
    })
    await page.getByRole('button', { name: /^Disconnect Swap/ }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
  })
  await dapp.leave()
  await leave()
  expect(faults).toEqual([])
})
