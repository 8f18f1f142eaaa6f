import {
  accounts,
  demoAccounts,
  executeTransaction,
  proposeTransaction,
  signWithKey,
} from '@covault/devnet'
import { getAddress, type Hex, pad, parseEther, parseUnits, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { tell } from './otherOwners.js'
import {
  executeFromQueue,
  lastRequest,
  readAskedHash,
  readShownHash,
  reviewPayment,
  seat,
  sitDown,
} from './seat.js'
import { holdAnswers } from './testWallet.js'

test('a wallet that signs something else is found out, and so is one that moved', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { alice } = demoAccounts
  const mallory = accounts[4]
  if (!mallory) throw new Error('There is no fifth demo account.')
  const { safe } = await sitDown({ page, product, request, wallet })
  const hash = await reviewPayment(page, {
    to: mallory.address,
    amount: '0.1',
  })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeEnabled()
  const typed = async (change: (data: never) => void) => {
    const { params } = lastRequest(wallet, 'eth_signTypedData_v4')
    const data = JSON.parse(String(params[1])) as never
    change(data)
    return data
  }
  type Data = {
    domain: { chainId: number | string }
    message: Record<string, unknown>
  }
  const answers: Record<string, () => Promise<Hex>> = {
    'another transfer at the same nonce': async () =>
      alice.signTypedData(
        await typed((data: Data) => {
          data.message.value = String(parseUnits('1', 18))
        }),
      ),
    'the domain of another chain': async () =>
      alice.signTypedData(
        await typed((data: Data) => {
          data.domain.chainId = 1
        }),
      ),
    'another key': async () => mallory.signTypedData(await typed(() => {})),
    garbage: async () => '0xdeadbeef',
  }
  for (const [name, lie] of Object.entries(answers))
    await test.step(name, async () => {
      wallet.lying.set('eth_signTypedData_v4', async () => ({
        result: await lie(),
      }))
      await sign.click()
      await expect(
        page.getByText('What your wallet returned is not a signature of'),
      ).toBeInViewport()
      const alarm = page.getByRole('alert').filter({ hasText: /^Stop/ })
      await expect(alarm).toBeFocused()
      await expect(
        alarm.getByRole('link', { name: /Reject all transactions at nonce 0/ }),
      ).toBeInViewport()
      const again = page.getByLabel(/At this nonce my wallet returned/)
      await expect(again).not.toBeChecked()
      await expect(sign).toBeDisabled()
      await again.check()
    })

  await test.step('another account, another chain', async () => {
    wallet.lying.clear()
    wallet.lying.set('eth_accounts', async () => ({
      result: [mallory.address],
    }))
    await sign.click()
    await expect(page.getByText(/Your wallet now uses 0x/)).toBeVisible()
    wallet.lying.clear()
    wallet.lying.set('eth_chainId', async () => ({ result: '0x1' }))
    await sign.click()
    await expect(
      page.getByText(/(on|for) Ethereum \(chain ID 1\),/).first(),
    ).toBeVisible()
    wallet.lying.clear()
  })

  const late = page.getByText('Your wallet signed after you stopped waiting.')
  await test.step('it never answers: one can stop waiting and go on', async () => {
    const silent = holdAnswers(wallet, 'eth_signTypedData_v4')
    await sign.click()
    await expect.poll(silent.countAsked).toBe(1)
    await expect(page.getByText('Waiting for your wallet.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(sign).toBeEnabled()
    await expect(page.getByText('Waiting for your wallet.')).toHaveCount(0)
    expect(await readShownHash(page, 'safeTxHash')).toBe(hash)
    // Anyone who approves it in the wallet after all is told, and asked.
    silent.answer(await alice.signTypedData(await typed(() => {})))
    await expect(late).toBeVisible()
  })

  await test.step('nothing of it reached the gateway', async () => {
    const path = `/v1/chains/31337/safes/${safe.address}/transactions/queued`
    const { results } = await (await request.get(path)).json()
    expect(results).toEqual([])
  })

  await test.step('asked again, it answers twice: that is one signature', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(late).toHaveCount(0)
    const silent = holdAnswers(wallet, 'eth_signTypedData_v4')
    await sign.click()
    await expect.poll(silent.countAsked).toBe(1)
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    wallet.lying.clear()
    await sign.click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    silent.answer(await alice.signTypedData(await typed(() => {})))
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(late).toHaveCount(0)
    const path = `/v1/chains/31337/transactions/${hash}`
    const details = await (await request.get(path)).json()
    expect(details.detailedExecutionInfo.confirmations).toHaveLength(1)
  })
})

type Details = {
  txData: Record<string, unknown> & { to: { value: string } }
  detailedExecutionInfo: Record<string, unknown> & {
    confirmations: { signer: { value: string }; signature: string }[]
  }
}

/** One field at a time, as a gateway that means no good would change it. */
const lies: Record<
  string,
  { change: (details: Details) => void; told: string | RegExp }
> = {
  to: {
    change: ({ txData }) => {
      txData.to.value = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    },
    told: 'safeTxHash of the proposal',
  },
  value: {
    change: ({ txData }) => {
      txData.value = '900000000000000000'
    },
    told: 'safeTxHash of the proposal',
  },
  data: {
    change: ({ txData }) => {
      txData.hexData = '0xdeadbeef'
    },
    told: 'safeTxHash of the proposal',
  },
  operation: {
    change: ({ txData }) => {
      txData.operation = 1
    },
    told: 'safeTxHash of the proposal',
  },
  nonce: {
    change: ({ detailedExecutionInfo }) => {
      detailedExecutionInfo.nonce = 7
    },
    told: 'safeTxHash of the proposal',
  },
  'refund receiver': {
    change: ({ detailedExecutionInfo }) => {
      detailedExecutionInfo.gasPrice = '1'
    },
    told: 'safeTxHash of the proposal',
  },
  threshold: {
    change: ({ detailedExecutionInfo }) => {
      detailedExecutionInfo.confirmationsRequired = 1
    },
    told: 'Threshold',
  },
  'a forged confirmation': {
    change: ({ detailedExecutionInfo: { confirmations } }) => {
      const [first] = confirmations
      if (first)
        confirmations.push({
          ...first,
          signer: { value: demoAccounts.alice.address },
        })
    },
    told: `Signature of ${demoAccounts.alice.address}`,
  },
  'a confirmation told twice': {
    change: ({ detailedExecutionInfo: { confirmations } }) => {
      confirmations.push(...confirmations)
    },
    told: `Signature of ${demoAccounts.bob.address}`,
  },
}

test('a gateway that changes a field is named, and nothing is signed', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { bob, supplier } = demoAccounts
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [bob],
  })
  await tell(request, payment, 'Rent')
  const honest = `/transactions/queue?${link}&flow=confirm&id=${payment.safeTxHash}`
  const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })

  await test.step('told the truth, it can be signed', async () => {
    await page.goto(honest)
    await expect(page.getByText(/checks passed/)).toBeVisible()
    await expect(act).toBeEnabled()
  })

  for (const [field, { change, told }] of Object.entries(lies))
    await test.step(`it lies about ${field}`, async () => {
      const pattern = `**/v1/chains/31337/transactions/${payment.safeTxHash}`
      await page.route(pattern, async (route) => {
        const reply = await route.fetch()
        const details = await reply.json()
        change(details)
        await route.fulfill({ response: reply, json: details })
      })
      await page.goto(honest)
      const refusal = page.locator(`[data-refused="${told}"]`)
      await expect(refusal).toBeVisible()
      await expect(act).toBeDisabled()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

  await test.step('it lies about the owners', async () => {
    const pattern = `**/v1/chains/31337/safes/${safe.address}`
    await page.route(pattern, async (route) => {
      const reply = await route.fetch()
      const info = await reply.json()
      info.owners = info.owners.slice(0, 1)
      await route.fulfill({ response: reply, json: info })
    })
    await page.goto(honest)
    await expect(page.locator('[data-refused="Owners"]')).toBeVisible()
    await expect(act).toBeDisabled()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('it answers with another transaction', async () => {
    const other = await proposeTransaction({ chainId: 31337, client }, safe, {
      plan: { to: bob.address, value: parseEther('0.9') },
      signers: [bob],
    })
    await tell(request, other, 'Other')
    const pattern = `**/v1/chains/31337/transactions/${payment.safeTxHash}`
    await page.route(pattern, async (route) => {
      const reply = await request.get(
        `/v1/chains/31337/transactions/${other.safeTxHash}`,
      )
      await route.fulfill({ json: await reply.json() })
    })
    await page.goto(honest)
    await expect(
      page.getByText('The gateway returned a different transaction.'),
    ).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('nothing was asked of the wallet', async () => {
    const asked = wallet.requests.map(({ method }) => method)
    expect(asked).not.toContain('eth_signTypedData_v4')
    expect(asked).not.toContain('eth_sendTransaction')
  })

  await test.step('executed by others meanwhile, it is refused', async () => {
    await page.goto(honest)
    await expect(act).toBeEnabled()
    const { transaction, signatures } = payment
    const signer = demoAccounts.alice
    const data = await signWithKey(safe, { transaction, account: signer })
    await executeTransaction(
      { client },
      {
        ...payment,
        signatures: [
          ...signatures,
          { kind: 'ecdsa', signer: signer.address, data },
        ],
      },
      { executor: bob },
    )
    await expect(
      page
        .locator('[data-refused="Nonce"]')
        .or(page.getByText('This transaction was executed.')),
    ).toBeVisible()
    await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
  })
})

test('after a wrong signature the nonce is burnt on chain @full', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const { alice, bob, supplier, carol } = demoAccounts
  const { client, safe, link } = await sitDown({
    page,
    product,
    request,
    wallet,
  })
  await reviewPayment(page, { to: supplier.address, amount: '0.1' })
  let stolen: Hex = '0x'
  wallet.lying.set('eth_signTypedData_v4', async ({ params }) => {
    const data = JSON.parse(String(params[1]))
    data.message.to = carol.address
    data.message.value = String(parseEther('1'))
    stolen = await alice.signTypedData(data)
    return { result: stolen }
  })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await sign.click()
  await page
    .getByRole('link', { name: 'Reject all transactions at nonce 0' })
    .click()
  wallet.lying.clear()

  await test.step('the remedy is an empty call at that nonce, said and signed', async () => {
    await expect(
      page.getByRole('heading', { name: /Reject the transaction at nonce 0/ }),
    ).toBeVisible()
    await expect(sign).toBeDisabled()
    await page.getByLabel(/At this nonce my wallet returned/).check()
    await sign.click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
  })
  const hash = readAskedHash(wallet)
  const other = await seat(browser, product, bob)
  await executeFromQueue(other, { link, hash })
  await other.leave()

  await test.step('what was signed instead is worthless, the money is there', async () => {
    const other = await proposeTransaction({ chainId: 31337, client }, safe, {
      plan: { to: carol.address, value: parseEther('1'), nonce: 0n },
      signers: [bob],
    })
    await expect(
      executeTransaction(
        { client },
        {
          ...other,
          signatures: [
            ...other.signatures,
            { kind: 'ecdsa', signer: alice.address, data: stolen },
          ],
        },
        { executor: bob },
      ),
    ).rejects.toThrow(/GS026|revert/)
    expect(await client.getBalance({ address: safe.address })).toBe(
      parseEther('1'),
    )
  })
})

test('a safe of an unknown version is shown, and every flow says why it stops @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  const { client, safe, link } = await sitDown({
    page,
    product,
    request,
    wallet,
  })
  const address = safe.address
  const slot = await client.getStorageAt({ address, slot: '0x0' })
  const singleton = getAddress(`0x${slot?.slice(-40)}`)
  const code = (await client.getCode({ address: singleton })) ?? '0x'
  const stranger = privateKeyToAddress(generatePrivateKey())
  await client.setCode({
    address: stranger,
    bytecode: code.replaceAll(
      toHex('1.4.1').slice(2),
      toHex('9.9.9').slice(2),
    ) as Hex,
  })
  await client.setStorageAt({
    address,
    index: 0,
    value: pad(stranger, { size: 32 }),
  })
  for (const flow of ['send-tokens', 'signers', 'reject&nonce=0', 'message']) {
    await page.goto(`/home?${link}&flow=${flow}`)
    await expect(
      page.getByText('This safe’s contract version isn’t supported'),
    ).toBeVisible()
    await expect(page.getByText('9.9.9')).toBeVisible()
  }
  await checkPage(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('region', { name: 'Holdings' })).toBeVisible()
})
