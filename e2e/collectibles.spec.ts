import {
  demoAccounts,
  demoCollectibleAbi,
  getDemoContractAddress,
  sendTransaction,
} from '@covault/devnet'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { network } from './network.js'
import { connect, makeSafe, patiently } from './otherOwners.js'
import {
  connectTestWallet,
  executeFromQueue,
  readAskedHash,
  readShownHash,
  seat,
} from './seat.js'

const { alice, bob, supplier } = demoAccounts
const rings = { address: getDemoContractAddress('rings') } as const

test('two owners send several collectibles at once', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  const first = await mint()
  const second = await mint()
  const third = await mint()
  const link = `safe=${network.shortName}:${safe.address}`
  await page.goto(`/balances/nfts?${link}&flow=send-collectibles`)
  await connectTestWallet(page, wallet)

  await test.step('nothing chosen, nobody named: the form says so', async () => {
    const review = page.getByRole('button', { name: 'Review', exact: true })
    await review.click()
    await expect(
      page.getByText('Choose at least one collectible.'),
    ).toBeVisible()
    const list = page.getByLabel(/^(Choose collectible|Add collectible)$/)
    await list.selectOption({ label: `Rings #${first}` })
    await list.selectOption({ label: `Rings #${third}` })
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('textbox', { name: 'Recipient' }).fill(safe.address)
    await expect(
      page.getByText(/This is the safe itself/).first(),
    ).toBeVisible()
    await page
      .getByRole('textbox', { name: 'Recipient' })
      .fill(supplier.address)
    await checkPage(page)
    await review.click()
  })

  const hash = await readShownHash(page, 'safeTxHash')
  await test.step('the review names each, and the first owner signs it', async () => {
    const received = page.getByRole('region', { name: 'Who receives what' })
    await expect(received.getByText(supplier.address)).toHaveCount(2)
    for (const id of [first, third])
      await expect(received.getByText(`No. ${id}`)).toBeVisible()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    expect(readAskedHash(wallet)).toBe(hash)
  })

  const other = await seat(browser, product, bob)
  await executeFromQueue(other, { link, hash })
  await other.leave()

  await test.step('the chain has a new owner of each, and of no other', async () => {
    expect(await readOwner(first)).toBe(supplier.address)
    expect(await readOwner(second)).toBe(safe.address)
    expect(await readOwner(third)).toBe(supplier.address)
  })

  /** One more for the safe; others mint at the same time. */
  async function mint(): Promise<bigint> {
    const receipt = await patiently(() =>
      sendTransaction(client, {
        account: alice,
        to: rings.address,
        data: encodeFunctionData({
          abi: demoCollectibleAbi,
          functionName: 'mint',
          args: [safe.address],
        }),
      }),
    )
    const [log] = parseEventLogs({
      abi: demoCollectibleAbi,
      eventName: 'Transfer',
      logs: receipt.logs,
    })
    if (!log) throw new Error('Nothing was minted.')
    return log.args.tokenId
  }

  function readOwner(id: bigint) {
    return client.readContract({
      ...rings,
      abi: demoCollectibleAbi,
      functionName: 'ownerOf',
      args: [id],
    })
  }
})
