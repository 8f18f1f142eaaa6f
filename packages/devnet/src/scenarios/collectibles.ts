import { encodeFunctionData } from 'viem'
import { demoAccounts } from '../accounts.js'
import { demoItemsAbi, getDemoContractAddress } from '../demoContracts.js'
import { mintRing } from './calls.js'
import type { Scenario } from './scenario.js'
import { treasury } from './treasury.js'

/** Pictures drawn on the chain, and tokens of many of a kind. */
export const collectiblesScenario: Scenario = {
  title: 'Collectibles',
  chainIds: [31337],
  safes: [],
  getSteps: () => [
    {
      daysAgo: 19,
      kind: 'send',
      account: demoAccounts.customer,
      calls: [
        mintRing(treasury.address),
        mintRing(treasury.address),
        mintRing(treasury.address),
      ],
    },
    {
      daysAgo: 16,
      kind: 'send',
      account: demoAccounts.customer,
      calls: [
        {
          to: getDemoContractAddress('items'),
          data: encodeFunctionData({
            abi: demoItemsAbi,
            functionName: 'mint',
            args: [treasury.address, 7n, 12n],
          }),
        },
      ],
    },
  ],
}
