import type { Hex } from 'viem'
import type { ContractKind } from '../calldata/knownMethod.js'
import { knownMethods } from '../calldata/knownMethods.js'
import { findDeploymentByAddress } from '../deployments/deployment.js'
import { multiSends } from '../deployments/table.js'
import { multiSendMethod } from '../multiSend.js'
import { party } from '../tell/parts.js'
import type { FactIndex } from './factIndex.js'
import type { TargetKind } from './riskFacts.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'

export const selectorContradictsTarget = /*#__PURE__*/ defineRule({
  id: 'selector-contradicts-target',
  severities: ['danger'],
  words: {
    title: 'Method does not match the contract',
    when: 'A method is called that this kind of contract does not have, for example a token method on a safe.',
    why: 'Only four bytes identify a method, and another contract can use them for something else.',
    remedy: 'Check the address of the contract.',
    many: {
      one: 'method that does not match its contract',
      other: 'methods that do not match their contract',
    },
  },
  find(call, { facts, tense }) {
    const described =
      describeCalledBatch(call, { facts, tense }) ??
      describeContradiction(call, facts)
    if (described === undefined) return undefined
    return {
      severity: 'danger',
      ...described,
      consequence: [
        'The call to ',
        party(call.to),
        ' may do something other than its method suggests',
      ],
      subjects: [call.to],
    }
  },
})

type Described = { sentence: string; advice?: string }

/** MultiSend works on behalf of the safe only by delegatecall. */
function describeCalledBatch(
  { node, to, selector }: RiskCall,
  { facts, tense }: Pick<Review, 'facts' | 'tense'>,
): Described | undefined {
  if (selector !== multiSendMethod.selector || node.operation === 1)
    return undefined
  const isListed = findDeploymentByAddress(multiSends, to) !== undefined
  if (facts.getKind(to) === 'contract' && !isListed) return undefined
  return {
    sentence: `The batch is sent to ${to} by an ordinary call, so the safe ${tense === 'planned' ? "won't" : "didn't"} make its calls. Anyone could take the value sent with it.`,
    advice: 'Use a delegatecall to an official MultiSend contract.',
  }
}

function describeContradiction(
  { to, selector }: RiskCall,
  facts: FactIndex,
): Described | undefined {
  const kind = facts.getKind(to)
  if (selector === undefined || kind === undefined || kind === 'contract')
    return undefined
  const method = findMethod(selector)
  if (method === undefined || method.kinds.includes(kind)) return undefined
  return {
    sentence: `${to} is ${kindNames[kind]}, which does not have the method ${method.signature}.`,
    advice: 'Check the address of the contract.',
  }
}

type SelectorMeaning = {
  readonly signature: string
  readonly kinds: readonly TargetKind[]
}

function findMethod(selector: Hex): SelectorMeaning | undefined {
  const known = knownMethods[selector] ?? []
  const [first] = known
  if (first === undefined) return undefined
  const kinds = known.flatMap(({ contracts }) =>
    contracts.map((kind) => targetKinds[kind]),
  )
  return { signature: first.signature, kinds }
}

/** What a target of each kind of contract is called among the facts. */
export const targetKinds = {
  safe: 'safe',
  multiSend: 'multiSend',
  proxyFactory: 'contract',
  signMessageLib: 'contract',
  createCall: 'contract',
  safeMigration: 'contract',
  allowanceModule: 'module',
  erc20: 'erc20',
  erc721: 'erc721',
  erc1155: 'erc1155',
  erc6909: 'contract',
  permit2: 'contract',
  protocol: 'contract',
} as const satisfies Record<ContractKind, TargetKind>

const kindNames = {
  safe: 'a safe',
  erc20: 'an ERC-20 token',
  erc721: 'an ERC-721 collection',
  erc1155: 'an ERC-1155 collection',
  multiSend: 'a MultiSend contract',
  module: 'a module',
  account: 'an account without code',
  contract: 'a contract',
} as const satisfies Record<TargetKind, string>
