import type { Address } from 'viem'
import {
  erc20ApproveMethod,
  erc20IncreaseAllowanceMethod,
} from '../calldata/erc20.js'
import { daiPermitMethod } from './permitMethods.js'
import { readArguments } from './readArguments.js'
import type { RiskCall, RiskRule } from './riskRule.js'

/** No token needs as much; some count in 96 bits and call that unlimited. */
const unlimited = 2n ** 95n

export const unlimitedApproval: RiskRule<'unlimited-approval'> = {
  id: 'unlimited-approval',
  find(call, { facts }) {
    // The second argument is a token's id there, and ids may be any number.
    if (facts.getKind(call.to) === 'erc721') return undefined
    const approval = readApproval(call)
    if (approval === undefined) return undefined
    const { holder, spender, amount } = approval
    const supply = facts.getTotalSupply(call.to)
    const isMoreThanAll = supply !== undefined && amount > supply
    if (amount < unlimited && !isMoreThanAll) return undefined
    return {
      severity: 'danger',
      sentence: `${spender} may take all of the token ${call.to} from ${holder}, now and later: the allowance of ${amount} units ${isMoreThanAll ? `is more than the ${supply} that exist` : 'is practically without limit'}. Approve only the amount that is needed.`,
    }
  },
}

type Approval = { holder: Address; spender: Address; amount: bigint }

function readApproval(call: RiskCall): Approval | undefined {
  const holder = call.from
  const approve = readArguments(call, erc20ApproveMethod)
  if (approve)
    return { holder, spender: approve.spender, amount: approve.value }
  const increase = readArguments(call, erc20IncreaseAllowanceMethod)
  if (increase)
    return { holder, spender: increase.spender, amount: increase.addedValue }
  const permit = readArguments(call, daiPermitMethod)
  if (!permit?.allowed) return undefined
  return { holder: permit.holder, spender: permit.spender, amount: maxUint256 }
}

const maxUint256 = 2n ** 256n - 1n
