import { encodeFunctionData } from 'viem'
import { demoAccounts } from '../accounts.js'
import {
  type DemoContractName,
  getDemoContractAddress,
  priceFeedAbi,
} from '../demoContracts.js'
import type { Scenario, Step } from './scenario.js'

type Prices = Partial<Record<DemoContractName, bigint>>

/** Prices in US dollars with 8 decimals, which move a little. */
export const pricesScenario: Scenario = {
  title: 'Prices',
  chainIds: [31337, 31338],
  safes: [],
  getSteps: () => [
    // Also where nothing has changed: a price is believed for so long only.
    update(30, {
      etherFeed: 3_020_00000000n,
      dollarFeed: 1_00000000n,
      bitcoinFeed: 61_900_00000000n,
    }),
    update(21, { etherFeed: 3_345_50000000n, euroFeed: 1_09100000n }),
    update(11, { etherFeed: 3_270_00000000n, bitcoinFeed: 66_120_00000000n }),
    update(0.01, {
      etherFeed: 3_412_75000000n,
      dollarFeed: 1_00010000n,
      bitcoinFeed: 65_480_00000000n,
      euroFeed: 1_08650000n,
    }),
  ],
}

function update(daysAgo: number, prices: Prices): Step {
  return {
    daysAgo,
    kind: 'send',
    account: demoAccounts.deployer,
    calls: Object.entries(prices).map(([feed, answer]) => ({
      to: getDemoContractAddress(feed as DemoContractName),
      data: encodeFunctionData({
        abi: priceFeedAbi,
        functionName: 'setAnswer',
        args: [answer],
      }),
    })),
  }
}
