import {
  type DevnetClient,
  demoAccounts,
  sendTransaction,
} from '@covault/devnet'
import type { Page } from '@playwright/test'
import { type Address, type Hex, parseAbi, parseEther } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { connect, patiently } from './otherOwners.js'
import { executeNow, makeOwnSafe, review } from './ownSafe.js'
import { connectTestWallet, readShownHash } from './seat.js'

const { alice, bob, supplier } = demoAccounts

// What is executed at once was never proposed: until it is indexed, the gateway
// does not know it.
test.use({ expectedFaults: { patterns: [/status of 404/] } })

const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
])

test('a safe makes one of its own, pays into it, and signs for it', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const parent = await makeFunded(client, request)
  await page.goto(`/settings/setup?safe=local1:${parent}`)
  await connectTestWallet(page, wallet)

  const child = await test.step('the new one belongs to the old one', () =>
    makeNested(page, client, {
      owner: parent,
      name: 'Payroll',
      amount: '1',
      act: async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await checkPage(page)
        await page.setViewportSize({ width: 1440, height: 900 })
      },
    }))

  await test.step('from the parent one gets there, and back by the trail', async () => {
    await page.getByRole('link', { name: 'Open Payroll' }).click()
    const trail = page.getByRole('navigation', { name: 'Owning safes' })
    await expect(trail).toContainText('Payroll')
    await expect(trail.getByRole('link')).toHaveCount(1)
  })

  const hash =
    await test.step('a payment is proposed for the parent to sign', async () => {
      const hash = await writePayment(page, { safe: child, amount: '0.2' })
      await signAs(page, parent)
      await expect(
        page.getByRole('heading', { name: 'Proposed, not signed yet' }),
      ).toBeVisible()
      return hash
    })

  await test.step('the parent shows what the child will do', async () => {
    await page.getByRole('link', { name: /^Continue as/ }).click()
    const effects = page.getByRole('region', {
      name: 'What it approves in other safes',
    })
    await expect(effects).toContainText('Send 0.2 ETH to')
    await expect(effects).toContainText(supplier.address)
    await expect(effects).toContainText('1.1')
    await expect(page.getByText('approved hash')).toHaveCount(0)
    await checkPage(page)
    await executeNow(page)
    expect(
      await readApproval(client, { safe: child, owner: parent, hash }),
    ).toBe(1n)
  })

  await test.step('back in the child it counts, and is executed', async () => {
    await page.getByRole('link', { name: /^Back to the transaction/ }).click()
    await page.getByRole('link', { name: /^Review/ }).click()
    const before = await client.getBalance({ address: child })
    await executeNow(page)
    // The recipient is everybody's; the child is this journey's alone.
    const after = await client.getBalance({ address: child })
    expect(before - after).toBe(parseEther('0.2'))
  })

  await test.step('what cannot be signed so is refused', async () => {
    const link = (safe: Address) =>
      `/transactions/queue?safe=local1:${parent}&flow=approve-hash&id=multisig_${safe}_${hash}`
    await page.goto(link(child))
    await expect(page.getByRole('alert')).toContainText('has already approved')
    await page.goto(link(bob.address))
    await expect(page.getByRole('alert')).toContainText('isn’t a safe')
    const stranger = await makeOwnSafe(client, request)
    await page.goto(link(stranger))
    await expect(page.getByRole('alert')).toContainText('isn’t an owner of')
  })
})

test('bytes that do not have the approved hash are not shown for it', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const parent = await makeOwnSafe(client, request)
  const child = await makeOwnSafe(client, request, { owners: [parent] })
  await page.route('**/v1/chains/31337/transactions/0x*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.txData) body.txData.to.value = bob.address
    await route.fulfill({ json: body, status: answer.status() })
  })
  await page.goto(`/home?safe=local1:${child}`)
  await connectTestWallet(page, wallet)
  await writePayment(page, { safe: child, amount: '0' })
  await signAs(page, parent)
  await page.getByRole('link', { name: /^Continue as/ }).click()
  await expect(page.getByText(/data with a different hash/)).toBeVisible()
  await expect(
    page.getByText(/What that transaction does could not be shown/),
  ).toBeVisible()
})

test('an approval that waits for others is told, and not made twice @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const parent = await makeOwnSafe(client, request, {
    owners: [alice.address, bob.address],
    threshold: 2,
  })
  const child = await makeOwnSafe(client, request, { owners: [parent] })
  await page.goto(`/home?safe=local1:${child}`)
  await connectTestWallet(page, wallet)
  const hash = await writePayment(page, { safe: child, amount: '0' })
  await signAs(page, parent)
  await page.getByRole('link', { name: /^Continue as/ }).click()
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeEnabled()
  await sign.click()
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await page.goto(
    `/transactions/queue?safe=local1:${parent}&flow=approve-hash&id=multisig_${child}_${hash}`,
  )
  await expect(page.getByRole('alert')).toContainText('already in the queue of')
  await page.goto(`/transactions/queue?safe=local1:${parent}`)
  await expect(page.getByText(/Approve a transaction of/)).toBeVisible()
  await page.goto(`/transactions/queue?safe=local1:${child}`)
  await expect(
    page.getByText(/^1 approval for this safe is waiting in/),
  ).toBeVisible()
})

test('three safes deep, every level shows what is at the bottom @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.setTimeout(300_000)
  const client = connect(product)
  const top = await makeFunded(client, request)
  await page.goto(`/settings/setup?safe=local1:${top}`)
  await connectTestWallet(page, wallet)
  const plan = { owners: [top], threshold: 1 }
  const middle = await makeOwnSafe(client, request, plan)
  const low = await makeOwnSafe(client, request, { owners: [middle] })
  await patiently(() =>
    sendTransaction(client, {
      account: alice,
      to: low,
      value: parseEther('1'),
    }),
  )
  await page.goto(`/home?safe=local1:${low}`)
  await expect(
    page.getByRole('navigation', { name: 'Owning safes' }).getByRole('link'),
  ).toHaveCount(2)
  const hash = await writePayment(page, { safe: low, amount: '0.3' })
  await signAs(page, middle)
  await page.getByRole('link', { name: /^Continue as/ }).click()
  await expect(page.getByText(/You own this safe through/)).toBeVisible()
  const approval = await readShownHash(page, 'safeTxHash')
  await signAs(page, top)
  await page.getByRole('link', { name: /^Continue as/ }).click()
  const effects = page.getByRole('region', {
    name: 'What it approves in other safes',
  })
  await expect(effects).toContainText('Send 0.3 ETH to')
  await expect(effects).toContainText('1.1.1')
  await executeNow(page)
  expect(
    await readApproval(client, { safe: middle, owner: top, hash: approval }),
  ).toBe(1n)
  await page.getByRole('link', { name: /^Back to the transaction/ }).click()
  await page.getByRole('link', { name: /^Review/ }).click()
  await expect(effects).toContainText('Send 0.3 ETH to')
  await executeNow(page)
  expect(await readApproval(client, { safe: low, owner: middle, hash })).toBe(
    1n,
  )
  await page.goto(`/transactions/tx?safe=local1:${low}&id=${hash}`)
  await page.getByRole('link', { name: /^Review/ }).click()
  const before = await client.getBalance({ address: supplier.address })
  await executeNow(page)
  const after = await client.getBalance({ address: supplier.address })
  expect(after - before).toBe(parseEther('0.3'))
})

async function makeFunded(
  client: DevnetClient,
  request: Parameters<typeof makeOwnSafe>[1],
): Promise<Address> {
  const safe = await makeOwnSafe(client, request)
  await patiently(() =>
    sendTransaction(client, {
      account: alice,
      to: safe,
      value: parseEther('3'),
    }),
  )
  return safe
}

/** From the settings of the owner to the new safe, read from the chain. */
async function makeNested(
  page: Page,
  client: DevnetClient,
  {
    owner,
    name,
    amount,
    act,
  }: { owner: Address; name: string; amount: string; act: () => Promise<void> },
): Promise<Address> {
  await page.getByRole('link', { name: 'Create nested safe' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add funds' }).click()
  const field = page.getByRole('textbox', { name: 'Amount 1' })
  await field.fill('1000000')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText(/The safe has only/)).toBeVisible()
  await field.fill(amount)
  await act()
  await review(page)
  await executeNow(page)
  await page.getByRole('link', { name: 'nested safes' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('1 of 1')
  const text = await row.innerText()
  const child = (/0x[0-9a-fA-F]{40}/.exec(text.replace(/\s/g, '')) ?? [])[0]
  if (!child) throw new Error(`There is no address in “${text}”.`)
  const address = child as Address
  expect(
    await client.readContract({ address, abi, functionName: 'getOwners' }),
  ).toEqual([owner])
  expect(await client.getBalance({ address })).toBe(parseEther(amount))
  return address
}

async function writePayment(
  page: Page,
  { safe, amount }: { safe: Address; amount: string },
): Promise<Hex> {
  if (amount === '0') await page.goto(`/home?safe=local1:${safe}&flow=reject`)
  else {
    await page.goto(`/home?safe=local1:${safe}&flow=send-tokens`)
    await page.getByLabel('Recipient 1').first().fill(supplier.address)
    await page
      .getByRole('textbox', { name: /Amount/ })
      .first()
      .fill(amount)
    await review(page)
  }
  return readShownHash(page, 'safeTxHash')
}

async function signAs(page: Page, parent: Address): Promise<void> {
  await expect(
    page.getByRole('heading', { name: /^Sign ?\d+ of/ }),
  ).toBeVisible()
  const digits = parent.slice(2, 6)
  const button = page
    .getByRole('button', { name: /^Sign as/ })
    .or(page.getByRole('link', { name: /^Sign as/ }))
  await expect(button).toContainText(digits)
  await button.click()
}

function readApproval(
  client: DevnetClient,
  { safe, owner, hash }: { safe: Address; owner: Address; hash: Hex },
): Promise<bigint> {
  return client.readContract({
    address: safe,
    abi,
    functionName: 'approvedHashes',
    args: [owner, hash],
  })
}
