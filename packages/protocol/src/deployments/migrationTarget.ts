import type { Address } from 'viem'
import {
  type Deployment,
  findDeploymentByAddress,
  type Singleton,
} from './deployment.js'
import { fallbackHandlers, migrations, singletons } from './table.js'

/** What a method of SafeMigration makes of a safe. */
export type MigrationTarget = {
  singleton: Singleton
  /** Undefined: the safe keeps the handler it has. */
  handler: Deployment | undefined
}

/**
 * SafeMigration takes no arguments: what it writes was fixed when it was
 * deployed and is part of its code. Undefined for other migration contracts.
 */
export function findMigrationTarget({
  migration,
  method,
}: {
  /** Known to have the published code. */
  migration: Address
  method: string
}): MigrationTarget | undefined {
  const found = findDeploymentByAddress(migrations, migration)
  const target = targets[method]
  if (found?.contract !== 'SafeMigration' || !target) return undefined
  const singleton = singletons.find(
    ({ version, l2 }) => version === found.version && l2 === target.l2,
  )
  if (!singleton) return undefined
  const handler = fallbackHandlers.find(
    ({ contract, version }) =>
      contract === 'CompatibilityFallbackHandler' && version === found.version,
  )
  return { singleton, handler: target.setsHandler ? handler : undefined }
}

const targets: Readonly<Record<string, { l2: boolean; setsHandler: boolean }>> =
  {
    migrateSingleton: { l2: false, setsHandler: false },
    migrateWithFallbackHandler: { l2: false, setsHandler: true },
    migrateL2Singleton: { l2: true, setsHandler: false },
    migrateL2WithFallbackHandler: { l2: true, setsHandler: true },
  }
