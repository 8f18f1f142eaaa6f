import {
  allowanceModuleAddress,
  type DevnetClient,
  demoAccounts,
  demoTokenAbi,
  getContract,
  getDemoContractAddress,
  sendTransaction,
} from '@covault/devnet'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseUnits,
  zeroAddress,
} from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { connect, patiently } from './otherOwners.js'
import { executeNow, makeOwnSafe, review } from './ownSafe.js'
import { connectTestWallet, lastRequest, seat } from './seat.js'

const { alice, bob, beneficiary, supplier, deployer } = demoAccounts

const settingsAbi = parseAbi([
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
  'function getOwners() view returns (address[])',
  'function VERSION() view returns (string)',
])
const sentinel = '0x0000000000000000000000000000000000000001'
// keccak256 of 'guard_manager.guard.address', 'fallback_manager.handler.address'
// and 'module_manager.module_guard.address'.
const slots = {
  singleton: '0x0',
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  handler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
  moduleGuard:
    '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
} as const

// What is executed at once was never proposed: until it is indexed, the gateway
// does not know it.
test.use({ expectedFaults: { patterns: [/status of 404/] } })

const versions = [
  { version: '1.5.0', tier: '' },
  { version: '1.3.0', tier: ' @full' },
  { version: '1.4.1', tier: ' @full' },
] as const

for (const { version, tier } of versions)
  test(`modules and guard of a ${version} safe come, and what cannot be one is refused${tier}`, async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeOwnSafe(client, request, { version })
    const guard = await deployGuard(client)
    await page.goto(`/settings/modules?safe=local1:${safe}`)
    await connectTestWallet(page, wallet)

    await test.step('a module needs code, and is named by it', async () => {
      await page.getByRole('link', { name: 'Change modules' }).click()
      const field = page.getByRole('textbox', { name: 'Module to enable' })
      await field.fill(bob.address)
      await expect(page.getByText(/This address has no code/)).toBeVisible()
      await field.fill(safe)
      await expect(page.getByText(/This is the safe itself/)).toBeVisible()
      await field.fill(allowanceModuleAddress)
      await expect(
        page.getByText(/^Allowance module 0\.1\.0, test version/),
      ).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await checkPage(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await review(page)
      const row = page.locator('dl > div', { hasText: 'Modules' })
      await expect(row).toContainText('changes')
      await expect(row).toContainText('added')
      await expect(row).toContainText('Allowance module 0.1.0')
      await executeNow(page)
      expect(await readModules(client, safe)).toEqual([allowanceModuleAddress])
    })

    await test.step('a guard must say that it is one', async () => {
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('link', { name: 'Change guard' }).click()
      const field = page.getByRole('textbox', { name: 'Address of the guard' })
      await field.fill(allowanceModuleAddress)
      await expect(
        page.getByText(/doesn’t declare itself a guard/),
      ).toBeVisible()
      await field.fill(guard)
      await expect(page.getByText(/locks the safe permanently/)).toBeVisible()
      await review(page)
      await executeNow(page)
      expect(await readSlot(client, safe, 'guard')).toBe(guard)
    })
  })

for (const { version } of versions)
  test(`guards, handler and modules of a ${version} safe go again @full`, async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeOwnSafe(client, request, { version })
    const guard = await deployGuard(client)
    await page.goto(`/settings/modules?safe=local1:${safe}`)
    await connectTestWallet(page, wallet)
    const open = async (name: string) =>
      page.getByRole('link', { name, exact: true }).click()
    const done = async () => {
      await executeNow(page)
      await page.getByRole('button', { name: 'Done' }).click()
    }
    const set = async (part: string, contract: Address) => {
      await open(`Change ${part}`)
      await page
        .getByRole('textbox', { name: `Address of the ${part}` })
        .fill(contract)
      await review(page)
      await done()
    }
    const clear = async (part: string) => {
      await open(`Change ${part}`)
      await page.getByText('Remove', { exact: true }).click()
      await review(page)
      await done()
    }

    await set('guard', guard)
    expect(await readSlot(client, safe, 'guard')).toBe(guard)
    await clear('guard')
    expect(await readSlot(client, safe, 'guard')).toBe(zeroAddress)
    if (version === '1.5.0') {
      await set('module guard', guard)
      expect(await readSlot(client, safe, 'moduleGuard')).toBe(guard)
      await clear('module guard')
      expect(await readSlot(client, safe, 'moduleGuard')).toBe(zeroAddress)
    }
    await clear('fallback handler')
    expect(await readSlot(client, safe, 'handler')).toBe(zeroAddress)
    await open('Change fallback handler')
    await page
      .getByRole('textbox', { name: 'Address of the fallback handler' })
      .fill(safe)
    await expect(page.getByText(/can’t be its own/)).toBeVisible()
    await page.getByRole('button', { name: /^Use Compat/ }).click()
    await review(page)
    await done()
    expect(await readSlot(client, safe, 'handler')).not.toBe(zeroAddress)

    await open('Change modules')
    await page
      .getByRole('textbox', { name: 'Module to enable' })
      .fill(allowanceModuleAddress)
    await review(page)
    await done()
    await page.getByRole('link', { name: /^Disable 0xCFbF/ }).click()
    await expect(page.getByText('will be disabled')).toBeVisible()
    await review(page)
    await done()
    expect(await readModules(client, safe)).toEqual([])
  })

test('a beneficiary spends from a limit, and what is left is told at once', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const token = getDemoContractAddress('dollar')
  const safe = await makeOwnSafe(client, request)
  await mint(client, token, safe)
  const link = `safe=local1:${safe}`
  await page.goto(
    `/settings/setup?${link}&flow=spending-limit&token=${token}&recipient=${beneficiary.address}`,
  )
  await connectTestWallet(page, wallet)

  await test.step('the owner sets a limit; the module comes along', async () => {
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('79228162514264337593543.950336')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText(/The module supports at most/)).toBeVisible()
    await amount.fill('250.5')
    await page.getByLabel('Renews').selectOption('day')
    await page.setViewportSize({ width: 390, height: 844 })
    await checkPage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await review(page)
    await expect(page.getByText(/250\.50? DUSD/).first()).toBeVisible()
    await executeNow(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('250.50 DUSD every day')).toBeVisible()
    expect(await readLimit(client, safe, token)).toMatchObject({
      amount: 250_500_000n,
      spent: 0n,
      minutes: 1440n,
    })
  })

  await test.step('the beneficiary spends without any owner', async () => {
    const other = await seat(browser, product, beneficiary)
    await other.page.goto(`/settings/setup?${link}`)
    await connectTestWallet(other.page, other.wallet)
    await other.page.getByRole('link', { name: 'Spend', exact: true }).click()
    await other.page
      .getByRole('textbox', { name: 'Recipient' })
      .fill(supplier.address)
    const amount = other.page.getByRole('textbox', { name: /^Amount/ })
    await amount.fill('250.500001')
    await other.page.getByRole('button', { name: 'Review' }).click()
    await expect(
      other.page.getByText(/^Only 250\.50 .* of the limit is left/),
    ).toBeVisible()
    await amount.fill('100.000001')
    await other.page.getByRole('button', { name: 'Review' }).click()
    await expect(other.page.getByText('150.499999 DUSD')).toBeVisible()
    const spend = other.page.getByRole('button', { name: 'Spend', exact: true })
    await expect(spend).toBeEnabled()
    await checkPage(other.page)
    const before = await readBalance(client, token, supplier.address)
    await spend.click()
    await expect(
      other.page.getByRole('heading', { name: 'Spent', exact: true }),
    ).toBeVisible({ timeout: 30_000 })
    expect(
      lastRequest(other.wallet, 'eth_sendTransaction').params[0],
    ).toMatchObject({
      to: expect.stringMatching(new RegExp(allowanceModuleAddress, 'i')),
    })
    const after = await readBalance(client, token, supplier.address)
    expect(after - before).toBeGreaterThanOrEqual(100_000_001n)
    await other.leave()
  })

  await test.step('the owner’s page tells it by itself', async () => {
    await expect(page.getByText('150.499999 DUSD')).toBeVisible({
      timeout: 30_000,
    })
    expect(await readLimit(client, safe, token)).toMatchObject({
      spent: 100_000_001n,
    })
    await checkPage(page)
  })
})

test('a limit begins again, is changed and removed @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeOwnSafe(client, request)
  await patiently(() =>
    sendTransaction(client, {
      account: alice,
      to: safe,
      value: parseUnits('1', 18),
    }),
  )
  await page.goto(`/settings/setup?safe=local1:${safe}`)
  await connectTestWallet(page, wallet)
  const done = async () => {
    await executeNow(page)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await page.getByRole('link', { name: 'Set spending limit' }).click()
  await page
    .getByRole('textbox', { name: 'Spender address' })
    .fill(beneficiary.address)
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await page.getByLabel('Renews').selectOption('once')
  await review(page)
  await done()
  await patiently(() =>
    sendTransaction(client, {
      account: beneficiary,
      to: allowanceModuleAddress,
      data: encodeFunctionData({
        abi: parseAbi([
          'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
        ]),
        functionName: 'executeAllowanceTransfer',
        args: [
          safe,
          zeroAddress,
          supplier.address,
          parseUnits('0.2', 18),
          zeroAddress,
          0n,
          beneficiary.address,
          '0x',
        ],
      }),
    }),
  )
  await page.getByRole('link', { name: 'Reset' }).click()
  await done()
  expect(await readLimit(client, safe, zeroAddress)).toMatchObject({
    amount: parseUnits('0.5', 18),
    spent: 0n,
    minutes: 0n,
  })
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await page.getByLabel('Renews').selectOption('once')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText('The limit already has this value')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.75')
  await page.getByLabel('Renews').selectOption('month')
  await review(page)
  await done()
  expect(await readLimit(client, safe, zeroAddress)).toMatchObject({
    amount: parseUnits('0.75', 18),
    minutes: 43_200n,
  })
  await page.getByRole('link', { name: 'Remove', exact: true }).click()
  await done()
  await expect(
    page.getByText('None. Spending needs the owners’ signatures.'),
  ).toBeVisible()
  expect(await readLimit(client, safe, zeroAddress)).toMatchObject({
    amount: 0n,
  })
})

const updates = [
  { handler: undefined, l2: false, tier: '' },
  {
    handler: '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3',
    l2: true,
    tier: ' @full',
  },
] as const

for (const { handler, l2, tier } of updates)
  test(`a 1.3.0 safe with ${handler ? 'its own' : 'the standard'} handler becomes 1.4.1${tier}`, async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeOwnSafe(client, request, {
      version: '1.3.0',
      l2,
      ...(handler && { fallbackHandler: handler }),
    })
    await page.goto(`/settings/setup?safe=local1:${safe}`)
    await connectTestWallet(page, wallet)
    await expect(page.getByText(/Version 1\.3\.0 is outdated/)).toBeVisible()
    await page.getByRole('link', { name: 'Upgrade to 1.4.1' }).click()
    await expect(page.getByText(/^SafeL2 1\.4\.1, official/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await checkPage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await review(page)
    const row = page.locator('dl > div', { hasText: 'Implementation' })
    await expect(row).toContainText(
      l2 ? 'GnosisSafeL2 1.3.0' : 'GnosisSafe 1.3.0',
    )
    await expect(row).toContainText('SafeL2 1.4.1')
    await expect(
      page.locator('dl > div', { hasText: 'Fallback handler' }),
    ).toContainText(handler ? 'unchanged' : 'changes')
    await executeNow(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/Version 1\.3\.0 is outdated/)).toHaveCount(0)
    const read = { address: safe, abi: settingsAbi } as const
    expect(
      await client.readContract({ ...read, functionName: 'VERSION' }),
    ).toBe('1.4.1')
    expect(
      await client.readContract({ ...read, functionName: 'getOwners' }),
    ).toEqual([alice.address])
    expect(await readSlot(client, safe, 'singleton')).toBe(
      '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    )
    expect(await readSlot(client, safe, 'handler')).toBe(
      handler ?? '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    )
  })

/** A safe of Alice alone, so that she executes what she reviews. */
async function deployGuard(client: DevnetClient): Promise<Address> {
  const { abi, bytecode } = getContract('DemoGuard')
  const hash = await patiently(() =>
    client.deployContract({
      account: deployer,
      abi,
      bytecode,
      args: [zeroAddress],
    }),
  )
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The guard is not deployed.')
  return getAddress(contractAddress)
}

async function mint(client: DevnetClient, token: Address, to: Address) {
  await patiently(() =>
    sendTransaction(client, {
      account: alice,
      to: token,
      data: encodeFunctionData({
        abi: demoTokenAbi,
        functionName: 'mint',
        args: [to, parseUnits('1000', 6)],
      }),
    }),
  )
}

async function readModules(client: DevnetClient, safe: Address) {
  const [modules] = await client.readContract({
    address: safe,
    abi: settingsAbi,
    functionName: 'getModulesPaginated',
    args: [sentinel, 10n],
  })
  return modules
}

async function readSlot(
  client: DevnetClient,
  safe: Address,
  name: keyof typeof slots,
): Promise<Address> {
  const word = await client.getStorageAt({ address: safe, slot: slots[name] })
  return getAddress(`0x${(word ?? '').slice(-40)}`)
}

async function readLimit(client: DevnetClient, safe: Address, token: Address) {
  const [amount, spent, minutes] = await client.readContract({
    address: allowanceModuleAddress,
    abi: parseAbi([
      'function getTokenAllowance(address safe, address delegate, address token) view returns (uint256[5])',
    ]),
    functionName: 'getTokenAllowance',
    args: [safe, beneficiary.address, token],
  })
  return { amount, spent, minutes }
}

async function readBalance(
  client: DevnetClient,
  token: Address,
  holder: Address,
): Promise<bigint> {
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
}
