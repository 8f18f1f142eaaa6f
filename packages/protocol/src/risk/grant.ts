import { type Address, zeroAddress } from 'viem'
import type { Method, MethodArguments } from '../abi/method.js'
import { addDelegateMethod, setAllowanceMethod } from '../calldata/allowance.js'
import {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20IncreaseAllowanceMethod,
  erc20IncreaseApprovalMethod,
} from '../calldata/erc20.js'
import { setApprovalForAllMethod } from '../calldata/erc721.js'
import { authorizeOperatorMethod } from '../calldata/erc777.js'
import {
  approveAndCallMethod,
  approveAndCallWithDataMethod,
} from '../calldata/erc1363.js'
import { erc6909ApproveMethod, setOperatorMethod } from '../calldata/erc6909.js'
import {
  allowManagerMethod,
  approveDelegationMethod,
  hopeMethod,
  setRelayerApprovalMethod,
} from '../calldata/managers.js'
import { readArguments } from './readArguments.js'
import type { RiskCall } from './riskRule.js'

/** What a call lets somebody else take later, as far as its bytes say. */
export type Grant = {
  /**
   * allowance: an amount of a token. operator: everything that the contract
   * keeps for the holder. limit: an allowance of the allowance module.
   */
  readonly kind: 'allowance' | 'operator' | 'limit'
  readonly holder: Address
  readonly grantee: Address
  /** The token, or the contract that an operator may act on. */
  readonly asset: Address
  /** undefined where nothing limits it; 0 takes the grant away. */
  readonly amount: bigint | undefined
}

/**
 * Permits are left to their own rule, except that of DAI, which is an approval
 * without limit by another name.
 */
export function readGrant(call: RiskCall): Grant | undefined {
  const read = call.selector && readers.get(call.selector)
  return read ? read(call) : undefined
}

/** No token needs as much; some count in 96 bits and call that unlimited. */
const unlimited = 2n ** 95n

export function isUnlimited({ amount }: Grant): boolean {
  return amount === undefined || amount >= unlimited
}

type Reader = (call: RiskCall) => Grant | undefined

function reader<const method extends Method>(
  method: method,
  toGrant: (
    args: MethodArguments<method>,
    call: RiskCall,
  ) => Omit<Grant, 'holder' | 'asset'> & Partial<Grant>,
): [string, Reader] {
  const read: Reader = (call) => {
    const args = readArguments(call, method)
    if (args === undefined) return undefined
    return { holder: call.from, asset: call.to, ...toGrant(args, call) }
  }
  return [method.selector, read]
}

function allowance(grantee: Address, amount: bigint | undefined) {
  return { kind: 'allowance', grantee, amount } as const
}

/** All or nothing. */
function operator(grantee: Address, approved: boolean) {
  return {
    kind: 'operator',
    grantee,
    amount: approved ? undefined : 0n,
  } as const
}

const readers: ReadonlyMap<string, Reader> = new Map([
  reader(erc20ApproveMethod, ({ spender, value }) => allowance(spender, value)),
  reader(erc20IncreaseAllowanceMethod, ({ spender, addedValue }) =>
    allowance(spender, addedValue),
  ),
  reader(erc20IncreaseApprovalMethod, ({ spender, addedValue }) =>
    allowance(spender, addedValue),
  ),
  reader(erc20ApproveAllMethod, ({ spender }) => allowance(spender, undefined)),
  reader(approveAndCallMethod, ({ spender, value }) =>
    allowance(spender, value),
  ),
  reader(approveAndCallWithDataMethod, ({ spender, value }) =>
    allowance(spender, value),
  ),
  reader(erc6909ApproveMethod, ({ spender, amount }) =>
    allowance(spender, amount),
  ),
  reader(approveDelegationMethod, ({ delegatee, amount }) =>
    allowance(delegatee, amount),
  ),
  reader(daiPermitMethod, ({ holder, spender, allowed }) => ({
    ...allowance(spender, allowed ? undefined : 0n),
    holder,
  })),
  reader(setApprovalForAllMethod, ({ operator: grantee, approved }) =>
    operator(grantee, approved),
  ),
  reader(setOperatorMethod, ({ operator: grantee, approved }) =>
    operator(grantee, approved),
  ),
  reader(authorizeOperatorMethod, ({ operator: grantee }) =>
    operator(grantee, true),
  ),
  reader(setRelayerApprovalMethod, ({ sender, relayer, approved }) => ({
    ...operator(relayer, approved),
    holder: sender,
  })),
  reader(allowManagerMethod, ({ manager, isAllowed }) =>
    operator(manager, isAllowed),
  ),
  reader(hopeMethod, ({ manager }) => operator(manager, true)),
  reader(setAllowanceMethod, ({ delegate, token, allowanceAmount }) => ({
    kind: 'limit',
    grantee: delegate,
    asset: token,
    amount: allowanceAmount,
  })),
  // How much is said apart.
  reader(addDelegateMethod, ({ delegate }) => ({
    kind: 'limit',
    grantee: delegate,
    asset: zeroAddress,
    amount: undefined,
  })),
])
