import { encodeFunctionData, parseAbi, parseUnits, zeroAddress } from 'viem'
import { demoAccounts } from '../accounts.js'
import { getDemoContractAddress } from '../demoContracts.js'
import { batchCalls } from '../safeTransactions.js'
import { allowanceModuleAddress } from '../standIns.js'
import { enableModule } from './calls.js'
import type { Scenario, SentCall } from './scenario.js'
import { treasury } from './treasury.js'

const { alice, bob, beneficiary, supplier } = demoAccounts

const allowanceAbi = parseAbi([
  'function addDelegate(address delegate)',
  'function setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin)',
  'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
])

const minutesOfAWeek = 7 * 24 * 60

/** The Treasury lets somebody spend a little each week, who does. */
export const spendingLimitScenario: Scenario = {
  title: 'A spending limit',
  chainIds: [31337, 31338],
  safes: [],
  getSteps: () => [
    {
      daysAgo: 18,
      kind: 'execute',
      safe: treasury,
      getPlan: () =>
        batchCalls(treasury, [
          enableModule(treasury, allowanceModuleAddress),
          addBeneficiary(),
          setLimit(),
        ]),
      signers: [alice, bob],
      executor: bob,
    },
    { daysAgo: 15, kind: 'send', account: beneficiary, calls: [spend('120')] },
    { daysAgo: 4, kind: 'send', account: beneficiary, calls: [spend('75.5')] },
  ],
}

function addBeneficiary(): SentCall {
  return {
    to: allowanceModuleAddress,
    data: encodeFunctionData({
      abi: allowanceAbi,
      functionName: 'addDelegate',
      args: [beneficiary.address],
    }),
  }
}

function setLimit(): SentCall {
  return {
    to: allowanceModuleAddress,
    data: encodeFunctionData({
      abi: allowanceAbi,
      functionName: 'setAllowance',
      args: [
        beneficiary.address,
        getDemoContractAddress('dollar'),
        parseUnits('500', 6),
        minutesOfAWeek,
        0,
      ],
    }),
  }
}

function spend(amount: string): SentCall {
  return {
    to: allowanceModuleAddress,
    data: encodeFunctionData({
      abi: allowanceAbi,
      functionName: 'executeAllowanceTransfer',
      args: [
        treasury.address,
        getDemoContractAddress('dollar'),
        supplier.address,
        parseUnits(amount, 6),
        zeroAddress,
        0n,
        beneficiary.address,
        '0x',
      ],
    }),
  }
}
