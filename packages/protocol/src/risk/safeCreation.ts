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
import { choosePlural, writeSome } from '../language.js'
import { party } from '../tell/parts.js'
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
    title: 'Unusual new safe',
    when: 'The transaction creates a safe in an unusual way. It counts as a danger if the new safe uses or executes code that is not official.',
    why: 'A safe with a manipulated setup belongs to someone else from the start.',
    remedy:
      'Compare the owners, the threshold and the address with what you agreed on.',
    many: { one: 'unusual new safe', other: 'unusual new safes' },
  },
  find(call, { facts }) {
    const creation = readCreation(call)
    if (creation === undefined) return undefined
    const [grave] = listDangers(creation, facts)
    if (grave)
      return {
        severity: 'danger',
        ...describe(call, grave),
        consequence: [
          'An attacker may control the new safe that ',
          party(call.to),
          ' creates',
        ],
      }
    const [mild] = listWarnings(creation, call, facts)
    if (mild) return { severity: 'warning', ...describe(call, mild) }
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
      `uses the code of ${singleton}, which is not an official version of the safe`,
    )
  if (initializer === '0x')
    dangers.push('is not set up, so anyone can become its owner')
  if (setup === undefined) return dangers
  const { to, fallbackHandler: handler } = setup
  if (to !== zeroAddress && !isMoveToL2(setup, facts))
    dangers.push(
      `executes the code of ${to} during its setup, which can change its implementation, modules and owners`,
    )
  if (handler !== zeroAddress && !isPublished(fallbackHandlers, handler, facts))
    dangers.push(
      `gets the fallback handler ${handler}, which is not official and can sign messages in its name`,
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
    warnings.push('does not come from an official factory')
  if (setup === undefined && initializer !== '0x')
    warnings.push('is set up with data that cannot be read')
  // Alone it is made empty; what else is in a batch may be meant for it.
  const strangers =
    node.path.length > 0 && facts.knowsRecipients
      ? (setup?.owners.filter((owner) => !facts.isKnown(owner)) ?? [])
      : []
  if (strangers.length > 0)
    warnings.push(
      `belongs to ${writeSome(strangers)}, ${choosePlural(strangers.length, { one: 'who is neither an owner of this safe', other: 'who are neither owners of this safe' })} nor in your address book, and can take what this transaction sends to the new safe`,
    )
  if (setup && setup.payment > 0n)
    warnings.push(
      `pays ${setup.payment} smallest units of ${setup.paymentToken} for its creation`,
    )
  if (callback !== zeroAddress)
    warnings.push(
      `is reported to the contract ${callback}, which can then run its own code`,
    )
  return warnings
}

function describe({ to }: RiskCall, what: string) {
  return {
    sentence: `The new safe created by ${to} ${what}.`,
    advice: 'Use the new safe only if you know why.',
  }
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
