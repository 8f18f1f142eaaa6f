import {
  decodeExecTransaction,
  decodeMethod,
  decodeMultiSend,
  type ExecTransactionCall,
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
  isExecTransaction,
  multiSendMethod,
} from '@covault/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import { readOperationCall, readUserOperations } from './userOperations.js'

/** An `execTransaction` found in calldata, and how deep it lay. */
export type FoundExecution = {
  safe: Address
  caller: Address
  call: ExecTransactionCall
  depth: number
}

export type FoundModuleCall = {
  safe: Address
  /** Null in a user operation: the safe knows which of its modules runs it. */
  module: Address | null
  call: { to: Address; value: bigint; data: Hex; operation: 0 | 1 }
  depth: number
}

export type FoundCalls = {
  executions: FoundExecution[]
  moduleCalls: FoundModuleCall[]
}

/** Deeper or wider than this nobody nests who wants to be read. */
const deepest = 8
const most = 2000

/** Executions that calldata asks for: its own, and those inside of batches and bundles. */
export function findCalls(parameters: {
  from: Address
  to: Address
  input: Hex
}): FoundCalls {
  const found: FoundCalls = { executions: [], moduleCalls: [] }
  let budget = most
  const walk = (caller: Address, to: Address, data: Hex, depth: number) => {
    if (depth > deepest || budget-- <= 0) return
    const batch = readBatch(data)
    const operations = attempt(() => readUserOperations(data))
    if (isExecTransaction(data)) {
      const call = attempt(() => decodeExecTransaction(data))
      if (!call) return
      found.executions.push({ safe: to, caller, call, depth })
      const { transaction } = call
      walk(to, transaction.to, transaction.data, depth + 1)
    } else if (batch) {
      // A batch run by delegatecall acts as the safe that runs it.
      for (const call of batch)
        walk(depth === 0 ? to : caller, call.to, call.data, depth + 1)
    } else if (operations) {
      for (const { sender, callData } of operations) {
        const call = attempt(() => readOperationCall(callData))
        if (call)
          found.moduleCalls.push({ safe: sender, module: null, call, depth })
        if (call) walk(sender, call.to, call.data, depth + 1)
        else walk(to, sender, callData, depth + 1)
      }
    } else {
      const call = readModuleCall(data)
      if (!call) return
      found.moduleCalls.push({ safe: to, module: caller, call, depth })
      walk(to, call.to, call.data, depth + 1)
    }
  }
  walk(parameters.from, parameters.to, parameters.input, 0)
  return found
}

export function readModuleCall(data: Hex): FoundModuleCall['call'] | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  const method = [
    execTransactionFromModuleMethod,
    execTransactionFromModuleReturnDataMethod,
  ].find((known) => known.selector === selector)
  if (!method) return undefined
  return attempt(() => {
    const { to, value, data: inner, operation } = decodeMethod(method, data)
    return {
      to: getAddress(to),
      value,
      data: inner,
      operation: Number(operation) === 1 ? 1 : 0,
    }
  })
}

/** The calls of a batch; undefined for data that is none. */
export function readBatch(data: Hex) {
  return data.slice(0, 10).toLowerCase() === multiSendMethod.selector
    ? attempt(() => decodeMultiSend(data))
    : undefined
}

/** Calldata is anybody's text: what cannot be read is not there. */
function attempt<result>(read: () => result): result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
