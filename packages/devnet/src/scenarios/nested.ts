import { hashSafeTransaction } from '@covault/protocol'
import { parseEther } from 'viem'
import { demoAccounts } from '../accounts.js'
import {
  completeTransaction,
  type TransactionPlan,
} from '../safeTransactions.js'
import { approveHash } from './calls.js'
import { personal } from './personal.js'
import { defineSafe, type Scenario, type Stage } from './scenario.js'
import { makeProposal } from './signOffChain.js'
import { treasury } from './treasury.js'

const { alice, dave, customer, supplier } = demoAccounts

export const operations = defineSafe('Operations', {
  version: '1.5.0',
  owners: [treasury.address, personal.address, dave.address],
  threshold: 2,
  saltNonce: 2026n,
})

const payment: TransactionPlan = {
  to: supplier.address,
  value: parseEther('0.4'),
}

/** A safe two of whose owners are safes, which sign by `approveHash`. */
export const nestedScenario: Scenario = {
  title: 'A safe owned by safes',
  chainIds: [31337],
  safes: [operations],
  getSteps: () => [
    { daysAgo: 30, kind: 'create', safe: operations },
    {
      daysAgo: 29,
      kind: 'send',
      account: customer,
      calls: [{ to: operations.address, value: parseEther('6') }],
    },
    {
      daysAgo: 14.1,
      kind: 'execute',
      safe: personal,
      getPlan: (stage) =>
        approveHash(operations, hashOperationsTransaction(stage, payment)),
      signers: [alice],
      executor: alice,
    },
    {
      daysAgo: 14,
      kind: 'execute',
      safe: operations,
      getPlan: () => payment,
      signers: [dave],
      approvers: [personal.address],
      executor: dave,
    },
  ],
  async getOffChainPart(stage) {
    const nonce = stage.getNonce(operations)
    const proposal = await makeProposal(stage, operations, {
      plan: { to: customer.address, value: parseEther('0.1'), nonce },
      proposer: dave,
      note: 'Waits for one of the owning safes',
    })
    return { proposals: [proposal] }
  },
}

function hashOperationsTransaction(stage: Stage, plan: TransactionPlan) {
  const { address: safe, version } = operations
  const nonce = stage.getNonce(operations)
  return hashSafeTransaction(
    { chainId: stage.chainId, safe, version },
    completeTransaction({ ...plan, nonce }),
  )
}
