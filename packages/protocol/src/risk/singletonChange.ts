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
import { party } from '../tell/parts.js'
import { isSameAddress } from './address.js'
import type { FactIndex } from './factIndex.js'
import { readArguments } from './readArguments.js'
import {
  defineRule,
  type Match,
  type Review,
  type RiskCall,
} from './riskRule.js'
import { verbs } from './verbs.js'

/** The singleton is the code of the safe: who changes it owns the safe. */
export const singletonChange = /*#__PURE__*/ defineRule({
  id: 'singleton-change',
  severities: ['warning', 'block'],
  words: {
    title: 'Contract upgrade',
    when: 'The implementation behind the safe changes. An upgrade to an official Safe version counts as a warning; a change to unknown code is blocked.',
    why: 'The implementation decides who can move what. Unknown code can ignore the owners.',
    remedy:
      'Upgrade from the settings page, which keeps owners, modules, guard and handler.',
    many: { one: 'contract upgrade', other: 'contract upgrades' },
  },
  find(call, review) {
    const own = isSameAddress(call.from, call.to)
      ? readArguments(call, changeMasterCopyMethod)
      : undefined
    if (own)
      return {
        severity: 'block',
        sentence: `The safe ${call.from} ${verbs.willUse[review.tense]} the code of ${own.masterCopy}, and that code can take everything.`,
        advice: 'Upgrade only through an official migration contract.',
        consequence: [
          'The code of ',
          party(own.masterCopy),
          ' will control the safe',
        ],
        subjects: [own.masterCopy],
      }
    if (call.node.operation === 0) return undefined
    return findMigration(call, review)
  },
})

function findMigration(
  call: RiskCall,
  { facts, tense }: Review,
): Match<'warning' | 'block'> | undefined {
  const { to, from } = call
  const codeHash = facts.getCodeHash(to)
  const pinned = codeHash && isPinned(migrations, { address: to, codeHash })
  const singleton = readSingleton(call)
  if (pinned && (singleton === undefined || isPublished(singleton, facts)))
    return {
      severity: 'warning',
      sentence: `The official migration contract ${to} upgrades the contract of the safe ${from}${singleton ? ` to ${singleton}` : ' to another version'}.`,
      advice: 'Make sure that the owners agree on the new version.',
      subjects: [to],
    }
  if (!pinned && !isMigration(call)) return undefined
  return {
    severity: 'block',
    sentence: `The code of the safe ${from} ${verbs.willBeReplaced[tense]}${singleton ? ` by that of ${singleton}` : ''}. ${pinned ? 'The new code' : `The contract ${to}, which makes this change,`} is not official Safe code.`,
    advice: 'Do not sign.',
    consequence: [
      'Code of ',
      party(singleton ?? to),
      ', which is not official, will control the safe',
    ],
    subjects: [singleton ?? to],
  }
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
