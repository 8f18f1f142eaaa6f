import {
  accounts,
  demoAccounts,
  executeTransaction,
  proposeTransaction,
  signWithKey,
} from '@covault/devnet'
import { type Address, type Hex, keccak256, parseEther, parseUnits } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, makeSafe, tell } from './otherOwners.js'
import { safeAbi } from './safeAbi.js'
import {
  connectTestWallet,
  fund,
  lastRequest,
  readAskedHash,
  readShownHash,
  seat,
} from './seat.js'

test('two owners pay together, and what is signed is what was reviewed', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '3')
  const { bob, supplier, carol } = demoAccounts
  const link = `safe=local1:${safe.address}`
  await page.goto(`/home?${link}`)
  await connectTestWallet(page, wallet)

  await test.step('the form leads to the review, and back without loss', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await page.getByLabel('Recipient 1').fill(supplier.address)
    await page.getByLabel('Amount 1').fill('0.25')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByLabel('Recipient 2').fill(carol.address)
    await page.getByLabel('Amount 2').fill('1,5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText(/point/).first()).toBeVisible()
    await page.getByLabel('Amount 2').fill('')
    await page.getByRole('button', { name: 'Max' }).last().click()
    await expect(page.getByLabel('Amount 2')).toHaveValue('2.75')
    await page.reload()
    await expect(page.getByLabel('Amount 2')).toHaveValue('2.75')
    await expect(page.getByText('Continued from where')).toBeVisible()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Seal it')).toBeVisible()
    // The way back stays inside of the flow: no page is loaded.
    await page.evaluate(() => history.back())
    await expect(page.getByLabel('Amount 1')).toHaveValue('0.25')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Who receives what')).toBeVisible()
    await expect(page.getByText(supplier.address).first()).toBeVisible()
  })

  const shown = await readShownHash(page, 'safeTxHash')
  await test.step('a refusal and a request that is open say what to do', async () => {
    await page.getByRole('textbox', { name: /^Note/ }).fill('November')
    wallet.failing.set('eth_signTypedData_v4', 4001)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByText('The request was refused in the wallet.'),
    ).toBeVisible()
    wallet.failing.set('eth_signTypedData_v4', -32002)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText('already has a request open')).toBeVisible()
    wallet.failing.clear()
  })

  await test.step('the first owner signs the hash on the screen', async () => {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    expect(readAskedHash(wallet)).toBe(shown)
    const { message } = JSON.parse(
      String(lastRequest(wallet, 'eth_signTypedData_v4').params[1]),
    )
    expect(
      await client.readContract({
        abi: safeAbi,
        address: safe.address,
        functionName: 'getTransactionHash',
        args: [
          message.to,
          BigInt(message.value),
          message.data,
          Number(message.operation),
          0n,
          0n,
          0n,
          message.gasToken,
          message.refundReceiver,
          BigInt(message.nonce),
        ],
      }),
    ).toBe(shown)
  })

  const other = await seat(browser, product, bob)
  await test.step('the second owner finds it in the queue and executes', async () => {
    await other.page.goto(`/transactions/queue?${link}`)
    await connectTestWallet(other.page, other.wallet)
    await expect(other.page.getByText('November')).toBeVisible()
    await other.page.getByRole('link', { name: 'Execute' }).click()
    await expect(other.page.getByText('Network fee at most')).toBeVisible()
    expect(await readShownHash(other.page, 'safeTxHash')).toBe(shown)
    await other.page.getByText('Network fee at most').click()
    const calldata = await readShownHash(other.page, 'calldata')
    await other.page.getByRole('button', { name: 'Execute' }).click()
    await expect(
      other.page.getByRole('heading', { name: 'Executed' }),
    ).toBeVisible({ timeout: 30_000 })
    const [sent] = lastRequest(other.wallet, 'eth_sendTransaction').params as [
      { data: Hex; to: Address },
    ]
    expect(keccak256(sent.data)).toBe(calldata)
    expect(sent.to.toLowerCase()).toBe(safe.address.toLowerCase())
  })

  await test.step('the chain has what was meant, to the wei', async () => {
    expect(await client.getBalance({ address: safe.address })).toBe(0n)
    await expect(
      page.getByRole('link', { name: 'Open the transaction' }),
    ).toBeVisible()
    await other.page.getByRole('button', { name: 'Done' }).click()
    await expect(
      other.page.getByText('Nothing waits for a signature.'),
    ).toBeVisible()
  })
  await other.leave()
})

test('a wallet that signs something else is found out, and so is one that moved', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const link = `safe=local1:${safe.address}`
  const { alice } = demoAccounts
  const mallory = accounts[4]
  if (!mallory) throw new Error('There is no fifth demo account.')
  await page.goto(`/home?${link}`)
  await connectTestWallet(page, wallet)
  await page.goto(`/home?${link}&flow=send-tokens`)
  await page.getByLabel('Recipient 1').fill(mallory.address)
  await page.getByLabel('Amount 1').fill('0.1')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
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
        page.getByText('The wallet did not sign what the screen shows'),
      ).toBeVisible()
      await expect(
        page.getByRole('link', { name: /Burn nonce 0/ }),
      ).toBeVisible()
      const again = page.getByLabel(/signed something else at this nonce/)
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
    await expect(page.getByText(/The wallet is at 0x.* now/)).toBeVisible()
    wallet.lying.clear()
    wallet.lying.set('eth_chainId', async () => ({ result: '0x1' }))
    await sign.click()
    await expect(page.getByText(/chain 1,/)).toBeVisible()
    wallet.lying.clear()
  })

  await test.step('nothing of it reached the gateway', async () => {
    const path = `/v1/chains/31337/safes/${safe.address}/transactions/queued`
    const { results } = await (await request.get(path)).json()
    expect(results).toEqual([])
  })

  await test.step('asked again, and answered truly, it is signed', async () => {
    await sign.click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
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
    told: `Confirmation of ${demoAccounts.alice.address}`,
  },
  'a confirmation told twice': {
    change: ({ detailedExecutionInfo: { confirmations } }) => {
      confirmations.push(...confirmations)
    },
    told: `Confirmation of ${demoAccounts.bob.address}`,
  },
}

test('a gateway that changes a field is named, and nothing is signed', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const { bob, supplier } = demoAccounts
  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [bob],
  })
  await tell(request, payment, 'Rent')
  const link = `safe=local1:${safe.address}`
  await page.goto(`/transactions/queue?${link}`)
  await connectTestWallet(page, wallet)
  const honest = `/transactions/queue?${link}&flow=confirm&id=${payment.safeTxHash}`
  const act = page.getByRole('button', { name: /^(Sign|Execute)$/ })

  await test.step('told the truth, it can be signed', async () => {
    await page.goto(honest)
    await expect(page.getByText(/checks agreed/)).toBeVisible()
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
      await page.unroute(pattern)
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
    await page.unroute(pattern)
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
      page.getByText('The gateway answered with another transaction.'),
    ).toBeVisible()
    await page.unroute(pattern)
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
        .or(page.getByText('This has been executed already.')),
    ).toBeVisible()
    await expect(act.and(page.locator(':enabled'))).toHaveCount(0)
  })
})

test('two owners at one nonce see that only one can run', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const { bob, supplier } = demoAccounts
  const link = `safe=local1:${safe.address}`
  await page.goto(`/home?${link}`)
  await connectTestWallet(page, wallet)
  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await page.getByLabel('Recipient 1').fill(supplier.address)
  await page.getByLabel('Amount 1').fill('0.1')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const shown = await readShownHash(page, 'safeTxHash')

  const rival = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.2'), nonce: 0n },
    signers: [bob],
  })
  await tell(request, rival, 'Faster')
  await expect(
    page.getByText('Something waits at nonce 0 already.'),
  ).toBeVisible()
  expect(await readShownHash(page, 'safeTxHash')).toBe(shown)

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
  expect(readAskedHash(wallet)).toBe(shown)
  await page.goto(`/transactions/queue?${link}`)
  await expect(
    page.getByText('Nonce 0: only one of these 2 can run'),
  ).toBeVisible()
})

test.describe('with a gateway that dies', () => {
  test.use({
    expectedFaults: { patterns: [/Failed to load resource|ERR_FAILED/] },
  })

  test('a signature is kept, and submitted when the gateway is back', async ({
    page,
    product,
    request,
    wallet,
  }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeSafe(client, request)
    await fund(product, safe.address, '1')
    const link = `safe=local1:${safe.address}`
    await page.goto(`/home?${link}`)
    await connectTestWallet(page, wallet)
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await page.getByLabel('Recipient 1').fill(demoAccounts.supplier.address)
    await page.getByLabel('Amount 1').fill('0.1')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const shown = await readShownHash(page, 'safeTxHash')
    await page.route('**/propose', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed, and kept in this browser' }),
    ).toBeVisible()
    await page.unroute('**/propose')
    await page.getByRole('button', { name: 'Submit again' }).click()
    await expect(
      page.getByRole('heading', { name: 'Signed', exact: true }),
    ).toBeVisible()
    const path = `/v1/chains/31337/transactions/${shown}`
    const details = await (await request.get(path)).json()
    expect(details.detailedExecutionInfo.confirmations).toHaveLength(1)
  })
})
