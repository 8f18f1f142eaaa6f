import type { CallProblem } from '../callTree.js'
import { isPinned } from '../deployments/deployment.js'
import {
  createCallLibraries,
  migrations,
  multiSends,
  signMessageLibraries,
} from '../deployments/table.js'
import type { FactIndex } from './factIndex.js'
import { defineRule, type RiskCall } from './riskRule.js'

/**
 * Code that runs as the safe may do anything with it, so that only published
 * code is let through: the right address with the right code hash.
 */
export const unpinnedDelegatecall = /*#__PURE__*/ defineRule({
  id: 'unpinned-delegatecall',
  severities: ['block'],
  words: {
    title: 'A delegatecall of unknown code',
    when: 'The transaction, or any call inside it, is a delegatecall, and the target is not one of the published Safe contracts with its published code, address and code hash both.',
    why: 'A delegatecall runs foreign code as the safe itself. It can replace the owners, the code of the safe and everything it holds, whatever its name says. The largest theft so far had this shape: a method called “transfer” that overwrote the first storage slot.',
    remedy:
      'Do not sign, unless you have read that very code. The list of quiet targets is part of this app; no server can extend it.',
  },
  find(call, { facts }) {
    const sentence =
      describeDelegatecall(call, facts) ?? describeUnreadCalls(call)
    return sentence === undefined ? undefined : { severity: 'block', sentence }
  },
})

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
