import {
  demoAccounts,
  getDemoContractAddress,
  proposeTransaction,
} from '@covault/devnet'
import { encodeMethod, erc20TransferMethod } from '@covault/protocol'
import { type Address, type Hex, keccak256, parseEther } from 'viem'
import { expect, test } from './fixtures.js'
import { network } from './network.js'
import { tell } from './otherOwners.js'
import { safeAbi } from './safeAbi.js'
import {
  connectTestWallet,
  lastRequest,
  readAskedHash,
  readShownHash,
  reviewPayment,
  seat,
  sitDown,
} from './seat.js'

test('two owners pay together, and what is signed is what was reviewed', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { bob, supplier, carol } = demoAccounts
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { ether: '3' },
  )

  await test.step('the form leads to the review, and back without loss', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
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
    await expect(page.getByText('Draft restored')).toBeVisible()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: /^Sign ?\d+ of/ }),
    ).toBeVisible()
    // The way back stays inside of the flow: no page is loaded.
    await page.evaluate(() => history.back())
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.25')
    await page
      .getByRole('button', { name: 'Review', exact: true })
      .press('Enter')
    await expect(page.getByText('Who receives what')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText(supplier.address).first()).toBeVisible()
    const run = page.locator('[data-simulation="success"]')
    await expect(run).toContainText('eth_simulateV1')
    const changes = run.getByRole('table', { name: 'Balance changes' })
    await expect(changes).toContainText('− 3.00')
    await expect(changes).toContainText('+ 0.25')
    await expect(changes).toContainText('+ 2.75')
  })

  const shown = await readShownHash(page, 'safeTxHash')
  await test.step('a refusal and a request that is open say what to do', async () => {
    await page.getByRole('textbox', { name: /^Note/ }).fill('November')
    wallet.failing.set('eth_signTypedData_v4', 4001)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByText('You rejected the request in the wallet.'),
    ).toBeVisible()
    wallet.failing.set('eth_signTypedData_v4', -32002)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText('has an open request')).toBeVisible()
    wallet.failing.clear()
  })

  await test.step('the first owner signs the hash on the screen', async () => {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
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

  const other = await seat(browser, product, bob)
  await test.step('the second owner finds it in the queue and executes', async () => {
    await other.page.goto(`/transactions/queue?${link}`)
    await connectTestWallet(other.page, other.wallet)
    await expect(other.page.getByText('November')).toBeVisible()
    await other.page.getByRole('link', { name: 'Execute' }).click()
    await expect(other.page.getByText('Network fee at most')).toBeVisible()
    expect(await readShownHash(other.page, 'safeTxHash')).toBe(shown)
    await other.page.getByText('How this was checked').click()
    const reason = (fact: string) =>
      other.page.locator(`[data-reason="${fact}"]`)
    await expect(reason('safeTxHash')).toContainText('computed in this browser')
    await expect(reason('safeTxHash')).toHaveAttribute('data-status', 'ok')
    await expect(reason('Owners')).toContainText(/chain, block [\d,]+/)
    await expect(reason('Signatures')).toContainText('1 of 2 verified')
    await expect(reason('Note')).toContainText('November')
    await expect(reason('Note')).toContainText('reported by the gateway')
    await other.page.getByText('Network fee at most').click()
    const calldata = await readShownHash(other.page, 'calldata')
    const execute = other.page.getByRole('button', { name: 'Execute' })
    const gas = other.page.getByLabel('Gas limit')
    await gas.fill('abc')
    await expect(execute).toBeDisabled()
    await expect(execute).toHaveAccessibleDescription(
      /^Gas limit: Enter a whole/,
    )
    await gas.fill('30000')
    await expect(
      other.page.getByText('the transaction runs out of gas'),
    ).toBeVisible()
    await gas.fill('345678')
    await execute.click()
    await expect(
      other.page.getByRole('heading', { name: 'Executed' }),
    ).toBeVisible({ timeout: 30_000 })
    const [sent] = lastRequest(other.wallet, 'eth_sendTransaction').params as [
      { data: Hex; to: Address; gas: Hex },
    ]
    expect(BigInt(sent.gas)).toBe(345_678n)
    expect(keccak256(sent.data)).toBe(calldata)
    expect(sent.to.toLowerCase()).toBe(safe.address.toLowerCase())
  })

  await test.step('the chain has what was meant, to the wei', async () => {
    expect(await client.getBalance({ address: safe.address })).toBe(0n)
    await expect(
      page.getByRole('link', { name: 'Open transaction' }),
    ).toBeVisible()
    // The first owner has stayed, and is told as well.
    await expect(page.getByText('The transaction was executed.')).toBeVisible({
      timeout: 30_000,
    })
    await other.page.getByRole('button', { name: 'Done' }).click()
    await expect(other.page.getByText('The queue is empty.')).toBeVisible()
  })
  await other.leave()
})

test('two owners at one nonce see that only one can run', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { bob, supplier } = demoAccounts
  const { client, safe, link } = await sitDown({
    page,
    product,
    request,
    wallet,
  })
  const shown = await reviewPayment(page, {
    to: supplier.address,
    amount: '0.1',
  })

  const rival = await proposeTransaction(
    { chainId: network.chainId, client },
    safe,
    {
      plan: { to: supplier.address, value: parseEther('0.2'), nonce: 0n },
      signers: [bob],
    },
  )
  await tell(request, rival, 'Faster')
  await expect(
    page.getByText('A transaction is already waiting at nonce 0.'),
  ).toBeVisible()
  expect(await readShownHash(page, 'safeTxHash')).toBe(shown)

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
  expect(readAskedHash(wallet)).toBe(shown)
  await page.goto(`/transactions/queue?${link}`)
  await expect(
    page.getByText(
      'Conflicting transactions at nonce 0. Only one of these 2 can be executed.',
    ),
  ).toBeVisible()

  await test.step('code that would steal the safe is found out by running it', async () => {
    const theft = await proposeTransaction(
      { chainId: network.chainId, client },
      safe,
      {
        plan: {
          to: getDemoContractAddress('slotOverwriter'),
          operation: 1,
          data: encodeMethod(erc20TransferMethod, {
            to: bob.address,
            value: 0n,
          }),
          nonce: 1n,
        },
        signers: [bob],
      },
    )
    await tell(request, theft, 'Just a transfer')
    await page.goto(
      `/transactions/queue?${link}&flow=confirm&id=${theft.safeTxHash}`,
    )
    await expect(page.locator('[data-storage="unexplained"]')).toContainText(
      `Implementation`,
    )
    await expect(
      page.getByText(/none of its calls says so\. This is how attackers/),
    ).toBeVisible()
    const sign = page.getByRole('button', { name: 'Sign', exact: true })
    await expect(sign).toBeDisabled()
    const stops = page.getByLabel(/Type “sign anyway” to continue/)
    await expect(stops).toHaveCount(2)
    await stops.first().fill('sign anyway')
    await expect(sign).toBeDisabled()
  })
})

test.describe('with a gateway that dies', () => {
  test.use({
    expectedFaults: { patterns: [/Failed to load resource|ERR_FAILED/] },
  })

  test('a signature is kept, and submitted when the gateway is back', async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    await sitDown({ page, product, request, wallet })
    const shown = await reviewPayment(page, {
      to: demoAccounts.supplier.address,
      amount: '0.1',
    })
    await page.route('**/propose', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed, not submitted' }),
    ).toBeVisible()
    await page.reload()
    const kept = page.getByText('A signature hasn’t been submitted yet.')
    await expect(kept).toBeVisible()
    await page.unroute('**/propose')
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await expect(kept).toHaveCount(0)
    const path = `/v1/chains/${network.chainId}/transactions/${shown}`
    const details = await (await request.get(path)).json()
    expect(details.detailedExecutionInfo.confirmations).toHaveLength(1)
  })
})
