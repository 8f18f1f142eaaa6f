import type { CallProblem } from '../callTree.js'
import { findDeploymentByAddress, isPinned } from '../deployments/deployment.js'
import {
  createCallLibraries,
  migrations,
  multiSends,
  signMessageLibraries,
} from '../deployments/table.js'
import { party } from '../tell/parts.js'
import type { Words } from '../tell/telling.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'
import { verbs } from './verbs.js'

/**
 * Code that runs as the safe may do anything with it, so that only official
 * code is let through: the right address with the right code hash.
 */
export const unpinnedDelegatecall = /*#__PURE__*/ defineRule({
  id: 'unpinned-delegatecall',
  severities: ['danger', 'block'],
  words: {
    title: 'Delegatecall to unknown code',
    when: 'A delegatecall goes to a contract that is not an official Safe contract: its address, its code or both differ. If no network answers, a delegatecall to an official address counts as a danger, and one to any other address is blocked.',
    why: 'A delegatecall lets someone else’s code act as the safe itself. That code can replace the owners and the implementation and take everything, whatever the method is called. The largest theft so far looked like this: a method called “transfer” that replaced the code of the safe.',
    remedy:
      'Ask the proposer for a transaction without this delegatecall, or for one whose delegatecall goes to an official Safe contract. The list of official contracts is part of this app; no server can extend it.',
    many: {
      one: 'delegatecall to unknown code',
      other: 'delegatecalls to unknown code',
    },
  },
  find(call, review) {
    const unread = describeUnreadCode(call, review)
    if (unread) return { severity: 'danger', ...unread }
    const found =
      describeDelegatecall(call, review) ?? describeUnreadCalls(call)
    return found && { severity: 'block', ...found }
  },
})

const libraries = [
  ...multiSends,
  ...signMessageLibraries,
  ...createCallLibraries,
  ...migrations,
]

type Described = { sentence: string; advice?: string; consequence: Words }

function describeDelegatecall(
  { node, from, to }: RiskCall,
  { facts, tense }: Review,
): Described | undefined {
  if (node.operation === 0) return undefined
  const codeHash = facts.getCodeHash(to)
  if (codeHash && isPinned(libraries, { address: to, codeHash }))
    return undefined
  return {
    sentence: `A delegatecall ${verbs.lets[tense]} the code of ${to} act as the safe ${from} and take everything: ${describeCode(codeHash)}.`,
    advice: 'Do not sign unless you know what that code does.',
    consequence: [
      'The code of ',
      party(to),
      ' will be able to take everything in the safe',
    ],
  }
}

/** Other code at an official address is unlikely, but only a chain can tell. */
function describeUnreadCode(
  { node, from, to }: RiskCall,
  { facts, tense }: Review,
): Described | undefined {
  if (node.operation === 0 || !facts.isCodeUnread) return undefined
  if (facts.getCodeHash(to) !== undefined) return undefined
  const library = findDeploymentByAddress(libraries, to)
  if (!library || node.problems.length > 0) return undefined
  return {
    sentence: `A delegatecall ${verbs.lets[tense]} the code of ${to} act as the safe ${from}. The address is that of the official ${library.contract}, but its code could not be checked without a network.`,
    consequence: [
      'The code of ',
      party(to),
      ' will act as the safe, and was not checked',
    ],
  }
}

function describeCode(codeHash: string | null | undefined): string {
  if (codeHash === null) return 'there is no code at this address yet'
  if (codeHash === undefined) return 'its code could not be checked'
  return `its code (hash ${codeHash}) is not that of an official Safe contract`
}

/** What is not read may hold a delegatecall. */
function describeUnreadCalls({
  node,
  from,
  cutOff,
}: RiskCall): Described | undefined {
  const unread = node.problems.find(
    ({ code }) =>
      limits.includes(code) || (cutOff && code === 'batchTruncated'),
  )
  if (unread === undefined) return undefined
  return {
    sentence: `Some calls inside this one could not be read, and any of them can let someone else’s code act as the safe ${from}. ${unread.message}`,
    advice: 'Do not sign what cannot be read.',
    consequence: [
      'Calls that could not be read will be able to act as the safe',
    ],
  }
}

const limits: readonly CallProblem['code'][] = ['depthLimit', 'callLimit']
