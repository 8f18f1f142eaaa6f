import {
  type DevnetClient,
  demoAccounts,
  deploySafe,
  proposeTransaction,
  runTransaction,
} from '@covault/devnet'
import {
  getSafeMessageTypedData,
  type MessageContent,
  type SafeSignature,
} from '@covault/protocol'
import { writeEnvelope, writeLink } from '@covault/protocol/envelope'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { encodeFunctionData, type Hex, hashMessage } from 'viem'
import { openFile, saveFile, share, waitForParts } from './carrying.js'
import { checkPage } from './checkPage.js'
import { expectClosed, passDangers } from './dangers.js'
import { test } from './fixtures.js'
import {
  connect,
  makeSafe,
  patiently,
  tell,
  waitUntilKnown,
} from './otherOwners.js'
import { pressAcknowledged } from './ownSafe.js'
import { rowOf } from './rows.js'
import { safeAbi } from './safeAbi.js'
import { connectTestWallet, fund, readShownHash, seat } from './seat.js'

const { alice, bob, carol, supplier } = demoAccounts

// The gateway has not heard of what is brought in.
test.use({ expectedFaults: { patterns: [/status of 404/] } })

test('what is dropped or pasted is reviewed, drops a former owner and replaces nothing', async ({
  page,
  product,
  request,
}) => {
  test.slow()
  const { domain, waiting, brought } = await makeFormerOwner(connect(product))
  const { safe } = domain
  await waitUntilKnown(request, safe)
  await tell(request, waiting, 'First')
  const { transaction, signatures, safeTxHash } = brought
  const signable = { kind: 'transaction', domain, transaction } as const
  const file = writeEnvelope({
    ...{ signable, signatures },
    ...{ note: 'Second', origin: 'https://app.example' },
  })
  const at = '/v1/chains/31337'
  const review = page.getByRole('article', { name: 'Imported transaction' })

  await test.step('a file that is dropped on a page', async () => {
    await page.goto(`/home?safe=local1:${safe}`)
    await expect(
      page.getByRole('link', { name: /^Queue/ }).first(),
    ).toBeVisible()
    await dropFile(page, file)
    await expect(
      review.getByText(
        'This transaction is new here. You have signed and sent',
      ),
    ).toBeVisible()
    await expect(review.getByText('1 new signature, 1 dropped')).toBeVisible()
    const former = review
      .getByRole('listitem')
      .filter({ has: page.locator(`[title="${carol.address}"]`) })
    await expect(former).toContainText('is not currently an owner')
    await expect(former).toContainText('dropped')
    await expect(
      review.getByRole('complementary', {
        name: 'Conflicting transactions at nonce 1',
      }),
    ).toBeVisible()
    await expect(review).toContainText('Note, unverified')
    await expect(review).toContainText('Origin, unverified and not added')
    const asked = await request.get(`${at}/transactions/${safeTxHash}`)
    expect(asked.status()).toBe(404)
  })

  await test.step('it stands beside what has its nonce', async () => {
    await review.getByRole('button', { name: 'Add only' }).click()
    await expect(page).toHaveURL(/\/transactions\/tx\?/)
    await page.goto(`/transactions/queue?safe=local1:${safe}`)
    for (const one of [waiting, brought])
      await expect(rowOf(page, one.safeTxHash)).toContainText('1 of 2')
    const asked = await request.get(`${at}/transactions/${safeTxHash}`)
    const { detailedExecutionInfo } = await asked.json()
    expect(detailedExecutionInfo.confirmations).toMatchObject([
      { signer: { value: alice.address } },
    ])
  })

  await test.step('JSON that is pasted into the search', async () => {
    await paste(page, file)
    await expect(
      review.getByText('The gateway already has this transaction.'),
    ).toBeVisible()
    await expect(review.getByText('nothing new, 1 dropped')).toBeVisible()
  })

  await test.step('a link to a message that is pasted into the search', async () => {
    const parcel = await signMessage(domain, 'The owners agree to move.')
    await paste(
      page,
      await writeLink(parcel, {
        origin: 'https://elsewhere.example',
        shortName: 'local1',
      }),
    )
    const message = page.getByRole('article', { name: 'Imported message' })
    await expect(message.getByText('The owners agree to move.')).toBeVisible()
    await expect(message.getByText('1 new signature')).toBeVisible()
    await message.getByRole('button', { name: 'Add only' }).click()
    await expect(
      page.getByText(/^1 of 2, checked in this browser/),
    ).toBeVisible()
    const asked = await request.get(`${at}/safes/${safe}/messages`)
    expect(JSON.stringify(await asked.json())).toContain('agree to move')
  })
})

test('a file is signed with the network off, and executed elsewhere @full', async ({
  browser,
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const proposer = await seat(browser, product, alice)
  const signer = await sitOffline(browser, product.url)
  try {
    const { page } = proposer
    await page.goto(`/transactions/queue?safe=local1:${safe.address}`)
    await connectTestWallet(page, proposer.wallet)
    const hash = await reviewPayments(page)
    await pressAcknowledged(page, 'Sign')
    await share(page)
    const first = await saveFile(page)

    const second = await signOffline(signer.page, { file: first, hash })

    await page.goto(`/transactions/bring-in?safe=local1:${safe.address}`)
    await openFile(page, second)
    await expect(page.getByText('1 new signature')).toBeVisible()
    await page.getByRole('button', { name: 'Add and review' }).click()
    await expect(page.getByText('Network fee at most')).toBeVisible()
    await pressAcknowledged(page, 'Execute')
    await expect(page.getByRole('heading', { name: 'Executed' })).toBeVisible()
    const nonce = await client.readContract({
      address: safe.address,
      abi: safeAbi,
      functionName: 'nonce',
    })
    expect(nonce).toBe(1n)
  } finally {
    await Promise.all([proposer.leave(), signer.leave()])
  }
})

test('a message in a file is signed with the network off, and valid on chain @full', async ({
  browser,
  page,
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const { address, version } = await makeSafe(client, request)
  const text = 'The treasury belongs to Example.'
  const domain = { chainId: 31337, safe: address, version } as const
  const parcel = await signMessage(domain, text)
  const signer = await sitOffline(browser, product.url)
  try {
    const file = Buffer.from(writeEnvelope({ ...parcel, note: 'For the bank' }))
    await openFile(signer.page, file)
    const review = signer.page.getByRole('article', {
      name: 'Imported message',
    })
    await expect(review.getByText('Working without a network.')).toBeVisible({
      timeout: 60_000,
    })
    // In the review, and where it says what a share carries.
    await expect(review.getByText(text).first()).toBeVisible()
    await expect(review).toContainText('Note, unverified')
    await expect(review).toContainText('For the bank')
    await expectUnchecked(review)
    await checkPage(signer.page)
    await pressAcknowledged(signer.page, 'Sign')
    await expect(
      review.getByText('owner not checked', { exact: true }),
    ).toHaveCount(2)
    // Somebody else at the same machine, of whom no chain says who it is.
    await signer.wallet.setAccount(signer.page, carol)
    await pressAcknowledged(signer.page, 'Sign')
    await expect(
      review.getByText('owner not checked', { exact: true }),
    ).toHaveCount(3)
    const signed = await handBack(signer.page)
    // Notes leave only if they are meant to.
    expect(signed.toString()).not.toContain('For the bank')

    await page.goto(`/transactions/bring-in?safe=local1:${address}`)
    await openFile(page, signed)
    await expect(page.getByText('2 new signatures, 1 dropped')).toBeVisible()
    await page.getByRole('button', { name: 'Add only' }).click()
    await expect(
      page.getByText(/^2 of 2, checked in this browser/),
    ).toBeVisible()
    const path = `/v1/chains/31337/safes/${address}/messages`
    const listed = await (await request.get(path)).json()
    const { preparedSignature } = listed.results.find(
      ({ type }: { type: string }) => type === 'MESSAGE',
    )
    expect(
      await client.readContract({
        abi: safeAbi,
        address,
        functionName: 'isValidSignature',
        args: [hashMessage(text), preparedSignature],
      }),
    ).toBe('0x1626ba7e')
  } finally {
    await signer.leave()
  }
})

test('on a phone an imported message is signed only after its danger was on screen @full', async ({
  browser,
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const { address, version } = await makeSafe(client, request)
  const domain = { chainId: 31337, safe: address, version } as const
  const fields = Array.from({ length: 30 }, (_, at) => `field${at}`)
  const parcel = await signMessage(domain, {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        ...fields.map((name) => ({ name, type: 'string' })),
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Token', chainId: 31337, verifyingContract: address },
    message: {
      owner: address,
      spender: supplier.address,
      value: '12345678901234567890',
      ...Object.fromEntries(fields.map((name) => [name, 'Harmless words'])),
    },
  })
  const signer = await sitOffline(browser, product.url)
  try {
    await signer.page.setViewportSize({ width: 390, height: 420 })
    await openFile(signer.page, Buffer.from(writeEnvelope(parcel)))
    await expectClosed(signer.page, 'Sign')
    await passDangers(signer.page)
    await pressAcknowledged(signer.page, 'Sign')
    await expect(
      signer.page.getByText('owner not checked', { exact: true }),
    ).toHaveCount(2)
  } finally {
    await signer.leave()
  }
})

/** A safe that Carol no longer owns, and two payments at its next nonce. */
async function makeFormerOwner(client: DevnetClient) {
  const devnet = { chainId: 31337, client }
  const safe = await patiently(() =>
    deploySafe(devnet, {
      owners: [alice, bob, carol].map(({ address }) => address),
      threshold: 1,
      saltNonce: BigInt(Date.now()),
    }),
  )
  const leave = encodeFunctionData({
    abi: safeAbi,
    functionName: 'removeOwner',
    args: [bob.address, carol.address, 2n],
  })
  await patiently(() =>
    runTransaction(devnet, safe, {
      plan: { to: safe.address, data: leave },
      signers: [alice],
    }),
  )
  const { address, version } = safe
  return {
    domain: { chainId: 31337, safe: address, version },
    waiting: await proposeTransaction(devnet, safe, {
      plan: { to: supplier.address },
      signers: [alice],
    }),
    brought: await proposeTransaction(devnet, safe, {
      plan: { to: bob.address },
      signers: [alice, carol],
    }),
  }
}

async function signMessage(
  domain: Parameters<typeof getSafeMessageTypedData>[0],
  message: MessageContent,
) {
  const typedData = getSafeMessageTypedData(domain, message)
  const signature: SafeSignature = {
    kind: 'ecdsa',
    signer: alice.address,
    data: await alice.signTypedData(typedData),
  }
  const signable = { kind: 'message', domain, message } as const
  return { signable, signatures: [signature] }
}

/** As a browser tells a page of a file that was let go over it. */
async function dropFile(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'tx.safetx.json'))
    return data
  }, text)
  // A page that listens says so while the file hangs over it.
  await expect
    .poll(() =>
      dataTransfer.evaluate((data) => {
        const over = { dataTransfer: data, bubbles: true, cancelable: true }
        return !document.body.dispatchEvent(new DragEvent('dragover', over))
      }),
    )
    .toBe(true)
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

/** Into the search, which offers to import it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(text)
  await page.getByRole('option', { name: /^Import what you pasted/ }).click()
}

/** Two at once are a batch: published code that runs as the safe. */
async function reviewPayments(page: Page): Promise<Hex> {
  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  for (const [at, to] of [supplier, bob].entries()) {
    await page.getByLabel(`Recipient ${at + 1}`).fill(to.address)
    await page.getByLabel(`Amount ${at + 1}`).fill('0.1')
  }
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  return readShownHash(page, 'safeTxHash')
}

/** Who has the page open and a wallet with a key, and nothing else. */
async function sitOffline(browser: Browser, url: string) {
  // The wallet reaches no network either.
  const nowhere = { 31337: 'http://127.0.0.1:1' }
  const place = await seat(browser, { url, chains: nowhere }, bob)
  await place.page.goto('/transactions/bring-in')
  await connectTestWallet(place.page, place.wallet)
  await waitForParts(place.page)
  await place.page.context().setOffline(true)
  return place
}

/** All that can be said without a chain is, and all that cannot says so. */
async function signOffline(
  page: Page,
  { file, hash }: { file: Buffer; hash: Hex },
): Promise<Buffer> {
  await openFile(page, file)
  const review = page.getByRole('article', { name: 'Imported transaction' })
  await expect(review.getByText('Working without a network.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('contentinfo')).toContainText(
    'Can’t reach Local 1',
  )
  await expect(
    review.getByRole('heading', {
      name: /^Execute the code of .* as this safe .*, at nonce 0\.$/,
    }),
  ).toBeVisible()
  await expect(
    review.getByText(
      /^If this code is the official MultiSendCallOnly [\d.]+, the transaction does this: send 0\.2 ETH to 2 recipients\.$/,
    ),
  ).toBeVisible()
  await expect(
    review.getByText(/possibly: send 0\.2 ETH to 2 recipients/),
  ).toBeVisible()
  await expect(review.getByText(supplier.address).first()).toBeVisible()
  await expect(review.locator(`[title="${hash}"]`).first()).toBeVisible()
  await expect(
    review.getByText('owner not checked', { exact: true }),
  ).toHaveCount(1)
  await expect(review.locator('[data-unchecked]')).toHaveCount(6)
  await expectUnchecked(review)
  await expect(
    review.getByText('its code could not be checked without a network'),
  ).toBeVisible()
  await checkPage(page)
  await pressAcknowledged(page, 'Sign')
  await expect(
    review.getByText('owner not checked', { exact: true }),
  ).toHaveCount(2)
  return handBack(page)
}

/** What was just signed, from where the page leads next. */
async function handBack(page: Page): Promise<Buffer> {
  await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  return saveFile(page)
}

/** Every line that needs a chain says so, and keeps the button closed. */
async function expectUnchecked(review: Locator): Promise<void> {
  const lines = review.locator('[data-unchecked]')
  await expect(lines).not.toHaveCount(0)
  for (const line of await lines.all())
    await expect(line.getByText('Not checked: no network')).toBeVisible()
  await expect(
    review.getByRole('button', { name: 'Sign', exact: true }),
  ).toBeDisabled()
}
