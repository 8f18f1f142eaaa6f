import { demoAccounts, proposeTransaction, signWithKey } from '@covault/devnet'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
} from 'viem'
import { checkPage } from './checkPage.js'
import { expectClosed, passDangers } from './dangers.js'
import { expect, test } from './fixtures.js'
import { createHands } from './hands.js'
import { tell } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { sitDown } from './seat.js'

const { alice, bob, supplier } = demoAccounts
const widths = [1440, 390]

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('every screen of a flow is accessible, wide and on a phone @full', async ({
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
      const propose = async (signer: typeof alice, nonce: bigint) => {
        const proposed = await proposeTransaction(
          { chainId: 31337, client },
          safe,
          {
            plan: { to: supplier.address, value: parseEther('0.1'), nonce },
            signers: [signer],
          },
        )
        await tell(request, proposed, `Nonce ${nonce}`)
        return proposed.safeTxHash
      }
      const waiting = await propose(bob, 0n)
      const own = await propose(alice, 1n)
      const check = async () => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await checkPage(page)
        }
      }
      const open = (flow: string) =>
        page.goto(`/transactions/queue?${link}&flow=${flow}`)
      const sign = page.getByRole('button', { name: /^(Sign|Execute)$/ })

      for (const [flow, field] of [
        ['send-tokens', 'Amount 1'],
        ['send-collectibles', 'Recipient'],
        ['signers', 'Signatures required'],
        ['message', 'Message'],
        ['spending-limit', 'Spender address'],
      ] as const)
        await test.step(`the form of ${flow}`, async () => {
          await open(flow)
          await expect(page.getByLabel(field).first()).toBeVisible()
          await check()
          // Its mistakes as well.
          await page
            .getByRole('button', { name: 'Review', exact: true })
            .click()
          await check()
        })

      await test.step('the review of a spending limit', async () => {
        await open(`spending-limit&recipient=${supplier.address}`)
        await page.getByLabel('Amount', { exact: true }).fill('0.1')
        await page.getByRole('button', { name: 'Review', exact: true }).click()
        await expect(sign).toBeVisible()
        await expect(page.getByText(/^\d+ rules checked/)).toBeVisible()
        await check()
      })

      await test.step('a proposer', async () => {
        await open('add-proposer')
        await expect(page.getByLabel('Proposer', { exact: true })).toBeVisible()
        await check()
        await page.getByRole('button', { name: 'Add proposer' }).click()
        await check()
      })

      await test.step('sharing', async () => {
        await open(`share&id=${waiting}`)
        await expect(
          page.getByRole('button', { name: 'Save file' }),
        ).toBeVisible()
        await check()
      })

      for (const [name, flow] of [
        ['what waits', `confirm&id=${waiting}`],
        ['a rejection', 'reject&nonce=1'],
      ] as const)
        await test.step(`the review of ${name}`, async () => {
          await open(flow)
          await expect(sign).toBeEnabled()
          await check()
          await expect(
            page.getByRole('button', { name: 'Go to signing' }),
          ).toBeVisible()
          await expect(
            page.getByRole('navigation', { name: 'Main' }),
          ).toBeHidden()
          await page.getByRole('button', { name: 'Go to signing' }).click()
          await expect(sign).toBeInViewport()
        })

      await test.step('deleting', async () => {
        await open(`delete&id=${own}`)
        await expect(
          page.getByRole('button', { name: 'Delete', exact: true }),
        ).toBeEnabled()
        await check()
      })

      await page.setViewportSize({ width: 1440, height: 900 })
      const hands = createHands(page, 'keyboard')
      await test.step('by keyboard alone to the alarm', async () => {
        await open('send-tokens&nonce=2')
        await hands.write(page.getByLabel('Recipient 1'), supplier.address)
        await hands.write(page.getByLabel('Amount 1'), '0.1')
        await hands.press(
          page.getByRole('button', { name: 'Review', exact: true }),
        )
        wallet.lying.set('eth_signTypedData_v4', async () => ({
          result: '0xdeadbeef' satisfies Hex,
        }))
        await hands.press(sign)
        await expect(
          page.getByRole('link', {
            name: 'Reject all transactions at nonce 2',
          }),
        ).toBeVisible()
        await check()
      })

      await test.step('and past it to the end', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        wallet.lying.clear()
        await hands.press(page.getByLabel(/At this nonce my wallet returned/))
        await hands.press(sign)
        await expect(
          page.getByRole('heading', { name: 'Signed', exact: true }),
        ).toBeVisible()
        await check()
      })
    })
  })

test('on a phone nothing is signed before each danger was on screen', async ({
  page,
  product,
  request,
  wallet,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const stranger = '0x1111222233334444555566667777888899990000'
  const proposed = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: {
      to: safe.address,
      data: encodeFunctionData({
        abi: parseAbi(['function addOwnerWithThreshold(address,uint256)']),
        args: [stranger, 1n],
      }),
      nonce: 0n,
    },
    signers: [bob],
  })
  await tell(request, proposed, 'A new colleague')

  const sign = page.getByRole('button', { name: 'Execute', exact: true })
  const dangers = page.locator('[data-finding="danger"]')
  await test.step('it stays closed for those who go straight to its end', async () => {
    await page.goto(
      `/transactions/queue?${link}&flow=confirm&id=${proposed.safeTxHash}`,
    )
    await expect(
      page.getByRole('heading', { level: 1, name: /^Add/ }),
    ).toBeInViewport()
    await expect(page.getByRole('link', { name: /danger/ })).toBeInViewport()
    await expectClosed(page, 'Execute')
  })

  await test.step('the bar leads to each danger before it leads to the button', async () => {
    await passDangers(page)
    expect(await dangers.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Go to signing' }).click()
    await expect(sign).toBeInViewport()
  })
  // With Bob's signature it can be executed at once.
  await pressAcknowledged(page, 'Execute')
  await expect(
    page.getByRole('heading', { name: 'Executed', exact: true }),
  ).toBeVisible()

  await test.step('an address that imitates an owner is compared and replaced', async () => {
    const imitation = `${bob.address.slice(0, 6)}${'0'.repeat(32)}${bob.address.slice(-4)}`
    await page.goto(`/transactions/queue?${link}&flow=send-tokens`)
    await page.getByLabel('Recipient 1').fill(imitation.toLowerCase())
    await page.getByLabel('Amount 1').fill('0.1')
    await expect(page.getByRole('alert')).toContainText(
      'This is not the address of an owner',
    )
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(dangers.filter({ hasText: 'bob.eth' })).toBeVisible()
    await page.getByRole('button', { name: /^Use .* instead$/ }).click()
    await expect(page.getByLabel('Recipient 1')).toHaveValue(bob.address)
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.1')
  })
})

test('on a phone no message is signed before each danger was on screen', async ({
  page,
  product,
  request,
  wallet,
}) => {
  // So low that a danger does not fit beside its headline.
  await page.setViewportSize({ width: 390, height: 420 })
  const { safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/messages' },
  )
  await page.goto(`/transactions/messages?${link}&flow=message`)
  await page.getByText('Typed data', { exact: true }).click()
  await page
    .getByLabel('Typed data as JSON')
    .fill(JSON.stringify(writePermit(safe.address)))
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expectClosed(page, 'Sign')
  await passDangers(page)
  await page.getByRole('button', { name: 'Go to signing' }).click()
  await pressAcknowledged(page, 'Sign')
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
})

test('several transactions are reviewed together: conflicts, failures and each danger', async ({
  page,
  product,
  request,
  wallet,
}) => {
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const devnet = { chainId: 31337, client }
  const propose = async (
    plan: Parameters<typeof proposeTransaction>[2]['plan'],
    isComplete = true,
  ) => {
    const proposed = await proposeTransaction(devnet, safe, {
      plan,
      signers: [bob],
    })
    await tell(request, proposed, `At nonce ${plan.nonce}`)
    if (!isComplete) return
    const { safeTxHash, transaction } = proposed
    const signature = await signWithKey(safe, { transaction, account: alice })
    const path = `/v1/chains/31337/transactions/${safeTxHash}/confirmations`
    const reply = await request.post(path, { data: { signature } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  const to = supplier.address
  await propose({
    to: safe.address,
    data: encodeFunctionData({
      abi: parseAbi(['function addOwnerWithThreshold(address,uint256)']),
      args: ['0x1111222233334444555566667777888899990000', 1n],
    }),
    nonce: 0n,
  })
  await propose({ to, value: parseEther('0.1'), nonce: 1n })
  await propose({ to, value: parseEther('0.2'), nonce: 1n }, false)
  const open = async (count: number) => {
    await page.goto(`/transactions/queue?${link}&flow=bulk-execute`)
    await expect(
      page.getByRole('heading', {
        level: 1,
        name: `Execute ${count} transactions together (nonces 0 to ${count - 1}).`,
      }),
    ).toBeVisible()
  }

  await test.step('a conflicting transaction and the count of dangers are shown', async () => {
    await open(2)
    await expect(
      page
        .locator('[data-nonce="1"]')
        .getByLabel('Conflicting transactions at nonce 1'),
    ).toContainText('1 of 2 signatures')
    await page.getByRole('link', { name: /danger/ }).click()
    await expect(page.locator('#review-findings')).toBeFocused()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await checkPage(page)
    }
  })

  await test.step('on a phone nothing is executed before each danger was on screen', async () => {
    await page.setViewportSize({ width: 390, height: 520 })
    await open(2)
    await expectClosed(page, 'Execute 2')
    await passDangers(page)
    await page.getByRole('button', { name: 'Go to signing' }).click()
    await expect(
      page.getByRole('button', { name: 'Execute 2', exact: true }),
    ).toBeEnabled()
  })

  await test.step('the head says that they would fail', async () => {
    await propose({ to, value: parseEther('1000'), nonce: 2n })
    await open(3)
    await expect(
      page.getByText('These transactions would fail', { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByText(/The transaction at nonce 2 would fail/).first(),
    ).toBeVisible()
  })
})

test('a waiting transaction is signed from the queue by keyboard alone @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const proposed = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.1'), nonce: 0n },
    signers: [bob],
  })
  await tell(request, proposed, 'By keyboard')
  const hands = createHands(page, 'keyboard')
  await page.goto(`/transactions/queue?${link}`)
  await hands.press(
    page.getByRole('link', { name: 'Sign and execute', exact: true }),
  )
  await hands.pick(page.getByRole('radio', { name: 'Sign only' }))
  await hands.press(page.getByRole('button', { name: 'Sign', exact: true }))
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
})

test('a message is written and signed by keyboard alone @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/messages' },
  )
  const hands = createHands(page, 'keyboard')
  await hands.press(page.getByRole('link', { name: 'New message' }).first())
  await hands.write(page.getByLabel('Message', { exact: true }), 'We agree.')
  await hands.press(page.getByRole('button', { name: 'Review', exact: true }))
  await hands.press(page.getByRole('button', { name: 'Sign', exact: true }))
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
})

/** Typed data that lets a stranger take tokens, at any time. */
function writePermit(owner: Address) {
  return {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Token', chainId: 31337, verifyingContract: owner },
    message: {
      owner,
      spender: '0x1111222233334444555566667777888899990000',
      value: '12345678901234567890',
    },
  } as const
}
