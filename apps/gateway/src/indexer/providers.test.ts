import {
  type DeployedSafe,
  defineProfile,
  type Provider,
  type ProviderName,
  type ProviderProfile,
  providerProfiles,
  startProvider,
  startReplayedSource,
} from '@covault/devnet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSync } from '../store/watches.js'
import { runRandomly } from '../testing/randomRun.js'
import {
  follow,
  listExecutions,
  listLines,
  makeHistory,
  openScene,
  type Scene,
  waitFor,
} from '../testing/scene.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
  watch,
} from '../testing/testWorld.js'
import { followChain } from './followChain.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 900_000 })

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ firstSalt: 700n })
}, 600_000)
afterAll(() => scene.stop())

let made: Promise<DeployedSafe> | undefined

/** Five hundred transactions, made once for all that want them. */
function makeLongHistory(): Promise<DeployedSafe> {
  made ??= makeHistory(scene, 500)
  return made
}

type Run = { provider: Provider; lines: string[]; seconds: number }

/** Indexes a safe through providers as the gateway does, and compares with a direct scan. */
async function indexThrough(
  profiles: readonly ProviderProfile[],
  { safe, blocks }: { safe: DeployedSafe; blocks: number },
): Promise<Run> {
  const source = await startReplayedSource({ url: scene.devnet.url, blocks })
  const providers = await Promise.all(
    profiles.map((profile) => startProvider({ target: source.url, profile })),
  )
  try {
    const [provider] = providers
    if (!provider) throw new TypeError('There is at least one provider.')
    const urls = providers.map(({ url }) => url)
    const { url: databaseUrl, store } = await scene.world.openDatabase()
    const settings = { pollMs: 1_000, logsPerStep: 300 }
    const chain = createTestChain({ store, urls, settings })
    const { chainId } = chain
    const started = Date.now()
    const following = followChain(chain, { databaseUrl })
    try {
      await waitFor('the head', () => following.progress.cursor !== undefined)
      await untilWatched(() => watch(chain, safe.address))
      const isSynced = async () =>
        (await readSync(store, { chainId, safe: safe.address })).synced
      await waitFor('the past', isSynced, 800_000)
    } finally {
      await following.stop()
    }
    const seconds = (Date.now() - started) / 1000
    const direct = createTestChain({
      store,
      urls: [source.url],
      range: 10n ** 8n,
    })
    await expectSameAsChain(direct, [safe.address])
    return { provider, lines: await listLines(chain, safe.address), seconds }
  } finally {
    await Promise.all(providers.map((each) => each.stop()))
    await source.stop()
  }
}

/**
 * Anyone who asks for a safe asks again where a node wanted to be left alone.
 */
async function untilWatched(ask: () => Promise<void>): Promise<void> {
  await waitFor('the safe', async () => {
    await ask()
    return true
  })
}

function print(name: string, { provider, seconds }: Run): void {
  const counts = [...provider.counts].map(
    ([method, count]) => `${method} ${count}`,
  )
  process.stdout.write(
    `${name}: ${provider.requests()} requests in ${provider.bodies()} bodies, ${provider.refused.length} refused, ${seconds.toFixed(0)} s (${counts.join(', ')})\n`,
  )
}

const countExecutions = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('execution')).length

test('a node without batches, of short ranges and without logs by hash gives a whole history', async () => {
  const safe = await makeHistory(scene, 10)
  const profile = defineProfile({
    ...providerProfiles.middleRange,
    batch: false,
    logsByBlockHash: false,
    finalizedTag: false,
  })
  const run = await indexThrough([profile], { safe, blocks: 5_000 })
  print('cheap', run)
  expect(countExecutions(run.lines)).toBe(9)
})

test('a node of short lists gives the past and the present of more safes than a list takes', async () => {
  const provider = await startProvider({
    target: scene.devnet.url,
    profile: providerProfiles.shortLists,
  })
  try {
    const safes = await scene.newSafes(Array.from({ length: 8 }, () => ({})))
    const addresses = safes.map(({ address }) => address)
    const payAll = async (firstNonce: number) => {
      for (const safe of safes)
        await scene.payOften(safe, { count: 1, firstNonce })
    }
    await payAll(0)
    const chain = await scene.newChain({ urls: [provider.url] })
    await follow(chain, ...addresses)
    await payAll(1)
    await catchUp(chain)
    for (const address of addresses)
      expect(await listExecutions(chain, address)).toHaveLength(2)
    const { store } = chain
    const direct = createTestChain({ store, urls: [scene.devnet.url] })
    await expectSameAsChain(direct, addresses)
    const tooLong = provider.refused.filter(({ message }) =>
      message.includes('max addresses'),
    )
    // All four questions of the first body, and no other.
    expect(tooLong).toHaveLength(4)
  } finally {
    await provider.stop()
  }
})

/** The one with tiny ranges is the hints' affair. */
const matrix: [ProviderName, number][] = [
  ['wideRange', 5_000_000],
  ['middleRange', 500_000],
  ['shortLists', 500_000],
  ['noArchive', 500_000],
  ['noBatch', 500_000],
  ['severalBackEnds', 500_000],
  ['noFinalized', 500_000],
  ['noLogsByHash', 500_000],
  ['noBlockReceipts', 500_000],
]

test.each(matrix)(
  'through the provider %s, 500 transactions over %i blocks are whole @full',
  async (name, blocks) => {
    const safe = await makeLongHistory()
    const profile = providerProfiles[name]
    const run = await indexThrough([profile], { safe, blocks })
    print(name, run)
    expect(countExecutions(run.lines)).toBe(450)
  },
)

test('with few logs in an answer, 500 transactions over 500000 blocks are whole @full', async () => {
  const safe = await makeLongHistory()
  // As many as 10,000 are not made here: what counts is that there are more.
  const profile = { ...providerProfiles.fewLogs, logsPerAnswer: 50 }
  const run = await indexThrough([profile], { safe, blocks: 500_000 })
  print('fewLogs', run)
  expect(countExecutions(run.lines)).toBe(450)
})

test.each(['quicknode', 'infura', 'alchemy'] as const)(
  'a provider of 25 requests in a second, in the words of %s, refuses one body and no more @full',
  async (words) => {
    const safe = await makeLongHistory()
    const profile = { ...providerProfiles.slow, words }
    const run = await indexThrough([profile], { safe, blocks: 500_000 })
    print(`slow, ${words}`, run)
    expect(countExecutions(run.lines)).toBe(450)
    const tooFast = run.provider.refused.filter(({ message }) =>
      /second|rate/.test(message),
    )
    expect(tooFast).toHaveLength(1)
  },
)

test('when the budget of a provider is used up, the next one goes on @full', async () => {
  const safe = await makeLongHistory()
  const profiles = [providerProfiles.budget, providerProfiles.wideRange]
  const run = await indexThrough(profiles, { safe, blocks: 500_000 })
  print('budget', run)
  expect(countExecutions(run.lines)).toBe(450)
  // It is left alone, not asked again and again.
  expect(run.provider.refused.length).toBeLessThan(20)
})

/** So that none is forgotten; where one is used up, there is another. */
const atTip: [string, ProviderProfile][] = [
  ...Object.entries(providerProfiles),
  [
    'severalBackEnds by number alone',
    defineProfile({
      ...providerProfiles.severalBackEnds,
      logsByBlockHash: false,
      blockReceipts: false,
    }),
  ],
]

test.each(atTip)(
  'through the provider %s, random payments, reorgs and restarts end equal to a fresh rescan @full',
  async (name, profile) => {
    const target = scene.devnet.url
    const provider = await startProvider({ target, profile })
    const spare = await startProvider({ target, profile: providerProfiles.own })
    const urls = name === 'budget' ? [provider.url, spare.url] : [provider.url]
    const started = Date.now()
    try {
      await runRandomly(scene, { steps: 40, urls })
    } finally {
      await Promise.all([provider.stop(), spare.stop()])
    }
    const seconds = (Date.now() - started) / 1000
    print(`${name}, at the tip`, { provider, lines: [], seconds })
    // Whatever it lacks is asked for once. What may come is asked for again:
    // a state, a block that another node has, and which blocks are final.
    const mayCome = /finalized|not found|unknown block|not available$/
    const lacks = provider.refused.filter(
      ({ message }) => !mayCome.test(message),
    )
    expect(lacks.length).toBeLessThan(10)
  },
)
