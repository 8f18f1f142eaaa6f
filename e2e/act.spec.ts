import { accounts, demoAccounts, sendTransaction } from '@covault/devnet'
import type { Browser, Page } from '@playwright/test'
import {
  type Address,
  type Hex,
  hashTypedData,
  keccak256,
  parseEther,
  parseUnits,
} from 'viem'
import { expect, test } from './fixtures.js'
import { connect, makeSafe, patiently } from './otherOwners.js'
import { safeAbi } from './safeAbi.js'
import { installTestWallet, type TestWallet } from './testWallet.js'

type Product = { url: string; chains: Record<number, string> }

/** Another person at another computer, with a wallet of their own. */
async function seat(
  browser: Browser,
  product: Product,
  account: (typeof accounts)[number],
): Promise<{ page: Page; wallet: TestWallet; leave: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: product.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const wallet = await installTestWallet(context, {
    account,
    chains: product.chains,
    chainId: 31337,
  })
  const page = await context.newPage()
  return { page, wallet, leave: () => context.close() }
}

async function connectTestWallet(page: Page, wallet: TestWallet) {
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
}

/** The digits of a hash on the review, as they stand there. */
async function readShownHash(page: Page, name: string): Promise<Hex> {
  const text = await page
    .locator(`[data-hash="${name}"] [title^="0x"]`)
    .innerText()
  return text.replace(/\s/g, '') as Hex
}

function lastRequest(wallet: TestWallet, method: string) {
  const found = wallet.requests.filter((one) => one.method === method).at(-1)
  if (!found) throw new Error(`The wallet was not asked ${method}.`)
  return found
}

/** What the wallet was asked to sign, hashed by viem. */
function readAskedHash(wallet: TestWallet): Hex {
  const { params } = lastRequest(wallet, 'eth_signTypedData_v4')
  return hashTypedData(JSON.parse(String(params[1])))
}

async function fund(product: Product, safe: Address, ether: string) {
  await patiently(() =>
    sendTransaction(connect(product), {
      account: demoAccounts.alice,
      to: safe,
      value: parseEther(ether),
    }),
  )
}

test('two owners pay together, and what is signed is what was reviewed', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '3')
  const { bob, supplier, carol } = demoAccounts
  const link = `safe=local1:${safe.address}`
  await page.goto(`/balances?${link}`)
  await connectTestWallet(page, wallet)

  await test.step('the form leads to the review, and back without loss', async () => {
    await page.goto(`/balances?${link}&flow=send-tokens`)
    await page.getByLabel('Recipient 1').fill(supplier.address)
    await page.getByLabel('Amount 1').fill('0.25')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByLabel('Recipient 2').fill(carol.address)
    await page.getByLabel('Amount 2').fill('1,5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText(/point/).first()).toBeVisible()
    await page.getByLabel('Amount 2').fill('')
    await page.getByRole('button', { name: 'Max' }).last().click()
    await expect(page.getByLabel('Amount 2')).toHaveValue('2.75')
    await page.reload()
    await expect(page.getByLabel('Amount 2')).toHaveValue('2.75')
    await expect(page.getByText('Continued from where')).toBeVisible()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Seal it')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.25')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Who receives what')).toBeVisible()
    await expect(page.getByText(supplier.address).first()).toBeVisible()
  })

  const shown = await readShownHash(page, 'safeTxHash')
  await test.step('a refusal and a request that is open say what to do', async () => {
    await page.getByLabel('Note').fill('November')
    wallet.failing.set('eth_signTypedData_v4', 4001)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByText('The request was refused in the wallet.'),
    ).toBeVisible()
    wallet.failing.set('eth_signTypedData_v4', -32002)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText('already has a request open')).toBeVisible()
    wallet.failing.clear()
  })

  await test.step('the first owner signs the hash on the screen', async () => {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
    expect(readAskedHash(wallet)).toBe(shown)
    const { message } = JSON.parse(
      String(lastRequest(wallet, 'eth_signTypedData_v4').params[1]),
    )
    expect(
      await client.readContract({
        abi: safeAbi,
        address: safe.address,
        functionName: 'getTransactionHash',
        args: [
          message.to,
          BigInt(message.value),
          message.data,
          Number(message.operation),
          0n,
          0n,
          0n,
          message.gasToken,
          message.refundReceiver,
          BigInt(message.nonce),
        ],
      }),
    ).toBe(shown)
  })

  const other = await seat(browser, product, bob as never)
  await test.step('the second owner finds it in the queue and executes', async () => {
    await other.page.goto(`/transactions/queue?${link}`)
    await connectTestWallet(other.page, other.wallet)
    await expect(other.page.getByText('November')).toBeVisible()
    await other.page.getByRole('link', { name: 'Execute' }).click()
    await expect(other.page.getByText('Network fee at most')).toBeVisible()
    expect(await readShownHash(other.page, 'safeTxHash')).toBe(shown)
    await other.page.getByText('Network fee at most').click()
    const calldata = await readShownHash(other.page, 'calldata')
    await other.page.getByRole('button', { name: 'Execute' }).click()
    await expect(
      other.page.getByRole('heading', { name: 'Executed' }),
    ).toBeVisible({ timeout: 30_000 })
    const [sent] = lastRequest(other.wallet, 'eth_sendTransaction').params as [
      { data: Hex; to: Address },
    ]
    expect(keccak256(sent.data)).toBe(calldata)
    expect(sent.to.toLowerCase()).toBe(safe.address.toLowerCase())
  })

  await test.step('the chain has what was meant, to the wei', async () => {
    expect(await client.getBalance({ address: safe.address })).toBe(0n)
    await expect(
      page.getByRole('link', { name: 'Open the transaction' }),
    ).toBeVisible()
    await other.page.getByRole('button', { name: 'Done' }).click()
    await expect(
      other.page.getByText('Nothing waits for a signature.'),
    ).toBeVisible()
  })
  await other.leave()
})

test('a wallet that signs something else is found out, and so is one that moved', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const link = `safe=local1:${safe.address}`
  const { alice, mallory = accounts[4] } = demoAccounts as never as Record<
    string,
    (typeof accounts)[number]
  >
  if (!alice || !mallory) throw new Error('A demo account is missing.')
  await page.goto(`/home?${link}`)
  await connectTestWallet(page, wallet)
  await page.goto(`/home?${link}&flow=send-tokens`)
  await page.getByLabel('Recipient 1').fill(mallory.address)
  await page.getByLabel('Amount 1').fill('0.1')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeEnabled()
  const typed = async (change: (data: never) => void) => {
    const { params } = lastRequest(wallet, 'eth_signTypedData_v4')
    const data = JSON.parse(String(params[1])) as never
    change(data)
    return data
  }
  type Data = {
    domain: { chainId: number | string }
    message: Record<string, unknown>
  }
  const lies: Record<string, () => Promise<Hex>> = {
    'another transfer at the same nonce': async () =>
      alice.signTypedData(
        await typed((data: Data) => {
          data.message.value = String(parseUnits('1', 18))
        }),
      ),
    'the domain of another chain': async () =>
      alice.signTypedData(
        await typed((data: Data) => {
          data.domain.chainId = 1
        }),
      ),
    'another key': async () => mallory.signTypedData(await typed(() => {})),
    garbage: async () => '0xdeadbeef',
  }
  for (const [name, lie] of Object.entries(lies))
    await test.step(name, async () => {
      wallet.lying.set('eth_signTypedData_v4', async () => ({
        result: await lie(),
      }))
      await sign.click()
      await expect(
        page.getByText('The wallet did not sign what the screen shows'),
      ).toBeVisible()
      await expect(
        page.getByRole('link', { name: /Burn nonce 0/ }),
      ).toBeVisible()
      const again = page.getByLabel(/signed something else at this nonce/)
      await expect(again).not.toBeChecked()
      await expect(sign).toBeDisabled()
      await again.check()
    })

  await test.step('another account, another chain', async () => {
    wallet.lying.clear()
    wallet.lying.set('eth_accounts', async () => ({
      result: [mallory.address],
    }))
    await sign.click()
    await expect(page.getByText(/The wallet is at 0x.* now/)).toBeVisible()
    wallet.lying.clear()
    wallet.lying.set('eth_chainId', async () => ({ result: '0x1' }))
    await sign.click()
    await expect(page.getByText(/The wallet is on chain 1,/)).toBeVisible()
    wallet.lying.clear()
  })

  await test.step('nothing of it reached the gateway', async () => {
    const path = `/v1/chains/31337/safes/${safe.address}/transactions/queued`
    const { results } = await (await request.get(path)).json()
    expect(results).toEqual([])
  })

  await test.step('the nonce is burned by the other way', async () => {
    await sign.click()
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  })
})
