import { multiSendMethod } from '../multiSend.js'
import { allowanceMethods } from './allowance.js'
import { createCallMethods } from './createCall.js'
import { eip3009Methods } from './eip3009.js'
import { erc20Methods } from './erc20.js'
import { erc721Methods } from './erc721.js'
import { erc777Methods } from './erc777.js'
import { erc1155Methods } from './erc1155.js'
import { erc1363Methods } from './erc1363.js'
import { erc6909Methods } from './erc6909.js'
import { fallbackHandlerMethods } from './fallbackHandler.js'
import { guardMethods } from './guard.js'
import type { KnownMethod } from './knownMethod.js'
import { managersMethods } from './managers.js'
import { modulesMethods } from './modules.js'
import { ownersMethods } from './owners.js'
import { permit2Methods } from './permit2.js'
import { proxyFactoryMethods } from './proxyFactory.js'
import { safeMethods } from './safe.js'
import { signMessageMethods } from './signMessage.js'
import { singletonMethods } from './singleton.js'

/** Every contract and standard whose methods have a meaning here. */
const contracts: readonly (readonly KnownMethod[])[] = [
  [multiSendMethod],
  ownersMethods,
  modulesMethods,
  guardMethods,
  fallbackHandlerMethods,
  singletonMethods,
  safeMethods,
  signMessageMethods,
  proxyFactoryMethods,
  createCallMethods,
  erc20Methods,
  erc721Methods,
  eip3009Methods,
  erc1363Methods,
  erc777Methods,
  erc6909Methods,
  managersMethods,
  permit2Methods,
  erc1155Methods,
  allowanceMethods,
]

/**
 * Every method whose meaning is known, by selector. Several share one: a
 * selector alone never says which is meant.
 */
export const knownMethods: Readonly<Record<string, readonly KnownMethod[]>> =
  /*#__PURE__*/ groupBySelector(contracts.flat())

function groupBySelector(
  methods: readonly KnownMethod[],
): Record<string, KnownMethod[]> {
  const groups: Record<string, KnownMethod[]> = {}
  for (const method of methods)
    groups[method.selector] = [...(groups[method.selector] ?? []), method]
  return groups
}
