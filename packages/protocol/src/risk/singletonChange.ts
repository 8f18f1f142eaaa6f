import type { Address } from 'viem'
import type { Method } from '../abi/method.js'
import {
  changeMasterCopyMethod,
  migrateFromV111Method,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateSingletonMethod,
  migrateToL2Method,
  migrateWithFallbackHandlerMethod,
  setupToL2Method,
} from '../calldata/singleton.js'
import { findDeploymentByAddress, isPinned } from '../deployments/deployment.js'
import { migrations, singletons } from '../deployments/table.js'
import { isSameAddress } from './address.js'
import type { FactIndex } from './factIndex.js'
import { readArguments } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'

/** The singleton is the code of the safe: who changes it owns the safe. */
export const singletonChange = /*#__PURE__*/ defineRule({
  id: 'singleton-change',
  severities: ['danger', 'block'],
  words: {
    title: 'The code of the safe changes',
    when: 'The implementation behind the safe becomes another one. Known versions are a danger, unknown code is a stop.',
    why: 'The code decides who may move what. Unknown code may ignore the owners.',
    remedy:
      'Update through the settings, which keep owners, modules, guard and handler.',
  },
  find(call, { facts }) {
    const own = isSameAddress(call.from, call.to)
      ? readArguments(call, changeMasterCopyMethod)
      : undefined
    if (own)
      return {
        severity: 'block',
        sentence: `The safe ${call.from} will run the code at ${own.masterCopy} from now on, and that code can take everything. Change versions only through a published migration contract.`,
      }
    if (call.node.operation === 0) return undefined
    return findMigration(call, facts)
  },
})

function findMigration(call: RiskCall, facts: FactIndex) {
  const codeHash = facts.getCodeHash(call.to)
  const pinned =
    codeHash && isPinned(migrations, { address: call.to, codeHash })
  const singleton = readSingleton(call)
  if (pinned && (singleton === undefined || isPublished(singleton, facts)))
    return {
      severity: 'danger',
      sentence: `The published migration contract ${call.to} changes the code of the safe ${call.from}${singleton ? ` to that of ${singleton}` : ' to another version'}. Be sure that the owners agree on the new version.`,
    } as const
  if (!pinned && !isMigration(call)) return undefined
  return {
    severity: 'block',
    sentence: `The safe ${call.from} will run other code from now on${singleton ? `, that of ${singleton}` : ''}: ${call.to} changes it and ${pinned ? 'the new code' : 'that contract'} is not published by the Safe project. Do not sign.`,
  } as const
}

const migrationMethods: readonly Method[] = [
  migrateSingletonMethod,
  migrateWithFallbackHandlerMethod,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateToL2Method,
  migrateFromV111Method,
  setupToL2Method,
]

function isMigration({ selector }: RiskCall): boolean {
  return migrationMethods.some((method) => method.selector === selector)
}

/** Some migrations take any singleton that the caller names. */
function readSingleton(call: RiskCall): Address | undefined {
  return (
    readArguments(call, migrateToL2Method) ??
    readArguments(call, migrateFromV111Method) ??
    readArguments(call, setupToL2Method)
  )?.l2Singleton
}

/** Known by its address, unless the code there is known to be another. */
function isPublished(address: Address, facts: FactIndex): boolean {
  const codeHash = facts.getCodeHash(address)
  if (codeHash === undefined)
    return findDeploymentByAddress(singletons, address) !== undefined
  return codeHash !== null && isPinned(singletons, { address, codeHash })
}
