import { encodeFunctionData, parseEther } from 'viem'
import { demoAccounts } from '../accounts.js'
import { demoCollectibleAbi, getDemoContractAddress } from '../demoContracts.js'
import { mintRing } from './calls.js'
import { defineSafe, type Scenario } from './scenario.js'

const { alice, bob, customer } = demoAccounts

export const personal = defineSafe('Alice alone', {
  version: '1.4.1',
  owners: [alice.address],
  threshold: 1,
  saltNonce: 2026n,
})

/** A 1-of-1: the smallest safe, with collectibles. */
export const personalScenario: Scenario = {
  title: 'A safe of one',
  chainIds: [31337],
  safes: [personal],
  getSteps: () => [
    { daysAgo: 33, kind: 'create', safe: personal },
    {
      daysAgo: 32.5,
      kind: 'send',
      account: alice,
      calls: [{ to: personal.address, value: parseEther('4') }],
    },
    {
      daysAgo: 24,
      kind: 'send',
      account: customer,
      calls: [mintRing(personal.address), mintRing(personal.address)],
    },
    {
      daysAgo: 17,
      kind: 'execute',
      safe: personal,
      getPlan: () => ({
        to: getDemoContractAddress('rings'),
        data: encodeFunctionData({
          abi: demoCollectibleAbi,
          functionName: 'safeTransferFrom',
          args: [personal.address, bob.address, 1n],
        }),
      }),
      signers: [alice],
      executor: alice,
    },
  ],
}
