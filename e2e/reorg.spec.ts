import { demoAccounts, proposeTransaction, reorg } from '@covault/devnet'
import { expect, test } from '@playwright/test'
import { type Hex, parseEther } from 'viem'
import { connect, makeSafe, tell } from './otherOwners.js'
import { startProduct, stopLeftProducts } from './product.js'
import { rowOf } from './rows.js'
import { connectTestWallet, fund, lastRequest, seat } from './seat.js'

// The blocks of one chain are taken back: nobody else may be on it.
test.describe.configure({ timeout: 400_000 })
test.afterEach(stopLeftProducts)

const { alice, bob, supplier } = demoAccounts

test('what was executed and reorganised away is told as it is, and not lost @full', async ({
  browser,
  playwright,
}) => {
  const { url, port } = await startProduct()
  const product = { url, chains: { 31337: `http://127.0.0.1:${port + 1}` } }
  const request = await playwright.request.newContext({ baseURL: url })
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const before = await client.getBalance(supplier)
  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [bob],
  })
  await tell(request, payment, 'Rent')
  const { page, wallet, leave } = await seat(browser, product, alice)
  const link = `safe=local1:${safe.address}`
  const heading = (name: string) =>
    page.getByRole('heading', { name, exact: true })
  // Whether the node will see it again is known after a while.
  const waiting = page.getByRole('heading', {
    name: /^(Waiting for a block|Dropped)$/,
  })
  const readPaid = async () => (await client.getBalance(supplier)) - before
  /** Every block from the one with the execution on is replaced. */
  const takeBack = async (hash: Hex) => {
    const { blockNumber } = await client.getTransactionReceipt({ hash })
    const head = await client.getBlockNumber()
    await reorg(client, { depth: Number(head - blockNumber) + 1 })
    expect(await readPaid()).toBe(0n)
  }
  const execute = async (): Promise<Hex> => {
    await page.getByRole('link', { name: 'Execute' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect(heading('Executed')).toBeVisible()
    expect(await readPaid()).toBe(parseEther('0.25'))
    const { data } = lastRequest(wallet, 'eth_sendTransaction').params[0] as {
      data: Hex
    }
    const head = await client.getBlock({ includeTransactions: true })
    const mined = head.transactions.find(({ input }) => input === data)
    if (!mined) throw new Error('The execution is not in the newest block.')
    return mined.hash
  }
  await page.goto(`/transactions/queue?${link}`)
  await connectTestWallet(page, wallet)
  const first = await execute()

  await test.step('its block is replaced: the screen goes back to waiting', async () => {
    const raw = await client.request({
      method: 'eth_getRawTransactionByHash',
      params: [first],
    } as never)
    await takeBack(first)
    await expect(waiting).toBeVisible()
    await expect(
      page.getByText(
        /was replaced\. The transaction is waiting for a block again/,
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(rowOf(page, payment.safeTxHash)).toContainText('Processing')
    await page.goto(`/transactions/history?${link}`)
    await expect(page.getByText('Rent')).toHaveCount(0)
    await page.getByRole('link', { name: 'Open' }).click()
    await expect(waiting).toBeVisible()
    await client.sendRawTransaction({ serializedTransaction: raw as Hex })
    await expect(heading('Executed')).toBeVisible()
    expect(await readPaid()).toBe(parseEther('0.25'))
  })

  await test.step('it never comes back: it is given up and executed again', async () => {
    await takeBack(first)
    await expect(heading('Dropped')).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('you can execute again')).toBeVisible()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await page.goto(`/transactions/queue?${link}`)
    await execute()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('The queue is empty.')).toBeVisible()
    await page.goto(`/transactions/history?${link}`)
    await expect(page.getByText('Rent')).toBeVisible()
  })
  await leave()
  await request.dispose()
})
