import {
  batchCalls,
  demoAccounts,
  executeTransaction,
  proposeTransaction,
  sendTransaction,
  signWithKey,
} from '@covault/devnet'
import { parseEther } from 'viem'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { checkLooks, lookGroups } from './looks.js'
import { connect, makeSafe, tell, tellService } from './otherOwners.js'
import { short } from './readPast.js'
import { readHash, rowOf } from './rows.js'
import { safeAbi } from './safeAbi.js'

test('what other owners do is seen at once, and checked here', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const { alice, bob, supplier } = demoAccounts
  const safe = await makeSafe(client, request)
  await sendTransaction(client, {
    account: alice,
    to: safe.address,
    value: parseEther('1'),
  })
  const link = `local1:${safe.address}`
  await page.goto(`/transactions/queue?safe=${link}`)
  await expect(page.getByText('The queue is empty.')).toBeVisible()

  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [alice],
  })
  const row = rowOf(page, payment.safeTxHash)
  await test.step('a proposal with a hostile note appears', async () => {
    const sight = startClock('a proposal')
    await tell(request, payment, '\u202Egnp.exe javascript:x {{7*7}}')
    await expect(row).toContainText('\uFFFDgnp.exe javascript:x {{7*7}}')
    sight.end()
    // The note leads nowhere.
    await expect(row.getByRole('link')).toHaveCount(2)
    for (const name of ['Share this transaction', 'Review'])
      await expect(row.getByRole('link', { name })).toBeVisible()
    await expect(row).toContainText('− 0.25 ETH')
    await expect(row).toContainText('1 of 2')
    await expect(row).toContainText('Awaiting signatures')
  })

  await test.step('its hashes are those of the contract', async () => {
    await row.getByRole('button', { name: /Send to/ }).click()
    await expect(
      row.getByText(/^1 of 2, checked in this browser, 1 missing/),
    ).toBeVisible()
    await expect(
      row.getByRole('paragraph').filter({ hasText: 'Send 0.25 ETH' }),
    ).toHaveText(`Send 0.25 ETH to ${supplier.address}`)
    const { transaction: signed } = payment
    const hash = await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'getTransactionHash',
      args: [
        signed.to,
        signed.value,
        signed.data,
        signed.operation,
        signed.safeTxGas,
        signed.baseGas,
        signed.gasPrice,
        signed.gasToken,
        signed.refundReceiver,
        signed.nonce,
      ],
    })
    const domain = await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'domainSeparator',
    })
    expect(await readHash(page, 'safeTxHash')).toBe(hash)
    expect(await readHash(page, 'Domain hash')).toBe(domain)
    // Anyone who can open a row can hand it to others.
    await expect(
      row.getByRole('link', { name: 'Share', exact: true }),
    ).toBeVisible()
  })

  await test.step('a row that the gateway made up is told from the bytes', async () => {
    const lists = '**/transactions/queued*'
    await page.route(lists, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      for (const { transaction } of body.results)
        if (transaction?.id.endsWith(payment.safeTxHash)) {
          transaction.txInfo.recipient.value = bob.address
          transaction.executionInfo.confirmationsSubmitted = 2
          transaction.executionInfo.missingSigners = null
          transaction.txStatus = 'AWAITING_EXECUTION'
        }
      await route.fulfill({ response: reply, json: body })
    })
    await page.reload()
    await expect(row).toContainText('The gateway describes it differently.')
    await expect(row).toContainText(`Send to ${short(supplier.address)}`)
    await expect(row).toContainText('1 of 2')
    await expect(row).toContainText('Awaiting signatures')
    await page.unroute(lists)
    await page.reload()
    await expect(row.locator('[data-checked=true]')).toBeVisible()
    await expect(row).not.toContainText('describes it differently')
    // What was open before is open again.
    await expect(
      row.getByText(/^1 of 2, checked in this browser, 1 missing/),
    ).toBeVisible()
  })

  const signature = await signWithKey(safe, {
    transaction: payment.transaction,
    account: bob,
  })
  await test.step('the second signature appears, verified', async () => {
    const sight = startClock('a signature, checked')
    await request.post(
      `/v1/chains/31337/transactions/${payment.safeTxHash}/confirmations`,
      { data: { signature } },
    )
    await expect(
      row.getByText(/^2 of 2, checked in this browser, enough/),
    ).toBeVisible()
    sight.end()
    await expect(row.getByText('verified')).toHaveCount(2)
    await expect(row).toContainText('Ready to execute')
  })

  const calls = Array.from({ length: 1_500 }, () => ({
    to: supplier.address,
    value: 1n,
  }))
  const crowd = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { ...batchCalls(safe, calls), nonce: payment.transaction.nonce + 1n },
    signers: [alice],
  })
  await test.step('1,500 calls are looked into', async () => {
    await tell(request, crowd, 'Crowd')
    const large = rowOf(page, crowd.safeTxHash)
    await large.getByRole('button', { name: /^(Batch of|Send)/ }).click()
    await expect(
      large.getByText('1,451 calls of 1,501 not shown yet'),
    ).toBeVisible()
    await large.getByRole('button', { name: 'Show 200 more' }).click()
    await expect(large.getByText('1.249', { exact: true })).toBeVisible()
  })

  await test.step('an execution takes it out of the queue', async () => {
    await executeTransaction(
      { client },
      {
        ...payment,
        signatures: [
          ...payment.signatures,
          { kind: 'ecdsa', signer: bob.address, data: signature },
        ],
      },
    )
    const sight = startClock('a mined execution')
    await expect(row).toHaveCount(0)
    sight.end()
    await expect(page.getByRole('status').getByText('1 waiting')).toBeVisible()
  })

  await test.step('its link belongs to its safe alone', async () => {
    const id = `multisig_${safe.address}_${payment.safeTxHash}`
    const treasury = await findTreasury(request)
    await page.goto(`/transactions/tx?safe=${treasury}&id=${id}`)
    await expect(
      page.getByRole('heading', { name: /belongs to another safe/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Open in that safe' }).click()
    await expect(page.getByText('Executed by')).toBeVisible()
    await expect(
      page.getByText(/^2 of 2, checked in this browser/),
    ).toBeVisible()
    await checkLooks(page, lookGroups[0]?.looks ?? [])
  })

  await test.step('what a program proposes appears as well', async () => {
    await page.goto(`/transactions/queue?safe=${link}`)
    await expect(page.getByRole('status').getByText('1 waiting')).toBeVisible()
    const asked = await proposeTransaction({ chainId: 31337, client }, safe, {
      plan: { to: supplier.address, value: parseEther('0.125'), nonce: 5n },
      signers: [alice],
    })
    const sight = startClock('a proposal of a program')
    await tellService(request, asked)
    await expect(rowOf(page, asked.safeTxHash)).toContainText('− 0.125 ETH')
    sight.end()
  })
})

/** Says how long it took until the page showed what somebody else did. */
function startClock(what: string): { end(): void } {
  const from = performance.now()
  return {
    end() {
      const passed = Math.round(performance.now() - from)
      console.log(`${what} of another owner was on screen after ${passed} ms`)
    },
  }
}

test.describe('hundreds that wait', () => {
  // What is looked into exists in this test alone.
  test.use({ expectedFaults: { patterns: [/status of 404/] } })

  test('are walked through with a page that stays small', async ({
    page,
    request,
  }) => {
    const total = 500
    const link = await findTreasury(request)
    await page.route('**/v1/chains/**/transactions/queued?**', (route) => {
      const url = new URL(route.request().url())
      const cursor = new URLSearchParams(url.searchParams.get('cursor') ?? '')
      const offset = Number(cursor.get('offset') ?? 0)
      const next = new URL(url)
      next.searchParams.set('cursor', `limit=50&offset=${offset + 50}`)
      const labels = [{ type: 'LABEL', label: 'Queued' }]
      return route.fulfill({
        json: {
          count: 50,
          next: offset + 50 < total ? String(next) : null,
          previous: null,
          results: [
            ...(offset === 0 ? labels : []),
            ...Array.from({ length: 50 }, (_, at) => toWaiting(offset + at)),
          ],
        },
      })
    })
    await page.goto(`/transactions/queue?safe=${link}`)
    const rows = page.locator('li[data-transaction]')
    await expect(rows.first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Queued' })).toBeVisible()
    await expect(
      page.getByText(
        'Conflicting transactions at nonce 100. Only one of these 2 can be executed.',
      ),
    ).toBeVisible()
    const seen = new Set<number>()
    const walk = async (step: number) => {
      await page.evaluate((by) => window.scrollBy(0, by), step)
      const numbers = await rows.evaluateAll((elements) =>
        elements.map((element) =>
          Number(element.getAttribute('data-transaction')?.split('_')[2]),
        ),
      )
      expect(numbers.length).toBeLessThan(50)
      for (const [at, number] of numbers.entries()) {
        seen.add(number)
        if (at > 0) expect(number).toBe((numbers[at - 1] ?? 0) + 1)
      }
      return numbers
    }
    await expect
      .poll(async () => (await walk(1_500)).at(-1), { intervals: [20] })
      .toBe(total - 1)
    await expect(page.getByText(`${total} waiting`)).toBeVisible()
    expect(seen.size).toBeGreaterThan(total / 2)

    await test.step('by keyboard, a row and the next', async () => {
      await rowOf(page, '_480').getByRole('button').focus()
      await page.keyboard.press('Tab')
      for (const link of await rowOf(page, '_480').getByRole('link').all()) {
        await expect(link).toBeFocused()
        await page.keyboard.press('Tab')
      }
      await expect(rowOf(page, '_481').getByRole('button')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('wasn’t found')).toBeVisible()
      await expect(page).toHaveURL(/id=multisig_.*_481/)
    })

    await test.step('coming back finds the place and the open row', async () => {
      const place = await page.evaluate(() => window.scrollY)
      expect(place).toBeGreaterThan(10_000)
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Messages' })
        .click()
      await expect(
        page.getByRole('heading', { name: 'Messages' }),
      ).toBeVisible()
      await page.goBack()
      await expect(rowOf(page, '_481').getByRole('button')).toHaveAttribute(
        'aria-expanded',
        'true',
      )
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
      await expect(rowOf(page, '_481')).toBeInViewport()
    })
  })
})

/** Two rivals for every tenth nonce, one for any other. */
function toWaiting(number: number) {
  const { customer } = demoAccounts
  const nonce = 100 + number - Math.floor((number + 10) / 11)
  const recipient = { value: customer.address, name: null, logoUri: null }
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: {
      id: `multisig_${customer.address}_${number}`,
      txHash: null,
      timestamp: Date.UTC(2026, 10, 14),
      txStatus: 'AWAITING_CONFIRMATIONS',
      txInfo: {
        type: 'Transfer',
        humanDescription: null,
        sender: recipient,
        recipient,
        direction: 'OUTGOING',
        transferInfo: { type: 'NATIVE_COIN', value: String(number) },
      },
      executionInfo: {
        type: 'MULTISIG',
        nonce,
        confirmationsRequired: 2,
        confirmationsSubmitted: 0,
        missingSigners: null,
      },
      safeAppInfo: null,
      note: null,
    },
  }
}
