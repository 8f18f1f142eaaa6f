import {
  createCallLibraries,
  findDeploymentByAddress,
  migrations,
  multiSends,
  signMessageLibraries,
} from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { Case } from './cases.js'
import { readBatch } from './unpackCalls.js'

const trustedLibraries = [
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
]

/** Whether the safe ran code in its own name that nobody knows. */
export function mayBeForged({ activity, executions, modules }: Case): boolean {
  const calls = [
    ...executions.map(({ fields }) => fields),
    ...modules.map(({ call }) => call),
  ]
  const setup = activity.events.find(({ event }) => event.type === 'safeSetup')
  if (
    setup?.event.type === 'safeSetup' &&
    setup.event.initializer !== zeroAddress &&
    !isTrusted(setup.event.initializer)
  )
    return true
  return calls.some((call) => call !== null && runsUnknownCode(call))
}

function runsUnknownCode(call: {
  to: Address
  data: Hex
  operation: number
}): boolean {
  if (call.operation === 0 || isTrusted(call.to)) return false
  if (!findDeploymentByAddress(multiSends, call.to)) return true
  return (readBatch(call.data) ?? []).some(runsUnknownCode)
}

function isTrusted(address: Address): boolean {
  return findDeploymentByAddress(trustedLibraries, address) !== undefined
}
