import { fork } from 'node:child_process'
import { createRpcPool } from '../../apps/gateway/src/chain/rpcPool.js'
import { advance } from '../../apps/gateway/src/indexer/advance.js'
import {
  defaultSettings,
  type FollowedChain,
} from '../../apps/gateway/src/indexer/followedChain.js'
import {
  openStore,
  type Store,
} from '../../apps/gateway/src/store/openStore.js'
import { chainId } from '../../apps/gateway/src/testing/inventSafes.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { takeMedian } from '../shared/figures.js'

export type Followed = {
  blocks: number
  stepMs: number
  worstStepMs: number
  megabytes: number
}

export function openScaleChain(
  store: Store,
  url: string,
  { wholeBlocksAbove = defaultSettings.wholeBlocksAbove } = {},
): FollowedChain {
  return {
    chainId,
    store,
    log,
    pool: createRpcPool({ chainId, urls: [url], timeoutMs: 120_000 }),
    ranges: { get: () => 2_000n, learn: () => undefined },
    settings: { ...defaultSettings, pollMs: 200, wholeBlocksAbove },
  }
}

/** In a process of its own, so that its memory is the indexer's alone. */
export async function followBlocks(parameters: {
  url: string
  databaseUrl: string
  wholeBlocksAbove?: number
}): Promise<Followed> {
  const { url, databaseUrl, wholeBlocksAbove } = parameters
  const child = fork(
    import.meta.filename,
    [url, ...(wholeBlocksAbove === undefined ? [] : [`${wholeBlocksAbove}`])],
    {
      execArgv: ['--conditions=source', '--import=tsx'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    },
  )
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Followed))
    child.once('exit', (code) => reject(new Error(`Ended with ${code}.`)))
  })
}

/** Applies blocks until the head is reached. */
async function applyBlocks(chain: FollowedChain): Promise<Followed> {
  const times: number[] = []
  for (;;) {
    const started = performance.now()
    const step = await advance(chain)
    if (step.type === 'idle') break
    if (step.type === 'held') throw new Error(step.reason)
    times.push(performance.now() - started)
  }
  // The first step fills what is kept between blocks.
  const steady = times.slice(1)
  return {
    blocks: times.length,
    stepMs: takeMedian(steady),
    worstStepMs: Math.max(...steady),
    megabytes: process.resourceUsage().maxRSS / 1_024,
  }
}

if (process.argv[1] === import.meta.filename) {
  const [url = '', above] = process.argv.slice(2)
  const store = await openStore({ url: process.env.DATABASE_URL ?? '', log })
  const settings =
    above === undefined ? {} : { wholeBlocksAbove: Number(above) }
  const followed = await applyBlocks(openScaleChain(store, url, settings))
  await store.destroy()
  process.send?.(followed)
}
