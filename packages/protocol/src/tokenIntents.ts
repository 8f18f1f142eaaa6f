import { type Address, maxUint160, maxUint256 } from 'viem'
import { transferWithAuthorizationMethod } from './calldata/eip3009.js'
import {
  daiPermitMethod,
  erc20ApproveAllMethod,
  erc20ApproveMethod,
  erc20DecreaseAllowanceMethod,
  erc20IncreaseAllowanceMethod,
  erc20PermitMethod,
  erc20TransferFromMethod,
  erc20TransferMethod,
} from './calldata/erc20.js'
import {
  erc721ApproveMethod,
  erc721TransferFromMethod,
  setApprovalForAllMethod,
} from './calldata/erc721.js'
import { authorizeOperatorMethod, erc777SendMethod } from './calldata/erc777.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from './calldata/erc1155.js'
import {
  erc6909TransferFromMethod,
  erc6909TransferMethod,
  setOperatorMethod,
} from './calldata/erc6909.js'
import {
  allowManagerMethod,
  hopeMethod,
  setRelayerApprovalMethod,
} from './calldata/managers.js'
import { permit2ApproveMethod } from './calldata/permit2.js'
import { getArguments } from './callTree.js'
import type { IntentMeaning } from './intent.js'
import { tokenAmount } from './intentAmount.js'
import {
  contractCall,
  type Describe,
  type MethodCall,
  otherThan,
} from './methodCall.js'

/** Transfers and approvals, by the id of the known method. */
export const tokenIntents: Readonly<Record<string, Describe>> = {
  erc20Transfer: describeErc20Transfer,
  transferAndCall: describeErc20Transfer,
  transferAndCallWithData: describeErc20Transfer,
  erc777Send: ({ reading, target, context }) => {
    const { to, amount: value } = getArguments(reading, erc777SendMethod)
    const amount = tokenAmount(context, target, value)
    return { kind: 'sendToken', owner: undefined, to, amount }
  },
  transferWithAuthorization: describeAuthorizedTransfer,
  transferWithAuthorizationBytes: describeAuthorizedTransfer,
  receiveWithAuthorization: describeAuthorizedTransfer,
  receiveWithAuthorizationBytes: describeAuthorizedTransfer,
  erc20TransferFrom: ({ reading, target, from: actor, context }) => {
    const { from, to, value } = getArguments(reading, erc20TransferFromMethod)
    const amount = tokenAmount(context, target, value)
    return { kind: 'sendToken', owner: otherThan(actor, from), to, amount }
  },
  erc20Approve: describeApproval,
  approveAndCall: describeApproval,
  approveAndCallWithData: describeApproval,
  erc20ApproveAll: (call) => {
    const { spender } = getArguments(call.reading, erc20ApproveAllMethod)
    return approval(call, { change: 'set', spender, value: maxUint256 })
  },
  erc20IncreaseAllowance: describeIncrease,
  erc20IncreaseApproval: describeIncrease,
  erc20DecreaseAllowance: describeDecrease,
  erc20DecreaseApproval: describeDecrease,
  erc20Permit: describePermit,
  erc20PermitWithBytes: describePermit,
  daiPermit: ({ reading, target, context }) => {
    const {
      holder: owner,
      spender,
      expiry: deadline,
      allowed: unlimited,
    } = getArguments(reading, daiPermitMethod)
    const value = unlimited ? maxUint256 : 0n
    const amount = tokenAmount(context, target, value)
    return { kind: 'permitToken', owner, spender, amount, unlimited, deadline }
  },
  permit2Approve: ({ reading, context }) => {
    const args = getArguments(reading, permit2ApproveMethod)
    return {
      kind: 'approveToken',
      change: 'set',
      spender: args.spender,
      amount: tokenAmount(context, args.token, args.amount),
      unlimited: args.amount === maxUint160,
    }
  },
  permit2Permit: contractCall,
  permit2PermitBatch: contractCall,
  permitTransferFrom: contractCall,
  permitBatchTransferFrom: contractCall,
  permitWitnessTransferFrom: contractCall,
  permitBatchWitnessTransferFrom: contractCall,
  approveDelegation: contractCall,
  erc6909Approve: contractCall,
  erc721TransferFrom: describeErc721Transfer,
  erc721SafeTransferFrom: describeErc721Transfer,
  erc721SafeTransferFromWithData: describeErc721Transfer,
  erc721Approve: ({ reading, target }) => {
    const { to, tokenId } = getArguments(reading, erc721ApproveMethod)
    return {
      kind: 'approveCollectible',
      collection: target,
      operator: to,
      tokenId,
    }
  },
  setApprovalForAll: ({ reading, target }) => ({
    kind: 'approveCollection',
    collection: target,
    ...getArguments(reading, setApprovalForAllMethod),
  }),
  setOperator: (call) => {
    const args = getArguments(call.reading, setOperatorMethod)
    return everything(call, args.operator, args.approved)
  },
  authorizeOperator: (call) => {
    const { operator } = getArguments(call.reading, authorizeOperatorMethod)
    return everything(call, operator, true)
  },
  setRelayerApproval: (call) => {
    const args = getArguments(call.reading, setRelayerApprovalMethod)
    return everything(call, args.relayer, args.approved)
  },
  allowManager: (call) => {
    const args = getArguments(call.reading, allowManagerMethod)
    return everything(call, args.manager, args.isAllowed)
  },
  hope: (call) => {
    const { manager } = getArguments(call.reading, hopeMethod)
    return everything(call, manager, true)
  },
  erc6909Transfer: ({ reading, target }) => {
    const { receiver, id, amount } = getArguments(
      reading,
      erc6909TransferMethod,
    )
    return {
      kind: 'sendCollectibles',
      collection: target,
      owner: undefined,
      to: receiver,
      items: [{ tokenId: id, quantity: amount }],
    }
  },
  erc6909TransferFrom: ({ reading, target, from: actor }) => {
    const { sender, receiver, id, amount } = getArguments(
      reading,
      erc6909TransferFromMethod,
    )
    return {
      kind: 'sendCollectibles',
      collection: target,
      owner: otherThan(actor, sender),
      to: receiver,
      items: [{ tokenId: id, quantity: amount }],
    }
  },
  erc1155SafeTransferFrom: ({ reading, target, from: actor }) => {
    const { from, to, id, value } = getArguments(
      reading,
      erc1155SafeTransferFromMethod,
    )
    const items = [{ tokenId: id, quantity: value }]
    const owner = otherThan(actor, from)
    return { kind: 'sendCollectibles', collection: target, owner, to, items }
  },
  erc1155SafeBatchTransferFrom: ({ reading, target, from: actor }) => {
    const { from, to, ids, values } = getArguments(
      reading,
      erc1155SafeBatchTransferFromMethod,
    )
    // Lists of different length are shown in full; the contract refuses them.
    const items = (ids.length > values.length ? ids : values).map(
      (_, index) => ({
        tokenId: ids[index] ?? 0n,
        quantity: values[index] ?? 0n,
      }),
    )
    const owner = otherThan(actor, from)
    return { kind: 'sendCollectibles', collection: target, owner, to, items }
  },
}

/** Nobody counts to half of the range; wallets ask for the whole of it. */
function isUnlimited(value: bigint): boolean {
  return value >= 2n ** 255n
}

function approval(
  { target, context }: MethodCall,
  {
    change,
    spender,
    value,
  }: {
    change: 'set' | 'increase' | 'decrease'
    spender: Address
    value: bigint
  },
): IntentMeaning {
  const amount = tokenAmount(context, target, value)
  const unlimited = change !== 'decrease' && isUnlimited(value)
  return { kind: 'approveToken', change, spender, amount, unlimited }
}

function describeErc20Transfer({
  reading,
  target,
  context,
}: MethodCall): IntentMeaning {
  const { to, value } = getArguments(reading, erc20TransferMethod)
  const amount = tokenAmount(context, target, value)
  return { kind: 'sendToken', owner: undefined, to, amount }
}

function describeAuthorizedTransfer({
  reading,
  target,
  from: actor,
  context,
}: MethodCall): IntentMeaning {
  const { from, to, value } = getArguments(
    reading,
    transferWithAuthorizationMethod,
  )
  const amount = tokenAmount(context, target, value)
  return { kind: 'sendToken', owner: otherThan(actor, from), to, amount }
}

function describeApproval(call: MethodCall): IntentMeaning {
  const { spender, value } = getArguments(call.reading, erc20ApproveMethod)
  return approval(call, { change: 'set', spender, value })
}

function describeIncrease(call: MethodCall): IntentMeaning {
  const { spender, addedValue: value } = getArguments(
    call.reading,
    erc20IncreaseAllowanceMethod,
  )
  return approval(call, { change: 'increase', spender, value })
}

function describeDecrease(call: MethodCall): IntentMeaning {
  const { spender, subtractedValue: value } = getArguments(
    call.reading,
    erc20DecreaseAllowanceMethod,
  )
  return approval(call, { change: 'decrease', spender, value })
}

function describePermit({
  reading,
  target,
  context,
}: MethodCall): IntentMeaning {
  const { owner, spender, value, deadline } = getArguments(
    reading,
    erc20PermitMethod,
  )
  const amount = tokenAmount(context, target, value)
  const unlimited = isUnlimited(value)
  return { kind: 'permitToken', owner, spender, amount, unlimited, deadline }
}

/** Whatever the contract keeps for the caller. */
function everything(
  { target: collection }: MethodCall,
  operator: Address,
  approved: boolean,
): IntentMeaning {
  return { kind: 'approveCollection', collection, operator, approved }
}

function describeErc721Transfer({
  reading,
  target,
  from: actor,
}: MethodCall): IntentMeaning {
  const { from, to, tokenId } = getArguments(reading, erc721TransferFromMethod)
  const items = [{ tokenId, quantity: 1n }]
  const owner = otherThan(actor, from)
  return { kind: 'sendCollectibles', collection: target, owner, to, items }
}
