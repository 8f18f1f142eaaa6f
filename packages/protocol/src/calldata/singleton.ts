import type { KnownMethod } from './knownMethod.js'

/*
 * What changes the code behind a safe: `changeMasterCopy` up to 1.2.0, later
 * the migration contracts by delegatecall.
 */

export const changeMasterCopyMethod = {
  id: 'changeMasterCopy',
  contracts: ['safe'],
  name: 'changeMasterCopy',
  signature: 'changeMasterCopy(address)',
  selector: '0x7de7edef',
  inputs: [{ name: 'masterCopy', type: 'address' }],
} as const satisfies KnownMethod

export const migrateSingletonMethod = {
  id: 'migrateSingleton',
  contracts: ['safeMigration'],
  name: 'migrateSingleton',
  signature: 'migrateSingleton()',
  selector: '0xf6682ab0',
  inputs: [],
} as const satisfies KnownMethod

export const migrateWithFallbackHandlerMethod = {
  id: 'migrateWithFallbackHandler',
  contracts: ['safeMigration'],
  name: 'migrateWithFallbackHandler',
  signature: 'migrateWithFallbackHandler()',
  selector: '0xed007fc6',
  inputs: [],
} as const satisfies KnownMethod

export const migrateL2SingletonMethod = {
  id: 'migrateL2Singleton',
  contracts: ['safeMigration'],
  name: 'migrateL2Singleton',
  signature: 'migrateL2Singleton()',
  selector: '0x07f464a4',
  inputs: [],
} as const satisfies KnownMethod

export const migrateL2WithFallbackHandlerMethod = {
  id: 'migrateL2WithFallbackHandler',
  contracts: ['safeMigration'],
  name: 'migrateL2WithFallbackHandler',
  signature: 'migrateL2WithFallbackHandler()',
  selector: '0x68cb3d94',
  inputs: [],
} as const satisfies KnownMethod

export const migrateToL2Method = {
  id: 'migrateToL2',
  contracts: ['safeMigration'],
  name: 'migrateToL2',
  signature: 'migrateToL2(address)',
  selector: '0xef2624ae',
  inputs: [{ name: 'l2Singleton', type: 'address' }],
} as const satisfies KnownMethod

export const migrateFromV111Method = {
  id: 'migrateFromV111',
  contracts: ['safeMigration'],
  name: 'migrateFromV111',
  signature: 'migrateFromV111(address,address)',
  selector: '0xd9a20812',
  inputs: [
    { name: 'l2Singleton', type: 'address' },
    { name: 'fallbackHandler', type: 'address' },
  ],
} as const satisfies KnownMethod

/** Of SafeToL2Setup, which is meant for `setup` and works once after it. */
export const setupToL2Method = {
  id: 'setupToL2',
  contracts: ['safeMigration'],
  name: 'setupToL2',
  signature: 'setupToL2(address)',
  selector: '0xfe51f643',
  inputs: [{ name: 'l2Singleton', type: 'address' }],
} as const satisfies KnownMethod

export const singletonMethods = [
  changeMasterCopyMethod,
  migrateSingletonMethod,
  migrateWithFallbackHandlerMethod,
  migrateL2SingletonMethod,
  migrateL2WithFallbackHandlerMethod,
  migrateToL2Method,
  migrateFromV111Method,
  setupToL2Method,
] as const
