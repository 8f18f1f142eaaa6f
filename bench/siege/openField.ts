import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  describeSafe,
  getCreationCall,
  type SafePlan,
  sendAll,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import { type LocalAccount, parseEther } from 'viem'
import { startEmbeddedPostgres } from '../../apps/gateway/src/store/embeddedPostgres.js'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { type Served, startServer } from '../serving/processes.js'
import { fillLists } from './fillLists.js'
import type { Target } from './target.js'

const chainId = 31337

/** Fewer than there are safes, so that strangers can fill them. */
const maximumSafes = 100
const strangers = 200

/** Safes that the honest owner opens one after the other. */
const spare = 60

export type Field = {
  devnet: Devnet
  store: Store
  gateway: Served
  target: Target
  spareSafes: DeployedSafe[]
  stop(): Promise<void>
}

const { alice, bob, dave, stranger, deployer } = demoAccounts

/**
 * One gateway as strangers would reach it: behind a proxy, with the limits
 * that hold unless somebody sets others, and safes of others all around.
 */
export async function openField(): Promise<Field> {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse())
      await close().catch(() => undefined)
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'covault-siege-'))
    closers.push(async () => rmSync(folder, { recursive: true, force: true }))
    const devnet = await startDevnet({ chainId })
    closers.push(() => devnet.stop())
    const postgres = await startEmbeddedPostgres({ dataFolder: folder, log })
    closers.push(() => postgres.stop())
    const { url: databaseUrl } = postgres
    const store = await openStore({ url: databaseUrl, log })
    closers.push(() => store.destroy())
    const { spareSafes, ...safes } = await deploySafes(devnet)
    const largeMessages = await fillLists(store, safes.hostile)
    const gateway = await startServer({
      folder,
      databaseUrl,
      role: 'all',
      configuration: {
        chains: [{ chainId, rpcUrls: [devnet.url] }],
        following: { maximumSafes, blocksBeforeCreation: 0 },
        access: { trustedProxies: ['loopback'] },
      },
    })
    closers.push(() => gateway.stop())
    closers.push(keepMining(devnet))
    const owners = [alice.address, bob.address, safes.council.address]
    const { url } = gateway
    const target: Target = {
      ...{ url, ...safes, owners, largeMessages, waiting: [] },
      files: listFiles(),
    }
    return { devnet, store, gateway, target, spareSafes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function deploySafes(devnet: Devnet) {
  await deploySafeContracts(devnet)
  const deploy = (plan: SafePlan): Promise<DeployedSafe> =>
    deploySafe(devnet, plan)
  const council = await deploy({
    owners: [alice.address],
    threshold: 1,
    saltNonce: 1n,
  })
  const safe = await deploy({
    owners: [alice.address, bob.address, council.address],
    threshold: 2,
    saltNonce: 2n,
  })
  await sendTransaction(devnet.client, {
    account: dave,
    to: safe.address,
    value: parseEther('1'),
  })
  const hostile = await deploy({
    owners: [stranger.address],
    threshold: 1,
    saltNonce: 3n,
  })
  const others = await deployMany(devnet, { owner: dave, count: strangers })
  return {
    ...{ safe, council, hostile },
    strangers: others.map(({ address }) => address),
    spareSafes: await deployMany(devnet, { owner: alice, count: spare }),
  }
}

/** In a few blocks. */
async function deployMany(
  { client }: Devnet,
  { owner, count }: { owner: LocalAccount; count: number },
): Promise<DeployedSafe[]> {
  const plans = Array.from(
    { length: count },
    (_, at): SafePlan => ({
      owners: [owner.address],
      threshold: 1,
      saltNonce: BigInt(1_000 + at),
    }),
  )
  await sendAll(client, {
    account: deployer,
    transactions: plans.map((plan) => ({
      ...getCreationCall(plan),
      gas: 400_000n,
    })),
  })
  return plans.map((plan) => describeSafe(chainId, plan))
}

/** A block every second, as a chain that others use as well. */
function keepMining({ client }: Devnet): () => Promise<void> {
  const ending = new AbortController()
  const mining = (async () => {
    while (!ending.signal.aborted) {
      const next = delay(1_000)
      await client.mine({ blocks: 1 })
      await next
    }
  })()
  mining.catch((error: unknown) => console.error(error))
  return async () => {
    ending.abort()
    await mining
  }
}

/** The largest of the web app's files. */
function listFiles(): string[] {
  const folder = join(import.meta.dirname, '../../apps/web/dist/assets')
  return readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 20)
    .map(({ name }) => `/assets/${name}`)
}
