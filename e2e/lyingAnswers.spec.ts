import {
  demoAccounts,
  demoTokenAbi,
  executeTransaction,
  getDemoContractAddress,
  proposeTransaction,
  sendTransaction,
} from '@covault/devnet'
import { encodeMethod, erc20TransferMethod } from '@covault/protocol'
import type { Page } from '@playwright/test'
import { encodeFunctionData, parseEther } from 'viem'
import { expect, test } from './fixtures.js'
import { patiently, tell } from './otherOwners.js'
import { readShownHash, sitDown } from './seat.js'

const { alice, bob, supplier } = demoAccounts

type Details = {
  txInfo: { recipient?: { value: string } }
  txData: {
    dataDecoded: unknown
    trustedDelegateCallTarget: unknown
    tokenInfoIndex: Record<string, { decimals: number; symbol: string }> | null
  }
  detailedExecutionInfo: { confirmations: unknown[] }
}

test('what a gateway says besides, withholds, replays, reorders or delays', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const devnet = { chainId: 31337, client }
  const dollar = getDemoContractAddress('dollar')
  const mint = encodeFunctionData({
    abi: demoTokenAbi,
    functionName: 'mint',
    args: [safe.address, 9_000_000n],
  })
  await patiently(() =>
    sendTransaction(client, { account: alice, to: dollar, data: mint }),
  )
  const payment = await proposeTransaction(devnet, safe, {
    plan: {
      to: dollar,
      data: encodeMethod(erc20TransferMethod, {
        to: supplier.address,
        value: 5_000_000n,
      }),
    },
    signers: [bob],
  })
  await tell(request, payment, 'Rent')
  const later = await proposeTransaction(devnet, safe, {
    plan: { to: supplier.address, value: parseEther('0.1'), nonce: 1n },
    signers: [bob],
  })
  await tell(request, later, 'Later')
  const path = `/v1/chains/31337/transactions/${payment.safeTxHash}`
  const queue = `/transactions/queue?${link}`
  const review = `${queue}&flow=confirm&id=${payment.safeTxHash}`
  const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })
  const open = async () => {
    await page.goto(review)
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await expect(act).toBeEnabled()
    return page.getByRole('heading', { level: 1 }).allInnerTexts()
  }
  const lie = (change: (details: Details) => void) =>
    alter<Details>(page, path, change)

  const truth = await open()
  expect(truth.join()).toContain('5 DUSD')

  await test.step('decimals, decoded words, summary and verdict of others', async () => {
    const stop = await lie(({ txInfo, txData }) => {
      if (txInfo.recipient) txInfo.recipient.value = alice.address
      txData.trustedDelegateCallTarget = true
      txData.dataDecoded = { method: 'claimReward', parameters: [] }
      for (const token of Object.values(txData.tokenInfoIndex ?? {})) {
        token.decimals = 18
        token.symbol = 'WETH'
      }
    })
    expect(await open()).toEqual(truth)
    await expect(page.getByText(/claimReward|WETH/)).toHaveCount(0)
    expect(await readShownHash(page, 'safeTxHash')).toBe(payment.safeTxHash)
    await stop()
  })

  await test.step('a seal that was there before is missing', async () => {
    const stop = await lie(({ detailedExecutionInfo }) => {
      detailedExecutionInfo.confirmations = []
    })
    await page.goto(review)
    await expect(page.locator(`[data-withheld="${bob.address}"]`)).toBeVisible()
    await stop()
  })

  await test.step('the list comes in another order', async () => {
    const stop = await alter<{ results: unknown[] }>(
      page,
      `/v1/chains/31337/safes/${safe.address}/transactions/queued*`,
      (list) => list.results.reverse(),
    )
    await page.goto(queue)
    const row = page.locator(`[data-transaction$="${later.safeTxHash}"]`)
    await row.getByRole('link', { name: /^(Sign|Execute|Review)$/ }).click()
    await expect(act).toBeVisible()
    expect(await readShownHash(page, 'safeTxHash')).toBe(later.safeTxHash)
    await stop()
  })

  await test.step('it comes late: nothing can be pressed before', async () => {
    let isAsked = false
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${path}`, async (route) => {
      isAsked = true
      await held
      await route.continue()
    })
    await page.goto(review)
    await expect.poll(() => isAsked).toBe(true)
    await expect(act).toHaveCount(0)
    release()
    await expect(act).toBeEnabled()
    await page.unroute(`**${path}`)
  })

  await test.step('an older answer, after the nonce is used', async () => {
    const old = await (await request.get(path)).json()
    const stop = await alter<Record<string, unknown>>(page, path, (details) =>
      Object.assign(details, old),
    )
    const empty = await proposeTransaction(devnet, safe, {
      plan: { to: safe.address, nonce: 0n },
      signers: [alice, bob],
    })
    await patiently(() =>
      executeTransaction({ client }, empty, { executor: bob }),
    )
    await page.goto(review)
    await expect(page.locator('[data-refused="Nonce"]')).toBeVisible()
    await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
    await stop()
  })

  const asked = wallet.requests.map(({ method }) => method)
  expect(asked).not.toContain('eth_signTypedData_v4')
  expect(asked).not.toContain('eth_sendTransaction')
})

/** The gateway's answer, changed on its way; call the result to stop it. */
async function alter<Answer>(
  page: Page,
  path: string,
  change: (answer: Answer) => unknown,
): Promise<() => Promise<void>> {
  const pattern = `**${path}`
  await page.route(pattern, async (route) => {
    const reply = await route.fetch()
    const answer: Answer = await reply.json()
    change(answer)
    await route.fulfill({ response: reply, json: answer })
  })
  return () => page.unroute(pattern)
}
