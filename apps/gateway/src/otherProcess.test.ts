import { setTimeout as delay } from 'node:timers/promises'
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  signTransaction,
  startDevnet,
} from '@covault/devnet'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { getReads, openStore } from './store/openStore.js'
import { propose, toProposal } from './testing/apiSuite.js'
import { createTestDatabase } from './testing/createTestDatabase.js'
import {
  type ClusterServer,
  type PostgresCluster,
  startPostgresCluster,
} from './testing/postgresCluster.js'
import { waitFor } from './testing/scene.js'
import { silent } from './testing/silent.js'
import { createTestApp, type TestApp } from './testing/testApp.js'

const { alice, bob, dave } = demoAccounts
/** ARCHITECTURE.md promises it: an answer lacks nothing that is older. */
const promisedMs = 2_000

test('another process answers from its replica with what was written two seconds ago, also if it was not notified @full', async () => {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const cluster = await startPostgresCluster({ size: 2, synchronous: false })
    closers.push(cluster.stop)
    const devnet = await startDevnet({ chainId: 31337, noMining: true })
    closers.push(devnet.stop)
    await deploySafeContracts(devnet)
    const [primary, replica] = cluster.servers as [ClusterServer, ClusterServer]
    const safe = await deploySafe(devnet, {
      ...{ owners: [alice.address, bob.address], threshold: 2, saltNonce: 1n },
    })
    const elsewhere = await createTestDatabase(primary.url)
    const writer = await openProcess({ devnet, cluster, closers })
    const deaf = await openProcess({ devnet, cluster, closers, elsewhere })
    const queue = `/v1/chains/31337/safes/${safe.address}/transactions/queued`
    for (const nonce of [0n, 1n]) {
      const count = Number(nonce)
      await waitFor('the replica', async () => isFresh(deaf, queue, count))
      await cluster.query(replica, 'select pg_wal_replay_pause()')
      const plan = { to: dave.address, value: 1n, nonce }
      const signed = await signTransaction(safe, { plan, signers: [alice] })
      const body = toProposal(signed, { sender: alice.address })
      const written = await ask(writer, propose(safe, body))
      expect(written.statusCode).toBe(200)
      expect(await countQueue(writer, queue)).toBe(count + 1)
      await delay(promisedMs)
      expect(await countQueue(deaf, queue)).toBe(count + 1)
      await cluster.query(replica, 'select pg_wal_replay_resume()')
    }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}, 300_000)

/** An API on primary and replica; `elsewhere`: it listens where nobody speaks. */
async function openProcess(parameters: {
  devnet: Devnet
  cluster: PostgresCluster
  closers: (() => Promise<unknown>)[]
  elsewhere?: string
}): Promise<TestApp> {
  const { devnet, cluster, closers, elsewhere } = parameters
  const [primary, replica] = cluster.servers as [ClusterServer, ClusterServer]
  const url = `${primary.url}?target_session_attrs=read-write`
  const store = await openStore({ url, readUrl: replica.url, log: silent })
  closers.push(() => store.destroy())
  const app = await createTestApp({
    rpcUrl: devnet.url,
    database: { url: elsewhere ?? url, store },
  })
  closers.push(app.stop)
  return app
}

const ask = ({ app }: TestApp, request: InjectOptions) =>
  app.inject({ ...request, headers: { host: 'localhost' } })

async function countQueue(process: TestApp, url: string): Promise<number> {
  const reply = await ask(process, { url })
  const { results } = reply.json<{ results: { type: string }[] }>()
  return results.filter(({ type }) => type === 'TRANSACTION').length
}

/** It has all there is, and the replica was what told it. */
async function isFresh(process: TestApp, url: string, count: number) {
  const before = getReads(process.store)?.replica ?? 0
  const counted = await countQueue(process, url)
  const after = getReads(process.store)?.replica ?? 0
  return counted === count && after > before
}
