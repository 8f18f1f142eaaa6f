import {
  addDelegateMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  removeDelegateMethod,
  resetAllowanceMethod,
  setAllowanceMethod,
} from './calldata/allowance.js'
import { approveHashMethod } from './calldata/safe.js'
import { signMessageMethod } from './calldata/signMessage.js'
import { getArguments } from './callTree.js'
import { creationIntents } from './creationIntents.js'
import { anyAmount, unlessNothing } from './intentAmount.js'
import { type Describe, unlessZero } from './methodCall.js'
import { settingsIntents } from './settingsIntents.js'
import { tokenIntents } from './tokenIntents.js'

/** By the id of the known method. Calls that hold calls are not among them. */
export const methodIntents: Readonly<Record<string, Describe>> = {
  ...tokenIntents,
  ...settingsIntents,
  ...creationIntents,
  signMessage: ({ reading }) => ({
    kind: 'signMessage',
    message: getArguments(reading, signMessageMethod).data,
  }),
  approveHash: ({ reading, target }) => ({
    kind: 'approveHash',
    safe: target,
    hash: getArguments(reading, approveHashMethod).hashToApprove,
  }),
  setAllowance: ({ reading, context }) => {
    const args = getArguments(reading, setAllowanceMethod)
    return {
      kind: 'setAllowance',
      delegate: args.delegate,
      amount: anyAmount(context, args.token, args.allowanceAmount),
      resetMinutes: args.resetTimeMin,
      resetBaseMinutes: args.resetBaseMin,
    }
  },
  resetAllowance: ({ reading }) => {
    const { delegate, token } = getArguments(reading, resetAllowanceMethod)
    return {
      kind: 'resetAllowance',
      delegate,
      token: unlessZero(token) ?? null,
    }
  },
  deleteAllowance: ({ reading }) => {
    const { delegate, token } = getArguments(reading, deleteAllowanceMethod)
    return {
      kind: 'deleteAllowance',
      delegate,
      token: unlessZero(token) ?? null,
    }
  },
  addDelegate: ({ reading }) => ({
    kind: 'addDelegate',
    ...getArguments(reading, addDelegateMethod),
  }),
  removeDelegate: ({ reading }) => ({
    kind: 'removeDelegate',
    ...getArguments(reading, removeDelegateMethod),
  }),
  executeAllowanceTransfer: ({ reading, context }) => {
    const args = getArguments(reading, executeAllowanceTransferMethod)
    return {
      kind: 'spendAllowance',
      safe: args.safe,
      delegate: args.delegate,
      to: args.to,
      amount: anyAmount(context, args.token, args.amount),
      payment: unlessNothing(context, args.paymentToken, args.payment),
    }
  },
}
