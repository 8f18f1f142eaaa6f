import type { CallProblem } from '../decodeCall.js'
import { isPinned } from '../deployments/deployment.js'
import {
  createCallLibraries,
  migrations,
  multiSends,
  signMessageLibraries,
} from '../deployments/table.js'
import type { FactIndex } from './factIndex.js'
import type { RiskCall, RiskRule } from './riskRule.js'

/**
 * Code that runs as the safe may do anything with it, so that only published
 * code is let through: the right address with the right code hash.
 */
export const unpinnedDelegatecall: RiskRule<'unpinned-delegatecall'> = {
  id: 'unpinned-delegatecall',
  find(call, { facts }) {
    const sentence =
      describeDelegatecall(call, facts) ?? describeUnreadCalls(call)
    return sentence === undefined ? undefined : { severity: 'block', sentence }
  },
}

const libraries = [
  ...multiSends,
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
]

function describeDelegatecall(
  { node, from, to }: RiskCall,
  facts: FactIndex,
): string | undefined {
  if (node.operation === 0) return undefined
  const codeHash = facts.getCodeHash(to)
  if (codeHash && isPinned(libraries, { address: to, codeHash }))
    return undefined
  return `The code of ${to} runs as the safe ${from} and can take everything, because it is called by delegatecall: ${describeCode(codeHash)}. Do not sign unless you know what that code does.`
}

function describeCode(codeHash: string | null | undefined): string {
  if (codeHash === null) return 'there is no code at this address yet'
  if (codeHash === undefined) return 'its code could not be checked'
  return `its code (hash ${codeHash}) is not that of a published Safe library`
}

/** What is not read may hold a delegatecall. */
function describeUnreadCalls({
  node,
  from,
  cutOff,
}: RiskCall): string | undefined {
  const unread = node.problems.find(
    ({ code }) =>
      limits.includes(code) || (cutOff && code === 'batchTruncated'),
  )
  if (unread === undefined) return undefined
  return `Calls inside of this one could not be read, and any of them may run foreign code as the safe ${from}. ${unread.message} Do not sign what cannot be read.`
}

const limits: readonly CallProblem['code'][] = ['depthLimit', 'callLimit']
