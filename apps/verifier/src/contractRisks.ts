import { readArguments } from './abi.js'
import { toBytes } from './bytes.js'
import type { Call } from './calls.js'
import { findMethod } from './methods.js'
import {
  publishedHandlers,
  publishedSafes,
  publishedSetups,
} from './published.js'
import {
  danger,
  isKnown,
  type Known,
  type Risk,
  warning,
  zero,
} from './risk.js'

/** By method: which argument takes over, and what it gets. */
const controls: Record<string, { at: number; gets: 'rights' | 'code' }> = {
  'transferOwnership(address)': { at: 0, gets: 'rights' },
  'setOwner(address)': { at: 0, gets: 'rights' },
  'setOwner(bytes32,address)': { at: 1, gets: 'rights' },
  'changeOwner(address)': { at: 0, gets: 'rights' },
  'setAdmin(address)': { at: 0, gets: 'rights' },
  'setPendingAdmin(address)': { at: 0, gets: 'rights' },
  'changeAdmin(address)': { at: 0, gets: 'rights' },
  'changeProxyAdmin(address,address)': { at: 1, gets: 'rights' },
  'grantRole(bytes32,address)': { at: 1, gets: 'rights' },
  'rely(address)': { at: 0, gets: 'rights' },
  'upgradeTo(address)': { at: 0, gets: 'code' },
  'upgradeToAndCall(address,bytes)': { at: 0, gets: 'code' },
  'upgrade(address,address)': { at: 1, gets: 'code' },
  'upgradeAndCall(address,address,bytes)': { at: 1, gets: 'code' },
}

/** Rights over contracts, and new contracts. */
export function findContractRisks(call: Call, known: Known): Risk[] {
  const { to, method, values } = call
  if (!method || !values) return []
  if (/^create(ChainSpecific)?ProxyWith|^createProxy$/.test(method.name))
    return [findCreationRisk(values.map(String))]
  if (/^performCreate/.test(method.name))
    return [warning('creates a contract.')]
  if (method.name === 'renounceOwnership')
    return [danger(`leaves the contract ${to} without an owner.`)]
  const control = Object.hasOwn(controls, method.signature)
    ? controls[method.signature]
    : undefined
  const grantee = String(control && values[control.at])
  if (!control || grantee === zero || isKnown(grantee, known)) return []
  return control.gets === 'code'
    ? [warning(`replaces the code of the contract ${to} with ${grantee}.`)]
    : [danger(`gives ${grantee} rights over the contract ${to}.`)]
}

/** Foreign code may own a new safe from its first block. */
function findCreationRisk([code = '', setup = '0x']: readonly string[]): Risk {
  const reason = findForeign(code, setup)
  return reason
    ? danger(`creates a safe that ${reason}. An attacker may control it.`)
    : warning('creates a safe. Check its owners before you use it.')
}

function findForeign(code: string, setup: string): string | undefined {
  if (!publishedSafes.has(code)) return `uses the unpublished code of ${code}`
  if (setup === '0x') return 'is not set up, so anyone can become its owner'
  const method = findMethod(setup.slice(0, 10))
  const values =
    method?.name === 'setup'
      ? readArguments(method.types, toBytes(setup).subarray(4))
      : undefined
  if (!values) return 'is set up in a way that this program can’t read'
  const [, , to = '', data = '0x', handler = ''] = values.map(String)
  if (to !== zero && !isUsualSetup(to, data))
    return `executes the code of ${to} during its setup`
  return handler !== zero && !publishedHandlers.has(handler)
    ? `gets the unpublished fallback handler ${handler}`
    : undefined
}

function isUsualSetup(to: string, data: string): boolean {
  const method = findMethod(data.slice(0, 10))
  if (!publishedSetups.has(to) || method?.name !== 'setupToL2') return false
  const values = readArguments(method.types, toBytes(data).subarray(4))
  return publishedSafes.has(String(values?.[0]))
}
