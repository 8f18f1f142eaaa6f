import { connect, type Socket } from 'node:net'
import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { sql } from 'kysely'
import { type Hex, numberToHex, padHex } from 'viem'
import { expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { saveMessage } from '../../store/messages.js'
import { withApi } from '../apiSuite.js'
import { storeProposal } from '../proposals.js'
import { waitFor } from '../scene.js'
import type { TestApp } from '../testApp.js'

const { alice, dave } = demoAccounts
const megabyte = 1_048_576
let api: TestApp
let safe: DeployedSafe
let url: string
const hashes = Array.from({ length: 20 }, (_, index) =>
  padHex(numberToHex(index + 1), { size: 32 }),
)

withApi(
  { firstSalt: 950n, configuration: { access: { answersMegabytes: 32 } } },
  async (suite) => {
    api = suite.api
    safe = await suite.newSafe([alice.address])
    url = `/v1/chains/31337/safes/${safe.address}`
    // As they could be written once: nobody is let in with such a message.
    for (const messageHash of hashes) await storeMessage(messageHash)
  },
)

async function storeMessage(messageHash: Hex): Promise<void> {
  const owner = alice.address
  const message = {
    chainId: 31337,
    safe: safe.address,
    messageHash,
    content: 'x'.repeat(900_000),
    origin: null,
    safeAppId: null,
    confirmation: {
      owner,
      signature: padHex('0x1b', { size: 65 }),
      kind: 'ecdsa',
    },
  } as const
  await saveMessage(api.store, message, { threshold: 1n, waiting: 500 })
}

type Item = { type: string; messageHash?: Hex; transaction?: { id: string } }
type Page = { next: string | null; results: Item[] }

/** All pages of a list, each of which must be small enough. */
async function walk(first: string): Promise<Page[]> {
  const pages: Page[] = []
  for (let at: string | null = first; at; ) {
    const reply = await api.app.inject(at)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBeLessThan(2 * megabyte)
    const page: Page = reply.json()
    pages.push(page)
    const next: URL | null = page.next === null ? null : new URL(page.next)
    at = next && `${next.pathname}${next.search}`
  }
  return pages
}

test('ends a page of messages after a megabyte, and the next ones skip nothing', async () => {
  for (const limit of [20, 200]) {
    const pages = await walk(`${url}/messages?cursor=limit%3D${limit}`)
    expect(pages.length).toBeGreaterThan(5)
    expect(
      pages.flatMap(({ results }) =>
        results.flatMap(({ messageHash }) => messageHash ?? []),
      ),
    ).toEqual(hashes.toReversed())
  }
  const [hash] = hashes
  const one = await api.app.inject(`/v1/chains/31337/messages/${hash}`)
  expect(one.json().message).toHaveLength(900_000)
})

test('ends the queue, the list and the history of large transactions early, in their order', async () => {
  const ids: string[] = []
  // Two want the same nonce, and a page ends between them.
  for (const [index, nonce] of [0n, 1n, 2n, 2n, 3n].entries()) {
    const signed = await signTransaction(safe, {
      plan: {
        to: dave.address,
        nonce,
        value: BigInt(index),
        data: `0x${'ab'.repeat(400_000)}`,
      },
      signers: [alice],
    })
    await storeProposal(api.store, signed)
    ids.push(`multisig_${safe.address}_${signed.safeTxHash}`)
  }
  const listIds = (pages: Page[]) =>
    pages.map(({ results }) =>
      results.flatMap(({ transaction }) => transaction?.id ?? []),
    )
  const queue = await walk(`${url}/transactions/queued`)
  expect(listIds(queue)).toEqual([ids.slice(0, 3), ids.slice(3)])
  expect(queue.map(({ results }) => results.map(({ type }) => type))).toEqual([
    [
      ...['LABEL', 'TRANSACTION', 'LABEL', 'TRANSACTION'],
      ...['CONFLICT_HEADER', 'TRANSACTION'],
    ],
    ['TRANSACTION', 'TRANSACTION'],
  ])
  const list = await walk(`${url}/multisig-transactions`)
  expect(listIds(list).map((page) => page.length)).toEqual([3, 2])
  expect(listIds(list).flat().toSorted()).toEqual(ids.toSorted())
  await sql`
    update multisig_tx set block_number = 1 + value, tx_index = 0,
      log_index = 0, tx_hash = safe_tx_hash, executed_at = now(), success = true
    where safe = ${toBytes(safe.address)}
  `.execute(api.store)
  await sql`
    insert into timeline (chain_id, safe, block_number, tx_index, order_key,
      kind, ref, tx_hash, executed_at)
    select chain_id, safe, block_number, 0, 0, 'multisig',
      '0x' || encode(safe_tx_hash, 'hex'), tx_hash, executed_at
    from multisig_tx where safe = ${toBytes(safe.address)}
  `.execute(api.store)
  const history = await walk(`${url}/transactions/history`)
  expect(listIds(history).map((page) => page.length)).toEqual([3, 2])
  expect(listIds(history).flat()).toEqual(ids.toReversed())
})

test('refuses what would hold too much at once, and answers everything small', async () => {
  const listening = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(listening).port)
  const sockets: Socket[] = []
  /** Asks for more than the system holds for a socket, and reads nothing. */
  const askForMuch = (limit: number) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    const ask = (offset: number) =>
      `GET ${url}/messages?cursor=limit%3D${limit}%26offset%3D${offset} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    for (let offset = 0; offset < 12; offset++) socket.write(ask(offset))
    sockets.push(socket)
  }
  const large = () => api.app.inject(`${url}/messages?cursor=limit%3D2`)
  let refused = await large()
  await waitFor('a refusal', async () => {
    askForMuch(20 + (sockets.length % 100))
    refused = await large()
    return refused.statusCode === 503
  })
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toEqual({
    statusCode: 503,
    message: 'The gateway is busy. Try again in a moment.',
  })
  expect((await api.app.inject('/health/ready')).statusCode).toBe(200)
  expect((await api.app.inject(url)).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  await waitFor('room', async () => (await large()).statusCode === 200)
})

test('thirty who ask for the same large page at once are sent the same bytes', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      api.app.inject(`${url}/messages?cursor=limit%3D20&x=${n}`),
    ),
  )
  for (const reply of replies) {
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBeLessThan(2 * megabyte)
  }
})
