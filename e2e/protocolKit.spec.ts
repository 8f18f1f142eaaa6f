import { demoAccounts } from '@covault/devnet'
import { expect } from '@playwright/test'
import ProtocolKit, {
  EthSafeSignature,
  EthSafeTransaction,
} from '@safe-global/protocol-kit'
import { type Hex, toHex } from 'viem'
import { openFile, saveFile, share } from './carrying.js'
import { test } from './fixtures.js'
import { executeNow, pressAcknowledged } from './ownSafe.js'
import { safeAbi } from './safeAbi.js'
import { reviewPayment, sitDown } from './seat.js'

const { bob, supplier } = demoAccounts

// The gateway is asked for what is brought in, and has never heard of it.
test.use({ expectedFaults: { patterns: [/404 .*\/transactions\/0x/] } })

test('protocol-kit executes what the page saved, and the page what it signed @full', async ({
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
  const told = await request.get('/v1/chains/31337')
  const { contractAddresses } = await told.json()
  const kit = await ProtocolKit.init({
    provider: product.chains[31337] ?? '',
    signer: toHex(bob.getHdKey().privateKey ?? '0x'),
    safeAddress: safe.address,
    contractNetworks: { 31337: contractAddresses },
  })
  const readNonce = () =>
    client.readContract({
      address: safe.address,
      abi: safeAbi,
      functionName: 'nonce',
    })

  await test.step('it executes what the page saved', async () => {
    const to = supplier.address
    const hash = await reviewPayment(page, { to, amount: '0.1' })
    await pressAcknowledged(page, 'Sign')
    await share(page)
    const file = JSON.parse(String(await saveFile(page)))
    const theirs = new EthSafeTransaction(file.data)
    for (const { signer, data } of file.signatures)
      theirs.addSignature(new EthSafeSignature(signer, data))
    expect(await kit.getTransactionHash(theirs)).toBe(hash)
    const executed = await kit.executeTransaction(
      await kit.signTransaction(theirs),
    )
    await client.waitForTransactionReceipt({ hash: executed.hash as Hex })
    expect(await readNonce()).toBe(1n)
  })

  await test.step('the page executes what it signed', async () => {
    const created = await kit.createTransaction({
      transactions: [{ to: supplier.address, value: '1', data: '0x' }],
    })
    const signed = await kit.signTransaction(created)
    const { data, signatures } = signed
    const text = JSON.stringify({
      tx: { data, signatures: [...signatures.values()] },
    })
    await page.goto(`/transactions/bring-in?${link}`)
    await openFile(page, Buffer.from(text))
    await expect(page.getByText('1 new signature')).toBeVisible()
    await page.getByRole('button', { name: 'Add and review' }).click()
    await executeNow(page)
    expect(await readNonce()).toBe(2n)
  })
})
