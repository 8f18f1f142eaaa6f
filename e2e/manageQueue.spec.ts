import { demoAccounts, proposeTransaction, signWithKey } from '@covault/devnet'
import {
  type Address,
  getAddress,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from './fixtures.js'
import { tell } from './otherOwners.js'
import { rowOf } from './rows.js'
import {
  connectTestWallet,
  readAskedHash,
  readShownHash,
  seat,
  sitDown,
} from './seat.js'

const { alice, bob, beneficiary } = demoAccounts

test('a queue is put in order, and run in one go by somebody else', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  await page.addInitScript(recordNotifications)
  const { client, safe, link } = await sitDown(
    { page, product, request, wallet },
    { at: '/transactions/queue' },
  )
  const devnet = { chainId: 31337, client }
  const payees = [0, 1, 2, 3, 4].map(() =>
    privateKeyToAddress(generatePrivateKey()),
  ) as [Address, Address, Address, Address, Address]
  const propose = async (
    signer: typeof alice,
    { to, nonce }: { to: Address; nonce: bigint },
  ) => {
    const proposed = await proposeTransaction(devnet, safe, {
      plan: { to, value: parseEther('0.1'), nonce },
      signers: [signer],
    })
    await tell(request, proposed, `Nonce ${nonce}`)
    return proposed
  }
  const confirm = async (safeTxHash: Hex, signature: Hex) => {
    const path = `/v1/chains/31337/transactions/${safeTxHash}/confirmations`
    const reply = await request.post(path, { data: { signature } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await page.goto(`/settings/appearance?${link}`)
  await page
    .getByRole('switch', { name: 'Desktop notifications' })
    .press('Space')
  await expect(
    page.getByRole('switch', { name: 'Desktop notifications' }),
  ).toBeChecked()
  await page.goto(`/transactions/queue?${link}`)
  await expect(page.locator('[data-live="live"]')).toBeVisible()
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
  const outdated = await propose(bob, { to: payees[0], nonce: 0n })
  const mistaken = await propose(alice, { to: payees[1], nonce: 1n })
  const unwanted = await propose(bob, { to: payees[2], nonce: 2n })
  const listDelegates = async () => {
    const path = `/v2/chains/31337/delegates?safe=${safe.address}`
    return (await (await request.get(path)).json()).results
  }
  const queue = `/transactions/queue?${link}`
  const act = async (part: string, name: string) => {
    const row = rowOf(page, part)
    await row.getByRole('button', { name: /^Send to/ }).click()
    await row.getByRole('link', { name, exact: true }).click()
  }
  /** The last typed data, signed by the other owner as well. */
  const signAlso = async () => {
    const asked = wallet.requests.filter(
      ({ method }) => method === 'eth_signTypedData_v4',
    )
    const data = JSON.parse(String(asked.at(-1)?.params[1]))
    await confirm(hashTypedData(data), await bob.signTypedData(data))
    return hashTypedData(data)
  }
  const sign = async () => {
    const shown = await readShownHash(page, 'safeTxHash')
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
    expect(readAskedHash(wallet)).toBe(shown)
    return shown
  }

  await test.step('an owner is told of what waits, here and outside', async () => {
    const told = 'Nonce 0 needs your signature.'
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'notified')))
      .toContainEqual(expect.stringContaining(told))
    await page.getByRole('button', { name: /^Notifications, / }).click()
    const panel = page.getByRole('region', { name: 'Notifications' })
    await expect(panel.getByText(told)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('its proposer deletes one, after being told of the gap', async () => {
    await act(mistaken.safeTxHash, 'Delete')
    await expect(
      page.getByText('can’t be executed until another one uses nonce 1'),
    ).toBeVisible()
    await expect(
      page.getByText('Deleting does not cancel the transaction.'),
    ).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Reject instead' }),
    ).toHaveAttribute('href', /flow=reject&nonce=1/)
    expect(await readShownHash(page, 'safeTxHash')).toBe(mistaken.safeTxHash)
    const press = page.getByRole('button', { name: 'Delete', exact: true })
    wallet.lying.set('eth_signTypedData_v4', async () => ({
      result: await signWithKey(safe, {
        transaction: mistaken.transaction,
        account: alice,
      }),
    }))
    await press.click()
    await expect(
      page.getByText('What your wallet returned is not a signature of'),
    ).toBeVisible()
    wallet.lying.clear()
    await press.click()
    await expect(page.getByRole('heading', { name: 'Deleted' })).toBeVisible()
    const asked = wallet.requests.filter(
      ({ method }) => method === 'eth_signTypedData_v4',
    )
    const data = JSON.parse(String(asked.at(-1)?.params[1]))
    expect(data.primaryType).toBe('DeleteRequest')
    expect(getAddress(data.domain.verifyingContract)).toBe(safe.address)
    expect(data.message.safeTxHash).toBe(mistaken.safeTxHash)
    const path = `/v1/chains/31337/transactions/${mistaken.safeTxHash}`
    await expect.poll(async () => (await request.get(path)).status()).toBe(404)
    await page.getByRole('link', { name: 'Back to queue' }).click()
    await expect(rowOf(page, outdated.safeTxHash)).toBeVisible()
    await expect(rowOf(page, mistaken.safeTxHash)).toHaveCount(0)
  })

  const better = await test.step('another takes the place of one', async () => {
    await act(outdated.safeTxHash, 'Replace')
    await expect(
      page.getByLabel('Conflicting transactions at nonce 0'),
    ).toContainText('1 of 2 signatures')
    await expect(page.getByLabel('Recipient 1')).toHaveValue(/^0x/)
    await expect(page.getByLabel('Amount 1')).not.toHaveValue('')
    await page.getByLabel('Recipient 1').fill(payees[3])
    await page.getByLabel('Amount 1').fill('0.25')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(
      page.getByText('A transaction is already waiting at nonce 0.'),
    ).toBeVisible()
    const shown = await sign()
    expect(await signAlso()).toBe(shown)
    return shown
  })

  const rejection = await test.step('and one is rejected', async () => {
    await page.goto(queue)
    await act(unwanted.safeTxHash, 'Reject')
    await expect(
      page.getByText('Executing this rejection cancels'),
    ).toBeVisible()
    const shown = await sign()
    expect(await signAlso()).toBe(shown)
    return shown
  })

  const between = await propose(bob, { to: payees[4], nonce: 1n })
  await confirm(
    between.safeTxHash,
    await signWithKey(safe, {
      transaction: between.transaction,
      account: alice,
    }),
  )

  const other = await seat(browser, product, beneficiary)
  let raw: Hex = '0x'
  await test.step('somebody who owns nothing runs all three at once', async () => {
    await other.page.goto(queue)
    await connectTestWallet(other.page, other.wallet)
    await other.page.getByRole('link', { name: 'Execute 3 together' }).click()
    for (const [nonce, hash] of [
      better,
      between.safeTxHash,
      rejection,
    ].entries())
      await expect(
        other.page.locator(`[data-nonce="${nonce}"] [title="${hash}"]`),
      ).toBeVisible()
    await other.page.getByText('Network fee at most').click()
    const calldata = await readShownHash(other.page, 'calldata')
    // Held back: the network hears of it when the test wants it to.
    other.wallet.lying.set('eth_sendTransaction', async ({ params }) => {
      const [{ to, data, gas }] = params as [
        { to: Address; data: Hex; gas: Hex },
      ]
      raw = await beneficiary.signTransaction({
        chainId: 31337,
        nonce: await client.getTransactionCount(beneficiary),
        to,
        data,
        gas: BigInt(gas),
        gasPrice: 2n * (await client.getGasPrice()),
      })
      expect(keccak256(data)).toBe(calldata)
      return { result: keccak256(raw) }
    })
    await other.page
      .getByRole('button', { name: 'Execute 3', exact: true })
      .click()
    await expect(
      other.page.getByRole('heading', { name: 'Waiting for a block' }),
    ).toBeVisible()
  })

  await test.step('what is under way survives a reload', async () => {
    await other.page.reload()
    await expect(
      other.page.getByRole('heading', { name: 'Waiting for a block' }),
    ).toBeVisible()
    await other.page.getByRole('button', { name: 'Close' }).click()
    await expect(
      other.page.getByText('Nonces 0 to 2: waiting for a block.'),
    ).toBeVisible()
    await expect(rowOf(other.page, better)).toContainText('Processing')
    await expect(rowOf(other.page, outdated.safeTxHash)).toContainText(
      'Will be replaced',
    )
  })

  await test.step('and is told of when it is mined and indexed', async () => {
    await client.sendRawTransaction({ serializedTransaction: raw })
    await expect(
      other.page.getByText(/Nonce [012] was executed in block/).first(),
    ).toBeVisible()
    await expect(other.page.getByText('The queue is empty.')).toBeVisible()
    await expect(other.page.getByText('waiting for a block')).toHaveCount(0)
  })

  await test.step('the chain has exactly that', async () => {
    const nonce = await client.readContract({
      abi: parseAbi(['function nonce() view returns (uint256)']),
      address: safe.address,
      functionName: 'nonce',
    })
    expect(nonce).toBe(3n)
    const balances = await Promise.all(
      payees.map((address) => client.getBalance({ address })),
    )
    expect(balances).toEqual(
      ['0', '0', '0', '0.25', '0.1'].map((ether) => parseEther(ether)),
    )
  })

  await test.step('an owner makes somebody a proposer', async () => {
    await page.goto(`/settings/setup?${link}`)
    await page.getByRole('link', { name: 'Add proposer' }).click()
    const press = page.getByRole('button', { name: 'Add proposer' })
    await page.getByLabel('Proposer', { exact: true }).fill(bob.address)
    await expect(page.getByText('This is an owner.')).toBeVisible()
    const asked = wallet.requests.length
    await press.click()
    await expect(page.getByText('Enter a name that the other')).toBeVisible()
    await page.getByLabel('Proposer', { exact: true }).fill(beneficiary.address)
    await page.getByLabel('Name', { exact: true }).fill('Payroll')
    const since = wallet.requests.slice(asked).map(({ method }) => method)
    expect(since).not.toContain('eth_signTypedData_v4')
    await press.click()
    await expect(
      page.getByRole('heading', { name: 'Proposer added' }),
    ).toBeVisible()
    expect(await listDelegates()).toEqual([
      {
        safe: safe.address,
        delegate: beneficiary.address,
        delegator: alice.address,
        label: 'Payroll',
      },
    ])
    await page.getByRole('link', { name: 'Back to settings' }).click()
    await expect(page.getByText(/^Payroll, added by /)).toBeVisible()
  })

  await test.step('a proposer proposes, though the gateway is away at first', async () => {
    await other.page.goto(
      `/home?safe=local1:${safe.address}&flow=send-tokens&nonce=3`,
    )
    await other.page.getByLabel('Recipient 1').fill(payees[0])
    await other.page.getByLabel('Amount 1').fill('0.05')
    await other.page
      .getByRole('button', { name: 'Review', exact: true })
      .click()
    const shown = await readShownHash(other.page, 'safeTxHash')
    await other.page.route('**/propose', (route) =>
      route.abort('connectionrefused'),
    )
    await other.page
      .getByRole('button', { name: 'Propose', exact: true })
      .click()
    await expect(
      other.page.getByRole('heading', {
        name: 'Signed, not submitted',
      }),
    ).toBeVisible()
    await other.page.unroute('**/propose')
    await other.page.goto(queue)
    await expect(
      other.page.getByText('A signature hasn’t been submitted yet.'),
    ).toBeVisible()
    await other.page.getByRole('button', { name: 'Resubmit' }).click()
    await expect(rowOf(other.page, shown)).toContainText('0 of 2')
    await expect(
      other.page.getByText('A signature hasn’t been submitted yet.'),
    ).toHaveCount(0)
    const path = `/v1/chains/31337/transactions/${shown}`
    const { detailedExecutionInfo: info } = await (
      await request.get(path)
    ).json()
    expect(info.proposer.value).toBe(alice.address)
    expect(info.proposedByDelegate.value).toBe(beneficiary.address)
    expect(info.confirmations).toEqual([])
    await page.goto(`/transactions/tx?${link}&id=${shown}`)
    await expect(page.getByText(/^Proposed by .* for /)).toBeVisible()
    await other.leave()
  })

  await test.step('and takes it back', async () => {
    await page.goto(`/settings/setup?${link}`)
    await page.getByRole('link', { name: /^Remove proposer/ }).click()
    await page.getByRole('button', { name: 'Remove proposer' }).click()
    await expect(
      page.getByRole('heading', { name: 'Proposer removed' }),
    ).toBeVisible()
    expect(await listDelegates()).toEqual([])
  })
})

/** Runs in the page: what the computer would show, while nobody looks. */
function recordNotifications(): void {
  const notified: string[] = []
  class Recorder {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title: string, { body }: { body: string }) {
      notified.push(`${title}: ${body}`)
    }
  }
  Object.assign(window, { notified, Notification: Recorder })
  document.hasFocus = () => false
}
