import type { Hex } from 'viem'
import type { ContractKind } from '../calldata/knownMethod.js'
import { knownMethods } from '../calldata/knownMethods.js'
import { findDeploymentByAddress } from '../deployments/deployment.js'
import { multiSends } from '../deployments/table.js'
import { multiSendMethod } from '../multiSend.js'
import type { FactIndex } from './factIndex.js'
import type { TargetKind } from './riskFacts.js'
import { defineRule, type RiskCall } from './riskRule.js'

export const selectorContradictsTarget = /*#__PURE__*/ defineRule({
  id: 'selector-contradicts-target',
  severities: ['danger'],
  words: {
    title: 'The method does not fit the contract',
    when: 'A token method goes to something that is not such a token, or an amount is sent to a collection.',
    why: 'Four bytes name a method, and a contract may mean something else by them.',
    remedy: 'Check the address of the contract.',
  },
  find(call, { facts }) {
    const sentence =
      describeCalledBatch(call, facts) ?? describeContradiction(call, facts)
    return sentence === undefined ? undefined : { severity: 'danger', sentence }
  },
})

/** MultiSend works on behalf of the safe only by delegatecall. */
function describeCalledBatch(
  { node, to, selector }: RiskCall,
  facts: FactIndex,
): string | undefined {
  if (selector !== multiSendMethod.selector || node.operation === 1)
    return undefined
  const isListed = findDeploymentByAddress(multiSends, to) !== undefined
  if (facts.getKind(to) === 'contract' && !isListed) return undefined
  return `The batch is sent to ${to} by an ordinary call: its calls would not be made by the safe, and value sent along is lost to others. A batch needs a delegatecall to a published MultiSend.`
}

function describeContradiction(
  { to, selector }: RiskCall,
  facts: FactIndex,
): string | undefined {
  const kind = facts.getKind(to)
  if (selector === undefined || kind === undefined || kind === 'contract')
    return undefined
  const method = findMethod(selector)
  if (method === undefined || method.kinds.includes(kind)) return undefined
  return `${method.signature} is not a method of ${kindNames[kind]}, and that is what ${to} is. Check whether the target is the right one.`
}

type SelectorMeaning = {
  readonly signature: string
  readonly kinds: readonly TargetKind[]
}

function findMethod(selector: Hex): SelectorMeaning | undefined {
  const known = knownMethods[selector] ?? []
  const [first] = known
  if (first === undefined) return undefined
  const kinds = known.flatMap(({ contracts }) => contracts.map(toTargetKind))
  return { signature: first.signature, kinds }
}

function toTargetKind(kind: ContractKind): TargetKind {
  return targetKinds[kind]
}

const targetKinds = {
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
