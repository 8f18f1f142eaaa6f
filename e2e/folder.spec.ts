import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  demoAccounts,
  demoTokenAbi,
  deploySafe,
  getDemoContractAddress,
} from '@covault/devnet'
import type { Page } from '@playwright/test'
import { type Address, formatEther, parseAbi, parseUnits } from 'viem'
import { writeContract } from 'viem/actions'
import { paths } from '../apps/web/src/lib/paths.js'
import { readLink } from './carrying.js'
import { checkPage } from './checkPage.js'
import { connectDemo, pressInMenu } from './demoWallet.js'
import { test as base, expect } from './fixtures.js'
import { type Folder, serveFolder, writeFolder } from './folder.js'
import { createHands } from './hands.js'
import { connect, patiently } from './otherOwners.js'
import { pressAcknowledged, review } from './ownSafe.js'
import { fund } from './seat.js'

const { alice, bob, carol, supplier } = demoAccounts
const dollar = getDemoContractAddress('dollar')

const ownersAbi = parseAbi(['function getOwners() view returns (address[])'])

/** The chains alone: the product's gateway is never asked. */
const test = base.extend<{
  folder: Folder
  server: 'serve.mjs' | 'python'
  /** Whether chains.json has any network. */
  isEmpty: boolean
}>({
  server: ['serve.mjs', { option: true }],
  isEmpty: [false, { option: true }],
  folder: async ({ server, isEmpty }, use) => {
    const port = Number(process.env.COVAULT_PORT)
    const local = { chainId: 31337, rpcUrl: `http://127.0.0.1:${port + 1}` }
    const path = await writeFolder(
      { chains: isEmpty ? [] : [local] },
      { tokens: join(process.env.COVAULT_DATA ?? '', 'local.tokens.json') },
    )
    const folder = await serveFolder(path, server)
    await use(folder)
    await folder.stop()
  },
  // What the page may reach, and where it is.
  product: async ({ folder }, use) => {
    const port = Number(process.env.COVAULT_PORT)
    const chains = { 31337: `http://127.0.0.1:${port + 1}` }
    await use({ url: folder.url, chains, exampleApp: folder.url })
  },
})

type Product = { url: string; chains: Record<number, string> }

async function makeSafe(
  product: Product,
  { owners, threshold }: { owners: readonly Address[]; threshold: number } = {
    owners: [alice.address, bob.address],
    threshold: 2,
  },
) {
  const client = connect(product)
  const { address } = await patiently(() =>
    deploySafe(
      { chainId: 31337, client },
      {
        owners: [...owners],
        threshold,
        saltNonce: BigInt(Date.now()),
      },
    ),
  )
  await fund(product, address, '2')
  return { client, address, link: `safe=local1:${address}` }
}

async function becomeOwner(page: Page, name: string): Promise<void> {
  const hands = createHands(page)
  await pressInMenu(hands, page, 'Change account')
  await hands.press(
    page.getByRole('button', { name: new RegExp(`^${name} 0x`) }),
  )
}

/** Presses on the page, and says yes in the demo's wallet. */
async function approve(page: Page, name: 'Sign' | 'Execute'): Promise<void> {
  await pressAcknowledged(page, name)
  const answer = name === 'Sign' ? 'Sign' : 'Send'
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  const title = name === 'Sign' ? 'Signed' : 'Executed'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

test('two owners pay from a folder, with the chain alone', async ({
  page,
  product,
}) => {
  test.slow()
  const { client, address, link } = await makeSafe(product)
  const before = await client.getBalance({ address: supplier.address })

  await test.step('an empty browser opens the safe and reads it', async () => {
    await page.goto(`${product.url}/new-safe/load`)
    await page.getByLabel('Safe address').fill(`local1:${address}`)
    await page.getByRole('button', { name: 'Load safe' }).click()
    await expect(page.getByText('2 of 2 owners')).toBeVisible()
    await expect(page.getByText('Working without the gateway')).toBeVisible()
    await expect(
      page.getByText(/^Without the gateway there are no prices/),
    ).toBeVisible()
    await expect(page.getByText(/^2\.00$/).first()).toBeVisible()
    await checkPage(page)
  })

  await test.step('the first owner signs, and it stays in this browser', async () => {
    await connectDemo(page, 'Alice')
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await page.getByLabel('Recipient 1').fill(supplier.address)
    await page.getByLabel('Amount 1').fill('0.25')
    await review(page)
    await expect(page.locator('[data-simulation="success"]')).toBeVisible()
    await approve(page, 'Sign')
    await page.goto(`${product.url}/transactions/queue?${link}`)
    await expect(page.getByText('only in this browser').first()).toBeVisible()
    await expect(page.getByText(/Ask the other owners/)).toBeVisible()
    // Anyone who has signed has nothing to do but hand it on.
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Save file' })).toBeVisible()
    await expect(page.getByText(/can paste it into Import/)).toBeVisible()
    // Pasted or opened: the folder reads what its own link carries.
    const carrying = await readLink(page)
    expect(carrying).toContain(`${product.url}/transactions/tx?safe=local1:`)
    await page.goto(carrying)
    await expect(
      page.getByRole('article', { name: 'Imported transaction' }),
    ).toContainText('This browser already has this transaction.')
    await page.goto(`${product.url}/transactions/queue?${link}`)
  })

  await test.step('the second owner executes, and the chain has it', async () => {
    await becomeOwner(page, 'Bob')
    await page.getByRole('link', { name: 'Execute' }).first().click()
    await expect(page.getByText('Network fee at most')).toBeVisible()
    await approve(page, 'Execute')
    const after = await client.getBalance({ address: supplier.address })
    expect(formatEther(after - before)).toBe('0.25')
  })

  await test.step('history is read from the last blocks, and says so', async () => {
    await page.goto(`${product.url}/transactions/history?${link}`)
    await expect(page.getByText(/read from the chain, blocks/)).toBeVisible()
    await expect(page.getByText('Sent to').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
    // Movements are the gateway's; the page says so, and leads back.
    await page.getByRole('button', { name: 'Outgoing' }).click()
    await expect(page.getByText('Filters need the gateway')).toBeVisible()
    await page.getByRole('button', { name: 'Show all entries' }).click()
    await expect(page.getByText('Sent to').first()).toBeVisible()
    await page.goto(`${product.url}/transactions/queue?${link}`)
    await expect(
      page.getByText('No transactions in this browser.'),
    ).toBeVisible()
  })

  await test.step('what is used up is said, and let go by the reader', async () => {
    const used = page.locator('[data-used]')
    await expect(used.getByText('Nonce 0: executed')).toBeVisible()
    await used.getByRole('button', { name: 'Discard this copy' }).click()
    await expect(used).toHaveCount(0)
  })
})

test('opened as a file the page says what it needs, and the folder what it is', async ({
  browser,
  folder,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const sentence = page.getByText(/^This page needs a web server\./)
  try {
    for (const name of ['index.html', 'home/index.html']) {
      await page.goto(pathToFileURL(join(folder.path, name)).href)
      await expect(sentence).toBeVisible()
      await expect(sentence).toHaveCSS('font-size', '17px')
      await expect(page.locator('#frame')).toBeHidden()
    }
    await page.goto(folder.url)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(sentence).toHaveCount(0)
  } finally {
    await context.close()
  }
  const readme = await readFile(join(folder.path, 'README.txt'), 'utf8')
  expect(readme).toContain('node serve.mjs')
  const args = ['--check', '--quiet', 'SHA256SUMS']
  await promisify(execFile)('sha256sum', args, { cwd: folder.path })
})

/** Of a folder whose list of tokens has it, and of its only owner. */
async function makeRichSafe(product: Product) {
  const safe = await makeSafe(product, {
    owners: [alice.address],
    threshold: 1,
  })
  await patiently(() =>
    writeContract(safe.client, {
      account: alice,
      chain: null,
      address: dollar,
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [safe.address, parseUnits('500', 6)],
    }),
  )
  const readDollars = (holder: Address) =>
    safe.client.readContract({
      address: dollar,
      abi: demoTokenAbi,
      functionName: 'balanceOf',
      args: [holder],
    })
  return { ...safe, readDollars }
}

async function payDollars(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Recipient 1').fill(supplier.address)
  await page.getByLabel('Amount 1').fill(amount)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}

test('pays a token of the folder’s list, with the chain alone', async ({
  page,
  product,
}) => {
  test.slow()
  const { link, readDollars } = await makeRichSafe(product)
  const before = await readDollars(supplier.address)
  await page.goto(`${product.url}/balances?${link}`)
  await expect(page.getByText('DUSD').first()).toBeVisible()
  await expect(page.getByText(/^500\.00$/).first()).toBeVisible()
  await connectDemo(page, 'Alice')
  await page.goto(
    `${product.url}/home?${link}&flow=send-tokens&token=${dollar}`,
  )
  await payDollars(page, '12.5')
  await expect(page.locator('[data-simulation="success"]')).toBeVisible()
  await expect(page.getByText(/^Send 12\.50? DUSD/).first()).toBeVisible()
  await approve(page, 'Execute')
  expect((await readDollars(supplier.address)) - before).toBe(
    parseUnits('12.5', 6),
  )
  await page.goto(`${product.url}/transactions/history?${link}`)
  await expect(page.getByText(/12\.50? DUSD/).first()).toBeVisible()
})

test('adds an owner, rejects and batches, with the chain alone @full', async ({
  page,
  product,
}) => {
  test.slow()
  const { client, address, link, readDollars } = await makeRichSafe(product)
  // Other journeys pay the same supplier at the same time.
  const before = await readDollars(address)
  await page.goto(`${product.url}/home?${link}`)
  await connectDemo(page, 'Alice')

  await test.step('a payment waits in this browser, and is rejected instead', async () => {
    await page.goto(
      `${product.url}/home?${link}&flow=send-tokens&token=${dollar}`,
    )
    await payDollars(page, '1')
    await page.getByRole('button', { name: 'Share without signing' }).click()
    await expect(
      page.getByRole('heading', { name: 'Share transaction' }),
    ).toBeVisible()
    await page.goto(`${product.url}/home?${link}&flow=reject&nonce=0`)
    await approve(page, 'Execute')
    expect(await readDollars(address)).toBe(before)
    await page.goto(`${product.url}/transactions/queue?${link}`)
    await expect(page.getByText('Nonce 0: replaced')).toBeVisible()
  })

  await test.step('an owner is added', async () => {
    await page.goto(`${product.url}/settings/setup?${link}`)
    await page.getByRole('link', { name: 'Change owners or threshold' }).click()
    await page.getByRole('button', { name: 'Add owner' }).click()
    await page.getByRole('textbox', { name: 'New owner 1' }).fill(carol.address)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await approve(page, 'Execute')
    const owners = await client.readContract({
      address,
      abi: ownersAbi,
      functionName: 'getOwners',
    })
    expect(owners.toSorted()).toEqual([alice.address, carol.address].toSorted())
  })

  await test.step('two payments are one batch', async () => {
    for (const amount of ['2', '3']) {
      await page.goto(
        `${product.url}/home?${link}&flow=send-tokens&token=${dollar}`,
      )
      await payDollars(page, amount)
      await page.getByRole('radio', { name: 'Add to draft batch' }).check()
      await page.getByRole('button', { name: 'Add to draft batch' }).click()
      await expect(
        page.getByRole('heading', { name: 'Added to draft batch' }),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Draft batch, 2 calls' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    // The last choice was the draft batch, and is remembered.
    await page.getByRole('radio', { name: /^Execute/ }).check({ force: true })
    await approve(page, 'Execute')
    expect(before - (await readDollars(address))).toBe(parseUnits('5', 6))
  })
})

/** What is no page of its own, and what a link must name first. */
const unlisted: readonly string[] = [
  paths.root,
  paths.parts,
  paths.transaction,
  paths.message,
]

test('every page of a folder says what it lacks, and none fails @full', async ({
  page,
  product,
}) => {
  test.slow()
  const { link } = await makeSafe(product)
  for (const path of Object.values(paths)) {
    if (unlisted.includes(path)) continue
    await page.goto(`${product.url}${path}?${link}`)
    await expect(
      page.locator('main').getByRole('heading').first(),
    ).toBeVisible()
    await expect(page.getByText('Retry now')).toHaveCount(0)
    await expect(page.getByText('Reported by the gateway')).toHaveCount(0)
    await checkPage(page)
  }
  await page.goto(`${product.url}/settings/security?${link}`)
  await expect(page.getByText('Weaker than with a gateway')).toBeVisible()
})

test.describe('without any network beside it', () => {
  test.use({ isEmpty: true })

  test('opens a safe of a network that was typed in', async ({
    page,
    product,
  }) => {
    const { link } = await makeSafe(product)
    const rpcUrl = product.chains[31337] ?? ''
    const dialog = page.getByRole('dialog', { name: 'Add network' })
    const network = dialog.getByLabel('Network', { exact: true })
    const add = dialog.getByRole('button', { name: 'Add network' })
    const openDialog = () =>
      page.getByRole('button', { name: 'Add network' }).click()

    await test.step('the first page leads to where a network is added', async () => {
      await page.goto(`${product.url}/welcome/accounts`)
      await expect(page.getByText('No network configured.')).toBeVisible()
      await checkPage(page)
      await page.getByRole('link', { name: 'Add a network' }).click()
      await expect(page.getByText('added in this browser')).toBeVisible()
    })

    await test.step('an endpoint of another network is refused by name', async () => {
      await openDialog()
      await network.selectOption('Local 2')
      await dialog.getByLabel('RPC URL').fill(rpcUrl)
      await checkPage(page)
      await add.click()
      await expect(dialog.getByRole('alert')).toHaveText(
        'The RPC endpoint for Local 2 answers for Local 1 (chain ID 31337), not Local 2 (chain ID 31338).',
      )
    })

    await test.step('the network is added, and outlives a reload', async () => {
      await network.selectOption('Local 1')
      await add.click()
      await expect(
        page.getByText('Local 1 (chain ID 31337)').first(),
      ).toBeVisible()
      await checkPage(page)
      await page.goto(`${product.url}/home?${link}`)
      await expect(page.getByText('2 of 2 owners')).toBeVisible()
      await expect(page.getByText('own RPC')).toBeVisible()
    })

    await test.step('it is removed again', async () => {
      await page.goto(`${product.url}/settings/environment`)
      await page.getByRole('button', { name: 'Remove Local 1' }).click()
      await expect(page.getByText('Local 1 (chain ID 31337)')).toHaveCount(0)
      await page.goto(`${product.url}/welcome/accounts`)
      await expect(page.getByText('No network configured.')).toBeVisible()
    })
  })

  test('says what is missing for a network it does not know @full', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/settings/environment`)
    await page.getByRole('button', { name: 'Add network' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add network' })
    await dialog.getByLabel('Chain ID').fill('999999')
    await expect(
      dialog.getByText(/^Covault doesn’t know this network/),
    ).toBeVisible()
    await dialog.getByLabel('RPC URL').fill(product.chains[31337] ?? '')
    await dialog.getByLabel('Name', { exact: true }).fill('Moonbase')
    await dialog.getByLabel('Short name').fill('moon')
    await dialog.getByLabel('Currency symbol').fill('MOON')
    await dialog.getByRole('button', { name: 'Add network' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'The RPC endpoint for Moonbase answers for Local 1 (chain ID 31337), not chain ID 999999.',
    )
  })
})

test.describe('served by python alone', () => {
  test.use({ server: 'python' })

  test('opens deep links, and reads a typed-in RPC endpoint @full', async ({
    page,
    product,
  }) => {
    const { link } = await makeSafe(product)
    await page.goto(`${product.url}/transactions/queue?${link}`)
    await expect(
      page.getByText('No transactions in this browser.'),
    ).toBeVisible()
    await page.goto(`${product.url}/settings/environment`)
    const field = page.getByRole('textbox', {
      name: 'Local 1 (chain ID 31337)',
    })
    await field.fill(`${product.chains[31337]}/`)
    await page.getByRole('button', { name: 'Save Local 1' }).click()
    // What was saved is tested at once.
    await expect(
      page.getByText(/^Local 1 \(chain ID 31337\) at block/),
    ).toBeVisible()
    await page.goto(`${product.url}/home?${link}`)
    await expect(page.getByText('own RPC')).toBeVisible()
    await expect(page.getByText('2 of 2 owners')).toBeVisible()
  })

  test('signs a message with two owners @full', async ({ page, product }) => {
    test.slow()
    const { link } = await makeSafe(product)
    await page.goto(`${product.url}/transactions/messages?${link}`)
    await connectDemo(page, 'Alice')
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByRole('textbox').first().fill('We meet at nine.')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await approve(page, 'Sign')
    await page.goto(`${product.url}/transactions/messages?${link}`)
    await expect(page.getByText('only in this browser')).toBeVisible()
    await becomeOwner(page, 'Bob')
    await page.getByText('We meet at nine.').click()
    await page.getByRole('link', { name: 'Review and sign' }).click()
    await approve(page, 'Sign')
    await page.goto(`${product.url}/transactions/messages?${link}`)
    await expect(page.getByText('2 of 2').first()).toBeVisible()
  })
})
