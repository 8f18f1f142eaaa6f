import {
  demoAccounts,
  deploySafe,
  getDemoContractAddress,
  proposeTransaction,
} from '@covault/devnet'
import type { MessageContent } from '@covault/protocol'
import type { Page } from '@playwright/test'
import { type Address, isHex } from 'viem'
import {
  ada,
  attackContract,
  ben,
  cleo,
  named,
  newVault,
  paintings,
  treasury,
  usdc,
  vendor,
} from '../packages/protocol/src/risk/corpus/cast.js'
import {
  attacks,
  type DailyCase,
} from '../packages/protocol/src/risk/corpus/daily.js'
import { expect, test } from './fixtures.js'
import { connect, patiently, tell, waitUntilKnown } from './otherOwners.js'
import { connectTestWallet, fund } from './seat.js'

// The corpus says what each attack is; here it is looked at on a phone.
test('a phone names every attack in the first screen of its review @full', async ({
  page,
  product,
  request,
  wallet,
}) => {
  test.setTimeout(600_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const { alice, bob, carol } = demoAccounts
  const client = connect(product)
  const safe = await patiently(() =>
    deploySafe(
      { chainId: 31337, client },
      {
        owners: [alice.address, bob.address, carol.address],
        threshold: 2,
        saltNonce: BigInt(Date.now()),
        version: '1.4.1',
      },
    ),
  )
  await waitUntilKnown(request, safe.address)
  await fund(product, safe.address, '100')
  const place = recast([
    [treasury.address, safe.address],
    [ada, alice.address],
    [ben, bob.address],
    [cleo, carol.address],
    [usdc, getDemoContractAddress('dollar')],
    [attackContract, getDemoContractAddress('slotOverwriter')],
    [paintings, getDemoContractAddress('rings')],
    // Anyone who is imitated must be known to this browser: its owners are.
    [vendor, bob.address],
    [named('paid in spring'), carol.address],
    [newVault.address, alice.address],
  ])
  await page.goto(`/transactions/queue?safe=local1:${safe.address}`)
  await connectTestWallet(page, wallet)

  let nonce = 0n
  // All of them are told at once, not the first alone.
  const unnamed: string[] = []
  for (const attack of attacks) {
    if (!('call' in attack)) {
      await test.step(attack.name, async () => {
        await page.goto(
          `/transactions/messages?safe=local1:${safe.address}&flow=message`,
        )
        await page.getByText('Typed data', { exact: true }).click()
        await page
          .getByLabel('Typed data as JSON')
          .fill(place.text(writeToday(attack.content)))
        await page.getByRole('button', { name: 'Review', exact: true }).click()
        await expectNamed(page, attack).catch(({ message }: Error) =>
          unnamed.push(`${attack.name}: ${message}`),
        )
      })
      continue
    }
    await test.step(attack.name, async () => {
      const proposed = await proposeTransaction(
        { chainId: 31337, client },
        safe,
        {
          plan: {
            ...place.fields(attack.gas ?? {}),
            ...place.fields(attack.call),
            nonce,
          },
          signers: [bob],
        },
      )
      nonce++
      await tell(request, proposed, attack.name)
      await page.goto(
        `/transactions/queue?safe=local1:${safe.address}&flow=confirm&id=${proposed.safeTxHash}`,
      )
      await expectNamed(page, attack).catch(({ message }: Error) =>
        unnamed.push(`${attack.name}: ${message}`),
      )
    })
  }
  expect(unnamed).toEqual([])
})

/** Its own rule says so, whole, without scrolling, above the bar of a phone. */
async function expectNamed(page: Page, attack: DailyCase): Promise<void> {
  const level =
    attack.level === 'danger' ? /danger|block/ : new RegExp(`${attack.level}`)
  const note = page.locator(`[data-rule="${attack.rule}"]`).first()
  await expect(note, attack.name).toHaveAttribute('data-finding', level)
  const bar = page
    .getByRole('button', { name: /^(Show (danger|warning)|Go to signing)$/ })
    .locator('..')
  await expect(bar).toBeVisible()
  // What stands in place at the top covers as much as it is high.
  const top = await page
    .getByRole('banner')
    .evaluate((head) => Math.max(0, head.getBoundingClientRect().bottom))
  await expect
    .poll(
      async () => {
        const [title, edge] = await Promise.all([
          note.locator('> *').first().boundingBox(),
          bar.boundingBox(),
        ])
        if (!title || !edge) return 'not there'
        if (title.y < top) return `${top - title.y} px under the head`
        const hidden = title.y + title.height - edge.y
        return hidden > 0 ? `${Math.ceil(hidden)} px below the bar` : 'named'
      },
      { message: attack.name },
    )
    .toBe('named')
}

/** A permit counts from today, and on the network of the safe. */
function writeToday(content: MessageContent): string {
  if (typeof content === 'string') return content
  const { domain, message } = content
  const deadline = Math.round(Date.now() / 1000) + Number(message.deadline)
  const today = {
    ...content,
    domain: { ...domain, ...(domain.chainId === 1 && { chainId: 31337 }) },
    message: { ...message, deadline },
  }
  return JSON.stringify(today, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The actors of the corpus, played by what is on the local chain. */
function recast(pairs: readonly (readonly [Address, Address])[]) {
  const change = (text: string) =>
    pairs.reduce((data, [from, to]) => {
      const [old, own] = [from, to].map((one) => one.slice(2).toLowerCase())
      if (!old || !own) return data
      // An imitation has the first and the last digits, and others between.
      const imitation = `${old.slice(0, 4)}([0-9a-f]{32})${old.slice(-4)}`
      return data
        .replaceAll(old, own)
        .replaceAll(
          new RegExp(imitation, 'g'),
          `${own.slice(0, 4)}$1${own.slice(-4)}`,
        )
    }, text.toLowerCase())
  return {
    text: (text: string) => text.replaceAll(/0x[\da-f]{40}/gi, change),
    fields: <Fields extends object>(fields: Fields): Fields =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          isHex(value) ? change(value) : value,
        ]),
      ) as Fields,
  }
}
