import {
  BaseError,
  type Call,
  encodeMethod,
  fallbackHandlers,
  findDeployment,
  findDeploymentByAddress,
  findMigrationTarget,
  type MigrationTarget,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateSingletonMethod,
  migrateWithFallbackHandlerMethod,
  migrations,
  type SafeVersion,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { VersionState } from '../../understand/safe/versionState.js'

export type UpdatePlan = MigrationTarget & {
  /** By delegatecall, to the migration contract. */
  call: Call
  /** Its code must be the published one. */
  migration: (typeof migrations)[number]
  /** The handler of the safe is the standard one of an older version. */
  replacesHandler: boolean
}

/**
 * The one call that changes the code of a safe. The handler changes only if it
 * is the standard one of an older version; one of the owners' own choice stays.
 */
export function planUpdate({
  chainId,
  state,
  wantsL2,
  handler,
}: {
  chainId: number
  state: VersionState
  wantsL2: boolean
  /** Of the safe, with the hash of its code. */
  handler: { address: Address; codeHash: Hex | null } | null
}): UpdatePlan {
  if (state.status !== 'outdated' && state.status !== 'unlogged')
    throw new NoUpdateError({ state })
  const { target: version } = state
  const migration = findDeployment(
    migrations.filter(({ contract }) => contract === 'SafeMigration'),
    { version, chainId },
  )
  if (!migration) throw new NoMigrationError({ version })
  const isLogged = state.status === 'unlogged' || state.l2 || wantsL2
  const replacesHandler = handler !== null && isOldStandard(handler, version)
  const method = methods[isLogged ? 'l2' : 'l1'][replacesHandler ? 1 : 0]
  const found = findMigrationTarget({
    migration: migration.address,
    method: method.name,
  })
  if (!found) throw new NoMigrationError({ version })
  const data = encodeMethod(method, {})
  return {
    ...found,
    call: { to: migration.address, value: 0n, data, operation: 1 },
    migration,
    replacesHandler,
  }
}

const methods = {
  l1: [migrateSingletonMethod, migrateWithFallbackHandlerMethod],
  l2: [migrateL2SingletonMethod, migrateL2WithFallbackHandlerMethod],
} as const

function isOldStandard(
  { address, codeHash }: { address: Address; codeHash: Hex | null },
  target: SafeVersion,
): boolean {
  const known = findDeploymentByAddress(fallbackHandlers, address)
  return (
    known?.contract === 'CompatibilityFallbackHandler' &&
    known.codeHash === codeHash &&
    known.version !== target
  )
}

class NoUpdateError extends BaseError {
  constructor({ state }: { state: VersionState }) {
    super(
      state.status === 'current'
        ? 'The safe already has the newest version.'
        : 'This safe can’t be upgraded: no official migration exists for its code.',
    )
  }
}

class NoMigrationError extends BaseError {
  constructor({ version }: { version: SafeVersion }) {
    super(
      `This network has no official migration contract to version ${version}.`,
    )
  }
}
