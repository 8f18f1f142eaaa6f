import {
  batchCalls,
  demoAccounts,
  executeTransaction,
  signTransaction,
} from '@covault/devnet'
import type { Hex } from 'viem'
import { checkPage } from './checkPage.js'
import { ExampleApp } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { patiently } from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { readShownHash, sitDown } from './seat.js'

const { alice, bob } = demoAccounts

test('an app gets every reply, and its transaction goes through two owners to the chain and back', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { client, safe } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const app = new ExampleApp(page)

  await test.step('the catalogue is searched, and an app is pinned', async () => {
    await expect(page.getByRole('link', { name: 'Example app' })).toBeVisible()
    await page.getByLabel('Search apps').fill('wagmi')
    await expect(page.getByRole('link', { name: 'Example app' })).toBeHidden()
    await page.getByRole('button', { name: 'Pin Wagmi example' }).click()
    await page.getByLabel('Search apps').fill('')
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: /^Details/ }) })
        .first(),
    ).toContainText('Wagmi example')
    await page.getByRole('button', { name: 'Conformance' }).click()
    await page.getByRole('button', { name: 'Details of Example app' }).click()
    await expect(page.getByRole('dialog')).toContainText(product.exampleApp)
    await page.getByRole('button', { name: 'Close' }).click()
    await checkPage(page)
  })

  await page.getByRole('link', { name: 'Example app' }).click()

  await test.step('every method that only reads is answered', async () => {
    expect(await app.ask('getSafeInfo')).toMatchObject({
      safeAddress: safe.address,
      chainId: 31337,
      threshold: 2,
      owners: [alice.address, bob.address],
      isReadOnly: false,
      nonce: 0,
      version: '1.4.1',
    })
    expect(await app.ask('getEnvironmentInfo')).toEqual({ origin: product.url })
    expect(await app.ask('getChainInfo')).toMatchObject({
      chainId: '31337',
      chainName: 'Local 1',
      shortName: 'local1',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    })
    expect(await app.ask('getSafeBalances')).toMatchObject({
      items: [{ balance: '1000000000000000000' }],
    })
    expect(await app.ask('rpcCall eth_getBalance')).toMatch(/^0x/)
    expect(await app.ask('rpcCall eth_getBlockByNumber')).toMatchObject({
      number: expect.stringMatching(/^0x/),
    })
    expect(await app.ask('provider eth_accounts')).toEqual([safe.address])
    expect(await app.ask('wallet_getPermissions')).toEqual([])
  })

  await test.step('the address book is shown to whom it is allowed', async () => {
    await app.press('requestAddressBook')
    await expect(page.getByRole('dialog')).toContainText(product.exampleApp)
    await page.getByRole('button', { name: 'Show address book' }).click()
    expect(await app.read('requestAddressBook')).toBeInstanceOf(Array)
    expect(await app.ask('wallet_getPermissions')).toMatchObject([
      { parentCapability: 'requestAddressBook', invoker: product.exampleApp },
    ])
  })

  await test.step('who closes the review rejects', async () => {
    await app.press('sendTransactions')
    await expect(page.getByText('Requested by the app')).toContainText(
      product.exampleApp,
    )
    await page.evaluate(() => history.back())
    expect(await app.read('sendTransactions', 'failed')).toBe(
      'The request was rejected.',
    )
  })

  const { hash, signature } =
    await test.step('a batch is reviewed and signed', async () => {
      await app.frame.getByLabel('Wei').fill('1234')
      await app.press('sendTransactions, a batch with safeTxGas')
      await expect(
        page.getByText('also requested safeTxGas 100000'),
      ).toBeVisible()
      await expect(page.getByText(/checks passed/)).toBeVisible()
      const shown = await readShownHash(page, 'safeTxHash')
      await checkPage(page)
      // Anyone who pays nobody says that it is meant.
      await pressAcknowledged(page, 'Sign')
      await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
      await page.getByRole('button', { name: 'Done' }).click()
      expect(
        await app.read('sendTransactions, a batch with safeTxGas'),
      ).toEqual({
        safeTxHash: shown,
      })
      const details = await app.ask('getTxBySafeTxHash')
      expect(details).toMatchObject({
        safeAddress: safe.address,
        txStatus: 'AWAITING_CONFIRMATIONS',
        safeAppInfo: { url: product.exampleApp },
        detailedExecutionInfo: {
          ...{ safeTxHash: shown, safeTxGas: '0', nonce: 0 },
          confirmations: [{ signer: { value: alice.address } }],
        },
      })
      return { hash: shown, ...readSignature(details) }
    })

  await test.step('the second owner executes, and the app sees it', async () => {
    const call = { to: dead, value: 1234n } as const
    const signed = await signTransaction(safe, {
      plan: { ...batchCalls(safe, [call, call]), nonce: 0n },
      signers: [bob],
    })
    expect(signed.safeTxHash).toBe(hash)
    const signatures = [
      ...signed.signatures,
      { kind: 'ecdsa', signer: alice.address, data: signature } as const,
    ]
    await patiently(() =>
      executeTransaction(
        { client },
        { ...signed, signatures },
        { executor: bob },
      ),
    )
    await expect
      .poll(async () => {
        const reply = await app.ask('provider wallet_getCallsStatus')
        return (reply as { status: number }).status
      })
      .toBe(200)
    expect(await client.getBalance({ address: dead })).toBeGreaterThanOrEqual(
      2468n,
    )
  })
})

const dead = '0x000000000000000000000000000000000000dEaD'

/** What the first owner signed, as the app is told of it. */
function readSignature(details: unknown): { signature: Hex } {
  const { detailedExecutionInfo } = details as {
    detailedExecutionInfo: { confirmations: [{ signature: Hex }] }
  }
  return { signature: detailedExecutionInfo.confirmations[0].signature }
}
