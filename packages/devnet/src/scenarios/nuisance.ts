import { type Address, encodeFunctionData, parseEther, parseUnits } from 'viem'
import { demoAccounts } from '../accounts.js'
import { getDemoContractAddress, spamTokenAbi } from '../demoContracts.js'
import { mintToken } from './calls.js'
import type { Scenario, SentCall } from './scenario.js'
import { treasury } from './treasury.js'

const { stranger, supplier } = demoAccounts

/** Begins and ends like the supplier's address. */
export const supplierImitation: Address = `0x${[
  supplier.address.slice(2, 8),
  '0'.repeat(28),
  supplier.address.slice(-6),
]
  .join('')
  .toLowerCase()}`

/** What strangers do to everybody: spam, hostile names, poisoned history. */
export const nuisanceScenario: Scenario = {
  title: 'Spam and imitations',
  chainIds: [31337, 31338],
  safes: [],
  getSteps: () => [
    {
      daysAgo: 27,
      kind: 'send',
      account: stranger,
      calls: [
        pretend(stranger.address, treasury.address, parseEther('4999')),
        mintToken('hostile', {
          to: treasury.address,
          value: parseEther('1000000'),
        }),
      ],
    },
    {
      // A day after the Treasury paid the supplier.
      daysAgo: 33,
      kind: 'send',
      account: stranger,
      calls: [
        pretend(treasury.address, supplierImitation, parseUnits('4200', 6)),
      ],
    },
  ],
}

function pretend(from: Address, to: Address, value: bigint): SentCall {
  return {
    to: getDemoContractAddress('spam'),
    data: encodeFunctionData({
      abi: spamTokenAbi,
      functionName: 'pretend',
      args: [from, to, value],
    }),
  }
}
