import { type Address, type Hex, zeroAddress } from 'viem'
import { decodeMethod, type Method } from '../abi/method.js'
import {
  createChainSpecificProxyWithNonceL2Method,
  createChainSpecificProxyWithNonceMethod,
  createProxyMethod,
  createProxyWithCallbackMethod,
  createProxyWithNonceL2Method,
  createProxyWithNonceMethod,
} from '../calldata/proxyFactory.js'
import { type SetupArguments, tryDecodeSetup } from '../calldata/setup.js'
import { setupToL2Method } from '../calldata/singleton.js'
import {
  type Deployment,
  findDeploymentByAddress,
  isPinned,
} from '../deployments/deployment.js'
import {
  fallbackHandlers,
  migrations,
  proxyFactories,
  singletons,
} from '../deployments/table.js'
import { BaseError } from '../errors.js'
import type { FactIndex } from './factIndex.js'
import { readParameters } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'

/**
 * A safe is only as safe as the code it is made of: a foreign singleton, code
 * that runs during `setup`, or a foreign handler may own it from the start.
 */
export const safeCreation = /*#__PURE__*/ defineRule({
  id: 'safe-creation',
  severities: ['warning', 'danger'],
  words: {
    title: 'A safe is created',
    when: 'The transaction creates a safe; it is graver if its setup runs foreign code or pays somebody.',
    why: 'A safe whose setup was tampered with belongs to somebody else from its first block.',
    remedy: 'Compare owners, threshold and address.',
  },
  find(call, { facts }) {
    const creation = readCreation(call)
    if (creation === undefined) return undefined
    const [grave] = listDangers(creation, facts)
    if (grave) return { severity: 'danger', sentence: toSentence(call, grave) }
    const [mild] = listWarnings(creation, call, facts)
    if (mild) return { severity: 'warning', sentence: toSentence(call, mild) }
    return undefined
  },
})

type Creation = {
  singleton: Address
  initializer: Hex
  callback: Address
  /** undefined if the initializer is not a `setup` we can read. */
  setup: SetupArguments | undefined
}

/** All begin with the singleton and the initializer. */
const creationMethods: readonly Method[] = [
  createProxyMethod,
  createProxyWithNonceMethod,
  createProxyWithCallbackMethod,
  createChainSpecificProxyWithNonceMethod,
  createProxyWithNonceL2Method,
  createChainSpecificProxyWithNonceL2Method,
]

function readCreation(call: RiskCall): Creation | undefined {
  const method = creationMethods.find(
    ({ selector }) => selector === call.selector,
  )
  const parameters = method && readParameters(call, method)
  if (parameters === undefined) return undefined
  const [singleton, initializer, , callback] = parameters
  const data = initializer?.value as Hex
  return {
    singleton: singleton?.value as Address,
    initializer: data,
    callback: (callback?.value ?? zeroAddress) as Address,
    setup: tryDecodeSetup(data),
  }
}

function listDangers(
  { singleton, initializer, setup }: Creation,
  facts: FactIndex,
): readonly string[] {
  const dangers: string[] = []
  if (!isPublished(singletons, singleton, facts))
    dangers.push(
      `runs the code of ${singleton}, which is not a published version of the safe`,
    )
  if (initializer === '0x')
    dangers.push('is not set up, so that whoever comes first becomes its owner')
  if (setup === undefined) return dangers
  const { to, fallbackHandler: handler } = setup
  if (to !== zeroAddress && !isMoveToL2(setup, facts))
    dangers.push(
      `runs the code of ${to} while it is set up, which can change its code, its modules or its owners`,
    )
  if (handler !== zeroAddress && !isPublished(fallbackHandlers, handler, facts))
    dangers.push(
      `gets the fallback handler ${handler}, which is not a published one and may sign messages in its name`,
    )
  return dangers
}

/** SafeToL2Setup runs at ordinary creations, but takes any singleton. */
function isMoveToL2({ to, data }: SetupArguments, facts: FactIndex): boolean {
  if (!isPublished(migrations, to, facts)) return false
  try {
    const { l2Singleton } = decodeMethod(setupToL2Method, data)
    return isPublished(singletons, l2Singleton, facts)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return false
  }
}

function listWarnings(
  { initializer, callback, setup }: Creation,
  { to: factory, node }: RiskCall,
  facts: FactIndex,
): readonly string[] {
  const warnings: string[] = []
  if (!isPublished(proxyFactories, factory, facts))
    warnings.push('does not come from a published factory')
  if (setup === undefined && initializer !== '0x')
    warnings.push('is set up by bytes that cannot be read')
  // Alone it is made empty; what else is in a batch may be meant for it.
  const strangers =
    node.path.length > 0 && facts.knowsRecipients
      ? (setup?.owners.filter((owner) => !facts.isKnown(owner)) ?? [])
      : []
  if (strangers.length > 0)
    warnings.push(
      `belongs to ${strangers.slice(0, 3).join(', ')}${strangers.length > 3 ? ` and ${strangers.length - 3} more` : ''}, not known here as an owner or a contact: what this transaction sends there is theirs`,
    )
  if (setup && setup.payment > 0n)
    warnings.push(
      `pays ${setup.payment} units of ${setup.paymentToken} for its creation`,
    )
  if (callback !== zeroAddress)
    warnings.push(`is announced to the contract ${callback}, which may react`)
  return warnings
}

function toSentence({ to }: RiskCall, what: string): string {
  return `The new safe that ${to} creates ${what}. Use it only if you know why it is so.`
}

/** Known by its address, unless the code there is known to be another. */
function isPublished(
  deployments: readonly Deployment[],
  address: Address,
  facts: FactIndex,
): boolean {
  const codeHash = facts.getCodeHash(address)
  if (codeHash === undefined)
    return findDeploymentByAddress(deployments, address) !== undefined
  return codeHash !== null && isPinned(deployments, { address, codeHash })
}
