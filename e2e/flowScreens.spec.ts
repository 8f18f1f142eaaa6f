import { demoAccounts, proposeTransaction } from '@covault/devnet'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { checkPage } from './checkPage.js'
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
          page.getByRole('link', { name: 'Reject nonce 2' }),
        ).toBeVisible()
        await check()
      })

      await test.step('and past it to the end', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        wallet.lying.clear()
        await hands.press(
          page.getByLabel(/signed something else at this nonce/),
        )
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
    const boxes = page
      .getByRole('group', { name: 'Open dangers' })
      .getByRole('checkbox')
    await expect(boxes.first()).toBeVisible()
    for (const box of await boxes.all()) await box.check()
    await expect(page.getByText(/^Read the dangers? above/)).toBeVisible()
    await expect(sign).toBeDisabled()
  })

  await test.step('the bar leads to each danger before it leads to the button', async () => {
    // Watched apart from what the product watches itself.
    await page.evaluate(() => {
      for (const note of document.querySelectorAll('[data-finding="danger"]'))
        for (const part of note.children)
          new IntersectionObserver(
            ([entry]) => {
              if (entry?.isIntersecting) part.setAttribute('data-was-seen', '')
            },
            { threshold: 1 },
          ).observe(part)
    })
    const next = page.getByRole('button', { name: /^Show (danger|warning)$/ })
    await expect(next).toBeVisible()
    await expect(async () => {
      if (await next.isVisible()) await next.click()
      await expect(next).toBeHidden({ timeout: 500 })
    }).toPass()
    const count = await dangers.count()
    expect(count).toBeGreaterThan(1)
    for (const danger of await dangers.all())
      expect(
        await danger.evaluate((note) =>
          [...note.children].every((part) => part.matches('[data-was-seen]')),
        ),
      ).toBe(true)
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
      'only looks like an owner',
    )
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(dangers.filter({ hasText: 'bob.eth' })).toBeVisible()
    await page.getByRole('button', { name: /^Use .* instead$/ }).click()
    await expect(page.getByLabel('Recipient 1')).toHaveValue(bob.address)
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.1')
  })
})
