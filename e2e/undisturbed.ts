import {
  type DevnetClient,
  demoAccounts,
  executeTransaction,
  proposeTransaction,
} from '@covault/devnet'
import { type APIRequestContext, expect } from '@playwright/test'
import { type Address, type Hex, parseEther } from 'viem'
import { makeSafe, patiently, toBody } from './otherOwners.js'

const { alice, bob, supplier } = demoAccounts

type Place = { request: APIRequestContext; url: string }

/** The same payment of two owners while nothing goes wrong, told by programs. */
export async function payUndisturbed(
  client: DevnetClient,
  { request, url }: Place,
  fund: (safe: Address) => Promise<void>,
): Promise<{ safe: Address; hash: Hex }> {
  const safe = await makeSafe(client, request)
  await fund(safe.address)
  await waitUntilListed({ request, url }, safe.address)
  const signed = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.1') },
    signers: [alice, bob],
  })
  const hash = signed.safeTxHash
  const at = `${url}/v1/chains/31337/transactions`
  const [first, second] = [alice, bob].map(({ address }) =>
    signed.signatures.filter(({ signer }) => signer === address),
  )
  const proposal = toBody({ ...signed, signatures: first ?? [] })
  const confirmation = toBody({ ...signed, signatures: second ?? [] })
  const replies = [
    await request.post(`${at}/${safe.address}/propose`, {
      data: { ...proposal, safeTxHash: hash, origin: null },
    }),
    await request.post(`${at}/${hash}/confirmations`, {
      data: { signature: confirmation.signature },
    }),
  ]
  for (const reply of replies)
    expect(reply.status(), await reply.text()).toBeLessThan(300)
  await patiently(() => executeTransaction({ client }, signed))
  return { safe: safe.address, hash }
}

/** Until this very gateway has the safe, and what it was given. */
export async function waitUntilListed(
  { request, url }: Place,
  safe: Address,
): Promise<void> {
  const path = `${url}/v1/chains/31337/safes/${safe}/transactions/history`
  await expect
    .poll(async () => {
      const reply = await request.get(path)
      return reply.ok() ? (await reply.json()).results.length : 0
    })
    .toBeGreaterThan(0)
}

/**
 * What the gateway says of a safe, without what differs between any two runs:
 * addresses of safes, hashes, signatures and times.
 */
export async function readLists(
  { request, url }: Place,
  { safe, hash }: { safe: Address; hash: Hex },
  { isProposed }: { isProposed: boolean },
): Promise<unknown> {
  const at = `${url}/v1/chains/31337`
  const paths = [
    `${at}/safes/${safe}/transactions/queued`,
    `${at}/safes/${safe}/transactions/history`,
    `${at}/safes/${safe}/multisig-transactions`,
    `${at}/transactions/${hash}`,
  ]
  const texts = await Promise.all(
    paths.map(async (path) => (await request.get(path)).text()),
  )
  return texts.map((text) =>
    JSON.parse(
      text
        .replaceAll(url, 'URL')
        .replaceAll(new RegExp(safe, 'gi'), 'SAFE')
        .replaceAll(/0x[0-9a-f]{130,}/gi, 'SIGNATURE')
        .replaceAll(/0x[0-9a-f]{64}/gi, 'HASH')
        .replaceAll(/_i[0-9a-f]{64,}/g, '_ID'),
      (key, value) =>
        // Of what was executed before anybody proposed it there, nobody did.
        key === 'proposer' && !isProposed
          ? 'PROPOSER'
          : withoutTimes(key, value),
    ),
  )
}

/** The salt of a safe is the time at which it was made. */
const times = ['timestamp', 'submittedAt', 'executedAt', 'saltNonce']

/**
 * Who signed is in the order of their signatures' arrival; the price of gas
 * changes with every block.
 */
function withoutTimes(key: string, value: unknown): unknown {
  if (times.includes(key)) return 'TIME'
  if (key === 'fee') return 'FEE'
  if (key !== 'confirmations' || !Array.isArray(value)) return value
  return value.map((one) => JSON.stringify(one)).sort()
}
