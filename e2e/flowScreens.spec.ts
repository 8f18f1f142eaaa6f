import { demoAccounts, proposeTransaction } from '@covault/devnet'
import type { Hex } from 'viem'
import { parseEther } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { createHands } from './hands.js'
import { tell } from './otherOwners.js'
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
          page.getByRole('link', { name: 'Burn nonce 2' }),
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
