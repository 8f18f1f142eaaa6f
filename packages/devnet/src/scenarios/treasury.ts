import { encodeFunctionData, parseEther, parseUnits } from 'viem'
import { demoAccounts } from '../accounts.js'
import { alwaysRevertsAbi, getDemoContractAddress } from '../demoContracts.js'
import { batchCalls } from '../safeTransactions.js'
import {
  addOwner,
  changeThreshold,
  mintToken,
  removeLatestOwner,
  transferToken,
} from './calls.js'
import { defineSafe, type Scenario, type Stage, type Step } from './scenario.js'
import { makeMessage, makeProposal } from './signOffChain.js'

const { alice, bob, carol, dave, erin, customer, supplier } = demoAccounts

export const treasury = defineSafe('Treasury', {
  version: '1.4.1',
  owners: [alice.address, bob.address, carol.address],
  threshold: 2,
  saltNonce: 2026n,
})

/** A 2-of-3 with a past of every kind and a queue with a conflict. */
export const treasuryScenario: Scenario = {
  title: 'Treasury',
  chainIds: [31337, 31338],
  safes: [treasury],
  getSteps: () => [
    { daysAgo: 41, kind: 'create', safe: treasury },
    ...getIncomingSteps(),
    ...getOutgoingSteps(),
    ...getSettingsSteps(),
  ],
  async getOffChainPart(stage) {
    return {
      delegates: [
        {
          chainId: stage.chainId,
          body: {
            safe: treasury.address,
            delegate: erin.address,
            delegator: alice.address,
            label: 'Bookkeeping',
          },
        },
      ],
      proposals: await makeQueue(stage),
      messages: [
        await makeMessage(stage, treasury, {
          message:
            'The owners of the Treasury approve the budget of the next quarter.',
          proposer: alice,
        }),
      ],
    }
  },
}

function getIncomingSteps(): Step[] {
  const { address: to } = treasury
  const kind = 'send'
  const account = customer
  return [
    {
      daysAgo: 40.5,
      kind,
      account,
      calls: [
        mintToken('dollar', { to: account.address, value: dollars('250000') }),
        mintToken('garden', {
          to: account.address,
          value: parseEther('20000'),
        }),
      ],
    },
    {
      daysAgo: 40,
      kind,
      account,
      calls: [{ to, value: parseEther('25') }],
    },
    {
      daysAgo: 39,
      kind,
      account,
      calls: [transferToken('dollar', { to, value: dollars('50000') })],
    },
    {
      daysAgo: 38,
      kind,
      account,
      calls: [transferToken('garden', { to, value: parseEther('1200') })],
    },
    {
      daysAgo: 12,
      kind,
      account: erin,
      calls: [{ to, value: parseEther('3') }],
    },
    {
      daysAgo: 2,
      kind,
      account,
      calls: [transferToken('dollar', { to, value: dollars('12500.75') })],
    },
  ]
}

function getOutgoingSteps(): Step[] {
  const kind = 'execute'
  const safe = treasury
  return [
    {
      daysAgo: 36,
      kind,
      safe,
      getPlan: () => ({ to: supplier.address, value: parseEther('1.5') }),
      signers: [alice, bob],
      executor: bob,
    },
    {
      daysAgo: 34,
      kind,
      safe,
      getPlan: () =>
        transferToken('dollar', {
          to: supplier.address,
          value: dollars('4200'),
        }),
      signers: [alice, carol],
      executor: carol,
    },
    {
      daysAgo: 31,
      kind,
      safe,
      getPlan: () =>
        batchCalls(treasury, [
          transferToken('dollar', { to: dave.address, value: dollars('1500') }),
          transferToken('dollar', { to: erin.address, value: dollars('1500') }),
          { to: dave.address, value: parseEther('0.2') },
        ]),
      signers: [bob, carol],
      executor: alice,
    },
    {
      daysAgo: 28,
      kind,
      safe,
      // With gas set aside the safe outlives the failure of its call, uses up
      // the nonce and logs ExecutionFailure.
      getPlan: () => ({
        to: getDemoContractAddress('alwaysReverts'),
        data: encodeFunctionData({
          abi: alwaysRevertsAbi,
          functionName: 'withReason',
        }),
        safeTxGas: 60_000n,
      }),
      signers: [alice, bob],
      executor: alice,
    },
    {
      daysAgo: 22,
      kind,
      safe,
      getPlan: () => ({ to: customer.address, value: parseEther('0.75') }),
      signers: [alice, bob, dave],
      executor: dave,
    },
    {
      daysAgo: 9,
      kind,
      safe,
      // An empty call of itself uses up the nonce of what was rejected.
      getPlan: () => ({ to: treasury.address }),
      signers: [bob, carol],
      executor: bob,
    },
  ]
}

function getSettingsSteps(): Step[] {
  const owner = dave.address
  return [
    {
      daysAgo: 25,
      kind: 'execute',
      safe: treasury,
      getPlan: () => addOwner(treasury, { owner, threshold: 3n }),
      signers: [alice, carol],
      executor: alice,
    },
    {
      daysAgo: 20,
      kind: 'execute',
      safe: treasury,
      getPlan: () => removeLatestOwner(treasury, { owner, threshold: 2n }),
      signers: [alice, bob, carol],
      executor: carol,
    },
  ]
}

async function makeQueue(stage: Stage) {
  const nonce = stage.getNonce(treasury)
  const salaries = batchCalls(treasury, [
    transferToken('dollar', { to: dave.address, value: dollars('1500') }),
    transferToken('dollar', { to: erin.address, value: dollars('1750.5') }),
  ])
  const travelCosts = transferToken('dollar', {
    to: dave.address,
    value: dollars('318.2'),
  })
  return Promise.all([
    makeProposal(stage, treasury, {
      plan: { to: supplier.address, value: parseEther('2.5'), nonce },
      proposer: alice,
      confirmers: [bob],
      note: 'Invoice 2026-114',
    }),
    makeProposal(stage, treasury, {
      plan: { to: treasury.address, nonce },
      proposer: carol,
      note: 'This invoice has been paid before',
    }),
    makeProposal(stage, treasury, {
      plan: { ...salaries, nonce: nonce + 1n },
      proposer: bob,
      note: 'Salaries',
    }),
    makeProposal(stage, treasury, {
      plan: { ...changeThreshold(treasury, 3n), nonce: nonce + 2n },
      proposer: carol,
      note: 'Let all of us sign',
    }),
    makeProposal(stage, treasury, {
      plan: { ...travelCosts, nonce: nonce + 3n },
      proposer: erin,
      note: 'Travel costs',
    }),
  ])
}

function dollars(amount: string): bigint {
  return parseUnits(amount, 6)
}
