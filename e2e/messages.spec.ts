import { writeFile } from 'node:fs/promises'
import { demoAccounts } from '@covault/devnet'
import { getSafeMessageTypedData, hashSafeMessage } from '@covault/protocol'
import type { Page } from '@playwright/test'
import { type Address, type Hex, hashMessage, hashTypedData } from 'viem'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { checkLooks, lookGroups } from './looks.js'
import { network } from './network.js'
import { connect, makeSafe } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { runNode } from './releaseDoor.js'
import { readHash } from './rows.js'
import { safeAbi } from './safeAbi.js'
import {
  connectTestWallet,
  readAskedHash,
  readShownHash,
  seat,
} from './seat.js'

const { chainId, shortName } = network

/** EIP-1271's answer for a signature that counts. */
const magicValue = '0x1626ba7e'

const reviewButton = (page: Page) =>
  page.getByRole('button', { name: 'Review', exact: true })
const signButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign', exact: true })

/** The collected signature, from the text on the screen. */
async function readCollected(page: Page): Promise<Hex> {
  const shown = page.locator('[data-collected]').getByText(/^0x/)
  return (await shown.innerText()) as Hex
}

test('messages are shown as they are signed, in words and hashes', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const { alice, bob } = demoAccounts
  const link = await findTreasury(request)
  const treasury = link.slice(`${shortName}:`.length) as Address
  await page.goto(`/transactions/messages?safe=${link}`)
  await page.getByRole('link', { name: /approve the budget/ }).click()
  await expect(page.getByText(/^1 of 2, checked in this browser/)).toBeVisible()
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
    chainId,
    safe: safe.address,
    version: safe.version,
  }
  const permit = {
    domain: { name: 'Token', chainId, verifyingContract: treasury },
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
  const path = `/v1/chains/${chainId}`
  await page.goto(`/transactions/messages?safe=${shortName}:${safe.address}`)
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const posted = await request.post(`${path}/safes/${safe.address}/messages`, {
    data: {
      message: permit,
      signature: await alice.signTypedData(typedData),
      origin: '{}',
    },
  })
  expect(posted.ok(), await posted.text()).toBe(true)
  await page.getByRole('link', { name: 'Typed data, Permit' }).click()
  await expect(page.locator('[data-finding]')).toContainText([
    // By the name that the reader or the network has for him.
    /lets \S+ take up to /,
    /This permit never expires/,
  ])
  await expect(page.getByText(bob.address).first()).toBeVisible()
  const hash = hashSafeMessage(domain, permit)
  await request.post(`${path}/messages/${hash}/signatures`, {
    data: { signature: await bob.signTypedData(typedData) },
  })
  await expect(page.getByText(/^2 of 2, checked in this browser/)).toBeVisible()
  await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible()
  await page.goto(`/transactions/msg?safe=${link}&messageHash=${hash}`)
  await expect(
    page.getByRole('heading', { name: /belongs to another safe/ }),
  ).toBeVisible()
})

test('two owners sign a text, and the safe says on chain that it counts', async ({
  browser,
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const link = await findTreasury(request)
  const treasury = link.slice(`${shortName}:`.length) as Address
  const token = crypto.randomUUID()
  const text = `The owners agree.\n\nAnd again: ${token}`

  await test.step('the form says what is wrong and keeps what is written', async () => {
    await page.goto(`/transactions/messages?safe=${link}`)
    await connectTestWallet(page, wallet)
    await page.getByRole('link', { name: 'New message' }).click()
    await reviewButton(page).click()
    await expect(page.getByText('Enter the message')).toBeVisible()
    await page.getByText('Typed data', { exact: true }).click()
    await page.getByLabel('Typed data as JSON').fill('{"types":{}}')
    await reviewButton(page).click()
    await expect(page.getByText('primaryType is missing')).toBeVisible()
    await page.getByText('Text', { exact: true }).click()
    const field = page.getByLabel('Message', { exact: true })
    await field.fill('The owners')
    await page.reload()
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(field).toHaveValue('The owners')
    await field.fill(text)
    await checkLooks(page, lookGroups[0]?.looks ?? [])
    await reviewButton(page).click()
    await expect(page.getByText('And again:')).toBeVisible()
    await page.goBack()
    await expect(field).toHaveValue(text)
    await reviewButton(page).click()
  })

  await test.step('the first owner signs the hash on the screen', async () => {
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await checkLooks(page, lookGroups[0]?.looks ?? [])
    expect(await readShownHash(page, 'content')).toBe(hashMessage(text))
    await signButton(page).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    await expect(page.getByText('1 more signature needed')).toBeVisible()
  })
  const asked = readAskedHash(wallet)
  expect(asked).toBe(
    await client.readContract({
      abi: safeAbi,
      address: treasury,
      functionName: 'getMessageHash',
      args: [hashMessage(text)],
    }),
  )

  const { page: there, ...bob } = await seat(browser, product, demoAccounts.bob)
  const message = `**/v1/chains/${chainId}/messages/${asked}`
  await test.step('an altered message or seal is refused by its name', async () => {
    await there.goto(`/transactions/messages?safe=${link}`)
    await connectTestWallet(there, bob.wallet)
    const review = `/transactions/messages?safe=${link}&flow=confirm-message&messageHash=${asked}`
    await there.route(message, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, message: 'Something else' } })
    })
    await there.goto(review)
    await expect(
      there.getByRole('heading', { name: /^Blocked: this isn’t the message/ }),
    ).toBeVisible()
    await expect(there.getByText('Something else')).toHaveCount(0)
    await there.unroute(message)
    await there.route(message, async (route) => {
      const answer = await (await route.fetch()).json()
      const [first] = answer.confirmations
      const signature = first.signature.replace(/^0x....../, '0x123456')
      const confirmations = [{ ...first, signature }]
      await route.fulfill({ json: { ...answer, confirmations } })
    })
    await there.goto(review)
    await expect(
      there.locator(
        `[data-refused="Signature of ${demoAccounts.alice.address}"]`,
      ),
    ).toBeVisible()
    await expect(signButton(there)).toBeDisabled()
    await there.unroute(message)
  })

  await test.step('the second owner signs from the list while the gateway is away', async () => {
    const signatures = `${message}/signatures`
    await there.goto(`/transactions/messages?safe=${link}`)
    await there.getByRole('link', { name: new RegExp(token) }).click()
    await there.getByRole('link', { name: 'Review and sign' }).click()
    await expect(there.getByText('And again:')).toBeVisible()
    expect(await readShownHash(there, 'safeMessage')).toBe(asked)
    await there.route(signatures, (route) => route.abort('connectionrefused'))
    await signButton(there).click()
    await expect(
      there.getByRole('heading', { name: 'Signed, not submitted' }),
    ).toBeVisible()
    expect(readAskedHash(bob.wallet)).toBe(asked)
    await there.unroute(signatures)
    await there.getByRole('button', { name: 'Resubmit' }).click()
    await expect(
      there.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    await expect(
      there.getByText('The safe accepts the signature'),
    ).toBeVisible()
  })

  await test.step('the signature they made is valid on chain', async () => {
    await there.goto(
      `/transactions/messages?safe=${link}&flow=confirm-message&messageHash=${asked}`,
    )
    await expect(
      there.getByText('The safe accepts the signature'),
    ).toBeVisible()
    await expect(there.getByText('reports the same signature')).toBeVisible()
    expect(
      await client.readContract({
        abi: safeAbi,
        address: treasury,
        functionName: 'isValidSignature',
        args: [hashMessage(text), await readCollected(there)],
      }),
    ).toBe(magicValue)
  })

  await test.step('a script asks the chain, as for the message over a release', async () => {
    const check = async (asked: string) => {
      const file = test.info().outputPath('message.txt')
      await writeFile(file, asked)
      return runNode([
        ...['scripts/checkSafeMessage.mjs', file, '--safe', treasury],
        ...['--signature', signature, '--rpc', String(product.chains[chainId])],
      ])
    }
    const signature = await readCollected(there)
    expect(await check(text)).toMatchObject({ code: 0 })
    expect(await check(`${text} `)).toMatchObject({ code: 1 })
  })
  await bob.leave()
})

test('typed data that is a permit is named, accepted and valid on chain @full', async ({
  browser,
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  const link = `safe=${shortName}:${safe.address}`
  const permit = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Token', chainId: 1, verifyingContract: safe.address },
    message: {
      owner: safe.address,
      spender: demoAccounts.carol.address,
      value: '12345678901234567890',
    },
  } as const
  await page.goto(`/transactions/messages?${link}`)
  await connectTestWallet(page, wallet)
  await page.goto(`/transactions/messages?${link}&flow=message`)
  await page.getByText('Typed data', { exact: true }).click()
  const field = page.getByLabel('Typed data as JSON')
  await field.fill(
    JSON.stringify(permit).replace(
      '"12345678901234567890"',
      '12345678901234567890',
    ),
  )
  await reviewButton(page).click()
  await expect(page.getByText('in quotes where it has more')).toBeVisible()
  await field.fill(JSON.stringify(permit))
  await expect(
    page.getByText(/^The domain is for Ethereum \(chain ID 1\)/),
  ).toBeVisible()
  await reviewButton(page).click()
  await expect(page.getByText(/^This message lets \S+ take/)).toBeVisible()
  const tick = page.getByLabel(/ will be able to take /)
  await expect(signButton(page)).toBeDisabled()
  await tick.check()
  for (const { looks } of lookGroups) await checkLooks(page, looks)
  expect(await readShownHash(page, 'content')).toBe(
    hashTypedData({ ...permit, domain: { ...permit.domain } } as never),
  )
  const shown = await readShownHash(page, 'safeMessage')
  await pressAcknowledged(page, 'Sign')
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  expect(readAskedHash(wallet)).toBe(shown)

  const { page: there, ...bob } = await seat(browser, product, demoAccounts.bob)
  await there.goto(`/transactions/messages?${link}`)
  await connectTestWallet(there, bob.wallet)
  await there.getByRole('link', { name: 'Typed data, Permit' }).click()
  await there.getByRole('link', { name: 'Review and sign' }).click()
  await there.getByLabel(/ will be able to take /).check()
  await signButton(there).click()
  await expect(there.getByText('The safe accepts the signature')).toBeVisible()
  expect(
    await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'isValidSignature',
      args: [hashTypedData(permit as never), await readCollected(there)],
    }),
  ).toBe(magicValue)
  await bob.leave()
})

test('a message signed on chain is valid without a signature @full', async ({
  browser,
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  const link = `safe=${shortName}:${safe.address}`
  const text = 'Marked for good.'
  await page.goto(`/transactions/messages?${link}`)
  await connectTestWallet(page, wallet)
  await page.goto(`/transactions/messages?${link}&flow=message`)
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByLabel(/^On chain/).check()
  await reviewButton(page).click()
  await expect(page.getByText(text)).toBeVisible()
  expect(await readShownHash(page, 'content')).toBe(hashMessage(text))
  await expect(page.getByText(/checks passed/)).toBeVisible()
  for (const { looks } of lookGroups) await checkLooks(page, looks)
  const shown = await readShownHash(page, 'safeTxHash')
  await signButton(page).click()
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  expect(readAskedHash(wallet)).toBe(shown)

  const { page: there, ...bob } = await seat(browser, product, demoAccounts.bob)
  await there.goto(`/transactions/queue?${link}`)
  await connectTestWallet(there, bob.wallet)
  await there.goto(`/transactions/queue?${link}&flow=confirm&id=${shown}`)
  await there.getByRole('button', { name: 'Execute' }).click()
  await expect(there.getByRole('heading', { name: 'Executed' })).toBeVisible()
  expect(
    await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'isValidSignature',
      args: [hashMessage(text), '0x'],
    }),
  ).toBe(magicValue)
  await bob.leave()
})
