import {
  demoAccounts,
  deploySafe,
  getDemoContractAddress,
  proposeTransaction,
} from '@covault/devnet'
import { type Address, type Hex, isHex } from 'viem'
import {
  ada,
  ben,
  cleo,
  named,
  newVault,
  treasury,
  usdc,
  vendor,
} from '../packages/protocol/src/risk/corpus/cast.js'
import { attacks } from '../packages/protocol/src/risk/corpus/daily.js'
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
    // Whoever is imitated must be known to this browser: its owners are.
    [vendor, bob.address],
    [named('paid in spring'), carol.address],
    [newVault.address, alice.address],
  ])
  await page.goto(`/transactions/queue?safe=local1:${safe.address}`)
  await connectTestWallet(page, wallet)

  let nonce = 0n
  for (const attack of attacks) {
    if (!('call' in attack) || attack.safe) continue
    await test.step(attack.name, async () => {
      const proposed = await proposeTransaction(
        { chainId: 31337, client },
        safe,
        {
          plan: { ...place(attack.gas ?? {}), ...place(attack.call), nonce },
          signers: [bob],
        },
      )
      nonce++
      await tell(request, proposed, attack.name)
      await page.goto(
        `/transactions/queue?safe=local1:${safe.address}&flow=confirm&id=${proposed.safeTxHash}`,
      )
      const gravest = page.locator('[data-finding]').first()
      await expect(gravest).toHaveAttribute(
        'data-finding',
        attack.level === 'warning' ? /./ : /danger|block/,
      )
      // Whole, without scrolling, beside the bar at the bottom.
      await expect(gravest.locator('> *').first()).toBeInViewport({ ratio: 1 })
    })
  }
  expect(nonce).toBeGreaterThan(20n)
})

/** The actors of the corpus, played by what is on the local chain. */
function recast(pairs: readonly (readonly [Address, Address])[]) {
  const change = (text: Hex) =>
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
        ) as Hex
    }, text.toLowerCase() as Hex)
  return <Fields extends object>(fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        isHex(value) ? change(value) : value,
      ]),
    ) as Fields
}
