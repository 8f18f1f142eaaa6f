import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  runTransaction,
} from '@covault/devnet'
import { followChain } from '../../apps/gateway/src/indexer/followChain.js'
import type { FollowedChain } from '../../apps/gateway/src/indexer/followedChain.js'
import { listenToOutbox } from '../../apps/gateway/src/store/listen.js'
import { silent as log } from '../../apps/gateway/src/testing/silent.js'
import { takeMedian } from '../shared/figures.js'

/**
 * From the answer of the node that a block is mined to the notification that
 * its event is stored: how long people wait, at a local chain's pace of 200 ms.
 */
export async function measureLatency(
  devnet: Devnet,
  parameters: {
    chain: FollowedChain
    databaseUrl: string
    safe: DeployedSafe
    rounds: number
  },
): Promise<{ median: number; worst: number }> {
  const { chain, databaseUrl, safe, rounds } = parameters
  let onChange = () => {}
  const listener = listenToOutbox({
    url: databaseUrl,
    log,
    onChange: () => onChange(),
  })
  const follower = followChain(chain, { databaseUrl })
  const seconds: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const announced = new Promise<number>((resolve) => {
        onChange = () => resolve(performance.now())
      })
      await runTransaction(devnet, safe, {
        plan: { to: demoAccounts.dave.address, value: 1n },
        signers: [demoAccounts.alice],
      })
      const mined = performance.now()
      const heard = await announced
      // The first round waits for the follower to lead.
      if (round > 0) seconds.push(Math.max(heard - mined, 0) / 1000)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    await follower.stop()
    await listener.stop()
  }
  return { median: takeMedian(seconds), worst: Math.max(...seconds) }
}
