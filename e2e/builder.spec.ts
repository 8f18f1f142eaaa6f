import { readFile } from 'node:fs/promises'
import {
  demoAccounts,
  demoTokenAbi,
  getDemoContractAddress,
} from '@covault/devnet'
import type { Locator, Page } from '@playwright/test'
import { type Address, encodeFunctionData, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import {
  executeFromQueue,
  readAskedHash,
  readShownHash,
  reviewPayment,
  seat,
  sitDown,
} from './seat.js'

// The gateway says with it that it knows nothing of a contract.
test.use({ expectedFaults: { patterns: [/status of 404/] } })

const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

const abi = `struct Call { address target; bool allowFailure; bytes callData; }
struct ValueCall { address target; bool allowFailure; uint256 value; bytes callData; }
function aggregate3(Call[] calls) payable
function aggregate3Value(ValueCall[] calls) payable
function getBlockNumber() view returns (uint256)`

test('calls are built, collected, put in order, signed by two and executed', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const dollar = getDemoContractAddress('dollar')
  const [friend, supplier] = [makeAddress(), makeAddress()]
  const { client, safe, link } = await sitDown({
    page,
    product,
    request,
    wallet,
  })

  await test.step('a list of tuples is built, and a mistake is named', async () => {
    await page.getByRole('link', { name: 'Build', exact: true }).click()
    await page.getByLabel('Contract or recipient').fill(multicall)
    await page.getByLabel('ABI', { exact: true }).fill(abi)
    await page
      .getByLabel('Function', { exact: true })
      .selectOption('aggregate3((address,bool,bytes)[])')
    await expect(page.getByText('1 function hidden')).toBeVisible()
    await page.getByRole('button', { name: 'Add to calls' }).click()
    await page.getByLabel('calls 1 target, address').fill(dollar)
    await page.getByLabel('calls 1 allowFailure, bool').selectOption('false')
    await page.getByLabel('calls 1 callData, bytes').fill('0x40c')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(
      page.getByText(
        'A byte has two digits, and there are 3 here: one is missing.',
      ),
    ).toBeVisible()
    await checkPage(page)
    const mint = encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [safe.address, parseUnits('25', 6)],
    })
    await page.getByLabel('calls 1 callData, bytes').fill(mint)
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(
      page.getByText('Added. 1 call in the draft batch.'),
    ).toBeVisible()
  })

  await test.step('a payable call of the same contract', async () => {
    await page
      .getByLabel('Function', { exact: true })
      .selectOption('aggregate3Value((address,bool,uint256,bytes)[])')
    await page.getByRole('button', { name: 'Enter calls as text' }).click()
    await page.getByLabel('calls as text').fill(`[(${friend}, false, 0.02`)
    await page.getByLabel('Value in ETH').fill('0.02')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(page.getByText(/The list cannot be read/)).toBeVisible()
    await page
      .getByLabel('calls as text')
      .fill(`[(${friend}, false, 0.02 ether, 0x)]`)
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(
      page.getByText('Added. 2 calls in the draft batch.'),
    ).toBeVisible()
  })

  await test.step('a payment joins from another flow', async () => {
    await page.goto(`/home?${link}`)
    await reviewPayment(page, { to: supplier, amount: '0.3' })
    await page.getByRole('radio', { name: 'Add to draft batch' }).check()
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(
      page.getByRole('heading', { name: 'Added to draft batch' }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Draft batch, 3 calls' }).click()
  })

  const rows = listRows(page)
  await test.step('it is put first by keyboard, and stays there', async () => {
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(2)).toContainText('Send 0.3 ETH')
    await page.getByRole('button', { name: 'Move call 3 of 3' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(rows.nth(1)).toContainText('Send 0.3 ETH')
    await page.keyboard.press('ArrowUp')
    await expect(rows.first()).toContainText('Send 0.3 ETH')
    await expect(page.getByText('Moved to place 1 of 3.')).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Move call 1 of 3' }),
    ).toBeFocused()
    await page.reload()
    await expect(rows.first()).toContainText('Send 0.3 ETH')
    await expect(rows.nth(1)).toContainText('aggregate3')
    await expect(rows.nth(2)).toContainText('aggregate3Value')
    await page.setViewportSize({ width: 390, height: 844 })
    await checkPage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const hash = await readShownHash(page, 'safeTxHash')
  // The calls are read with the ABI that they were built with.
  await expect(
    page.getByRole('region', { name: 'Contract calls' }),
  ).toContainText('aggregate3Value')
  await test.step('nobody knew of it before it is signed', async () => {
    const queue = await request.get(
      `/v1/chains/31337/safes/${safe.address}/transactions/queued`,
    )
    expect((await queue.json()).results).toEqual([])
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    expect(readAskedHash(wallet)).toBe(hash)
    await expect(
      page.getByRole('link', { name: 'Draft batch', exact: true }),
    ).toBeVisible()
  })

  const other = await seat(browser, product, demoAccounts.bob)
  await executeFromQueue(other, { link, hash })
  await other.leave()
  expect(await client.getBalance({ address: friend })).toBe(parseEther('0.02'))
  expect(await client.getBalance({ address: supplier })).toBe(parseEther('0.3'))
  expect(
    await client.readContract({
      address: dollar,
      abi: demoTokenAbi,
      functionName: 'balanceOf',
      args: [safe.address],
    }),
  ).toBe(parseUnits('25', 6))
})

test('files go out and come back alike, and wrong ones are refused', async ({
  page,
  product,
  request,
  wallet,
}) => {
  const { safe, link } = await sitDown({ page, product, request, wallet })
  const to = makeAddress()
  await page.goto(`/home?${link}&flow=builder`)

  await test.step('raw data and what is wrong with it', async () => {
    await page.getByText('Raw data', { exact: true }).click()
    await page.getByLabel('Data (hexadecimal)').fill('0x12345')
    await page.getByLabel('Value in ETH').fill('1,5')
    await page.getByLabel('Contract or recipient').fill('0x12')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    for (const words of [
      'An address has 40 digits after 0x, but this one has 2.',
      'A byte has two digits, and there are 5 here: one is missing.',
      'Use a point for decimals',
    ])
      await expect(page.getByText(words)).toBeVisible()
    await page.getByLabel('Contract or recipient').fill(to)
    await page.getByLabel('Data (hexadecimal)').fill('0x12345678')
    await page.getByLabel('Value in ETH').fill('0.5')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(
      page.getByText('Added. 1 call in the draft batch.'),
    ).toBeVisible()
  })

  const rows = listRows(page)
  await test.step('a function of the ABI that the gateway has', async () => {
    await page.route('**/v1/chains/31337/contracts/*', (route) =>
      route.fulfill({ json: contractOf(to) }),
    )
    await page.reload()
    await page.getByLabel('Contract or recipient').fill(safe.address)
    await expect(page.getByText('A proxy (Safe)')).toBeVisible()
    await page.getByLabel('Contract or recipient').fill(to)
    await page
      .getByLabel('Function', { exact: true })
      .selectOption('pay(address,uint96[2])')
    await page.getByLabel('who, address').fill(safe.address)
    await page.getByLabel('much 1, uint96').fill('7')
    await page.getByLabel('much 2, uint96').fill('1e30')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(page.getByText(/^uint96 is at most/)).toBeVisible()
    await page.getByLabel('much 2, uint96').fill('30 gwei')
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(rows).toHaveCount(2)
    await page.unrouteAll()
  })

  await test.step('a call is duplicated, edited and removed', async () => {
    await page.getByRole('button', { name: 'Duplicate call 2' }).click()
    await expect(rows).toHaveCount(3)
    await page.getByRole('link', { name: 'Edit call 3' }).click()
    await expect(page.getByLabel('much 2, uint96')).toHaveValue('30000000000')
    await page.getByLabel('much 2, uint96').fill('8')
    await page.getByRole('button', { name: 'Save change' }).click()
    await expect(
      page.getByRole('heading', { name: 'Draft batch', level: 1 }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove call 2' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('0.5 ETH')
    await expect(rows.nth(1)).toContainText('pay')
  })

  const text = await exportFile(page)
  await test.step('the file is what builders write', async () => {
    const file = JSON.parse(text)
    expect(file.meta.checksum).toMatch(/^0x[0-9a-f]{64}$/)
    expect(file.transactions).toEqual([
      {
        to,
        value: '500000000000000000',
        data: '0x12345678',
        contractMethod: null,
        contractInputsValues: null,
      },
      {
        to,
        value: '0',
        data: null,
        contractMethod: {
          inputs: [
            { internalType: 'address', name: 'who', type: 'address' },
            { internalType: 'uint96[2]', name: 'much', type: 'uint96[2]' },
          ],
          name: 'pay',
          payable: false,
        },
        contractInputsValues: { who: safe.address, much: '["7","8"]' },
      },
    ])
  })

  await test.step('saved under a name it comes back after it was emptied', async () => {
    await page.getByRole('button', { name: 'Save batch' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Every month')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await emptyBatch(page)
    await page.getByRole('button', { name: 'Add to draft batch' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('pay')
    await emptyBatch(page)
  })

  await test.step('wrong files are told apart', async () => {
    await importFile(page, '{"meta":{}}')
    await expect(
      page.getByText('This isn’t a transaction builder file'),
    ).toBeVisible()
    await importFile(page, text.replace('"31337"', '"1"'))
    await expect(
      page.getByText('The file is for Ethereum (chain ID 1)'),
    ).toBeVisible()
    await importFile(page, text.replace('0x12345678', '0x1234567'))
    await expect(
      page.getByText('Call 1 of the file can’t be read: data:'),
    ).toBeVisible()
    await importFile(page, text.replace('0x12345678', '0x12345679'))
    await expect(page.getByText('The checksum is wrong')).toBeVisible()
    await checkPage(page)
    await page.getByRole('button', { name: 'Don’t import' }).click()
    await expect(rows).toHaveCount(0)
  })

  await test.step('the right one comes back byte for byte', async () => {
    await importFile(page, text)
    await page.getByRole('button', { name: 'Add 2 calls' }).click()
    await expect(rows).toHaveCount(2)
    const again = await exportFile(page)
    expect(withoutTime(again)).toBe(withoutTime(text))
  })

  await test.step('a delegatecall cannot be put into a batch', async () => {
    await page.goto(`/transactions/messages?${link}&flow=message`)
    await page.getByLabel('Message', { exact: true }).fill('Hello')
    await page.getByRole('radio', { name: /^On chain/ }).check()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(
      page.getByText('This is a delegatecall, which can’t be part of a batch'),
    ).toBeVisible()
  })
})

test('a batch of 200 calls answers at once, by pointer and by keyboard @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { safe, link } = await sitDown({ page, product, request, wallet })
  const to = makeAddress()
  const file = {
    version: '1.0',
    chainId: '31337',
    createdAt: 1,
    meta: { name: 'Many', createdFromSafeAddress: safe.address },
    transactions: Array.from({ length: 200 }, (_, index) => ({
      to,
      value: String(index + 1),
      data: null,
      contractMethod: null,
      contractInputsValues: null,
    })),
  }
  await page.goto(`/home?${link}&flow=batch`)
  await importFile(page, JSON.stringify(file))
  await expect(page.getByText('The file has no checksum')).toBeVisible()
  await page.getByRole('button', { name: 'Add 200 calls' }).click()
  const rows = listRows(page)
  await expect(rows).toHaveCount(200)
  await expect(rows.last()).toContainText('0.0000000000000002 ETH')
  await page.getByRole('button', { name: 'Move call 200 of 200' }).focus()
  const from = Date.now()
  for (let presses = 0; presses < 20; presses += 1)
    await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Moved to place 180 of 200.')).toBeVisible()
  test.info().annotations.push({
    type: 'measured',
    description: `20 moves in a batch of 200 calls: ${Date.now() - from} ms`,
  })
  await page
    .getByRole('button', { name: 'Move call 2 of 200' })
    .dragTo(rows.first())
  await expect(rows.first()).toContainText('0.000000000000000002 ETH')
  await page.reload()
  await expect(rows.first()).toContainText('0.000000000000000002 ETH')
  const order = JSON.parse(await exportFile(page)).transactions.map(
    ({ value }: { value: string }) => Number(value),
  )
  const expected = [2, 1, ...range(3, 179), 200, ...range(180, 199)]
  expect(order).toEqual(expected)
  await checkPage(page)
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function makeAddress(): Address {
  return privateKeyToAddress(generatePrivateKey())
}

function listRows(page: Page): Locator {
  return page
    .getByRole('list', { name: 'Calls of the batch' })
    .getByRole('listitem')
}

function contractOf(address: Address) {
  return {
    address,
    name: 'Payroll',
    displayName: 'Payroll',
    logoUri: null,
    contractAbi: {
      abi: [
        {
          type: 'function',
          name: 'pay',
          stateMutability: 'nonpayable',
          inputs: [
            { name: 'who', type: 'address' },
            { name: 'much', type: 'uint96[2]' },
          ],
        },
      ],
    },
    trustedForDelegateCall: false,
  }
}

async function exportFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as file' }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

async function importFile(page: Page, text: string): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({
    name: `batch-${Math.random()}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
}

async function emptyBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard batch' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Discard batch' })
    .click()
  await expect(page.getByText('The draft batch is empty.')).toBeVisible()
}

function withoutTime(text: string): string {
  return text
    .replace(/"createdAt":\d+/, '')
    .replace(/"checksum":"0x[0-9a-f]{64}"/, '')
}
