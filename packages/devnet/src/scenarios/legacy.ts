import { parseEther } from 'viem'
import { demoAccounts } from '../accounts.js'
import { defineSafe, type Scenario } from './scenario.js'
import { makeProposal } from './signOffChain.js'

const { alice, dave, customer, supplier } = demoAccounts

export const legacy = defineSafe('Old savings', {
  version: '1.3.0',
  l2: false,
  owners: [alice.address, dave.address],
  threshold: 2,
  saltNonce: 2026n,
})

/** A 1.3.0 whose singleton logs little: parameters are in calldata only. */
export const legacyScenario: Scenario = {
  title: 'A safe of an older version',
  chainIds: [31337],
  safes: [legacy],
  getSteps: () => [
    { daysAgo: 43, kind: 'create', safe: legacy },
    {
      daysAgo: 42,
      kind: 'send',
      account: customer,
      calls: [{ to: legacy.address, value: parseEther('10') }],
    },
    {
      daysAgo: 35,
      kind: 'execute',
      safe: legacy,
      getPlan: () => ({ to: supplier.address, value: parseEther('1') }),
      signers: [alice, dave],
      executor: alice,
    },
  ],
  async getOffChainPart(stage) {
    const nonce = stage.getNonce(legacy)
    const proposal = await makeProposal(stage, legacy, {
      plan: { to: alice.address, value: parseEther('0.5'), nonce },
      proposer: dave,
      note: 'Half of the interest',
    })
    return { proposals: [proposal] }
  },
}
