import { demoAccounts } from '@covault/devnet'
import { parseAbi } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, makeSafe } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import {
  connectTestWallet,
  executeFromQueue,
  readAskedHash,
  readShownHash,
  seat,
} from './seat.js'

const ownerAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
])

const versions = [
  { version: '1.4.1', tier: '' },
  { version: '1.3.0', tier: ' @full' },
  { version: '1.5.0', tier: ' @full' },
] as const

for (const { version, tier } of versions)
  test(`owners and threshold of a ${version} safe are changed together${tier}`, async ({
    browser,
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeSafe(client, request, version)
    const { alice, bob, carol, supplier } = demoAccounts
    const link = `safe=local1:${safe.address}`
    await page.goto(`/settings/setup?${link}`)
    await connectTestWallet(page, wallet)

    await test.step('a replacement, an addition and a threshold in one form', async () => {
      await page
        .getByRole('link', { name: 'Change owners or threshold' })
        .click()
      await page.getByRole('button', { name: 'Add owner' }).click()
      await page.getByRole('textbox', { name: 'New owner 1' }).fill(bob.address)
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await expect(page.getByText(/already/).first()).toBeVisible()
      await page
        .getByRole('textbox', { name: 'New owner 1' })
        .fill(carol.address)
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await expect(page.getByText('What changes in the safe')).toBeVisible()
      await expect(page.getByText(carol.address).first()).toBeVisible()
    })

    const hash = await readShownHash(page, 'safeTxHash')
    await test.step('the first owner signs what the screen shows', async () => {
      await pressAcknowledged(page, 'Sign')
      await expect(
        page.getByRole('heading', { name: 'Signed', exact: true }),
      ).toBeVisible()
      expect(readAskedHash(wallet)).toBe(hash)
    })

    const other = await seat(browser, product, bob)
    await executeFromQueue(other, { link, hash })
    await other.leave()

    await test.step('the chain has the new owners', async () => {
      const read = { address: safe.address, abi: ownerAbi } as const
      const owners = await client.readContract({
        ...read,
        functionName: 'getOwners',
      })
      expect([...owners].sort()).toEqual(
        [alice.address, bob.address, carol.address].sort(),
      )
      expect(
        await client.readContract({ ...read, functionName: 'getThreshold' }),
      ).toBe(2n)
      expect(owners).not.toContain(supplier.address)
    })
  })
