import { demoAccounts } from '@covault/devnet'
import { getSafeMessageTypedData, hashSafeMessage } from '@covault/protocol'
import { type Address, hashMessage } from 'viem'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { checkLooks, lookGroups } from './looks.js'
import { connect, makeSafe } from './otherOwners.js'
import { readHash } from './rows.js'
import { safeAbi } from './safeAbi.js'

test('messages are shown as they are signed, in words and hashes', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const { alice, bob } = demoAccounts
  const link = await findTreasury(request)
  const treasury = link.slice('local1:'.length) as Address
  await page.goto(`/transactions/messages?safe=${link}`)
  await page.getByRole('link', { name: /approve the budget/ }).click()
  await expect(page.getByText(/^1 of 2, checked here/)).toBeVisible()
  const text = await page.getByText(/approve the budget/).innerText()
  const messageHash = await client.readContract({
    abi: safeAbi,
    address: treasury,
    functionName: 'getMessageHash',
    args: [hashMessage(text)],
  })
  expect(await readHash(page, 'SafeMessage hash')).toBe(messageHash)
  await checkLooks(page, lookGroups[0]?.looks ?? [])

  const safe = await makeSafe(client, request)
  const domain = {
    chainId: 31337,
    safe: safe.address,
    version: safe.version,
  }
  const permit = {
    domain: { name: 'Token', chainId: 31337, verifyingContract: treasury },
    primaryType: 'Permit',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    message: { owner: safe.address, spender: bob.address, value: '7' },
  }
  const typedData = getSafeMessageTypedData(domain, permit)
  const path = `/v1/chains/31337`
  await page.goto(`/transactions/messages?safe=local1:${safe.address}`)
  await expect(page.getByText('No message yet.')).toBeVisible()
  const posted = await request.post(`${path}/safes/${safe.address}/messages`, {
    data: {
      message: permit,
      signature: await alice.signTypedData(typedData),
      origin: '{}',
    },
  })
  expect(posted.ok(), await posted.text()).toBe(true)
  await page.getByRole('link', { name: 'Typed data, Permit' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `lets ${bob.address} take up to 7 units`,
  )
  await expect(page.getByText(bob.address).first()).toBeVisible()
  const hash = hashSafeMessage(domain, permit)
  await request.post(`${path}/messages/${hash}/signatures`, {
    data: { signature: await bob.signTypedData(typedData) },
  })
  await expect(page.getByText(/^2 of 2, checked here/)).toBeVisible()
  await expect(page.getByText('Confirmed')).toBeVisible()
  await page.goto(`/transactions/msg?safe=${link}&messageHash=${hash}`)
  await expect(
    page.getByRole('heading', { name: /belongs to another safe/ }),
  ).toBeVisible()
})
