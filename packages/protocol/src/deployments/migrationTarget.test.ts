import { expect, test } from 'vitest'
import { findMigrationTarget } from './migrationTarget.js'

const safeMigration = '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6'

test('says which code and handler each method of SafeMigration gives', () => {
  const describe = (method: string) => {
    const target = findMigrationTarget({ migration: safeMigration, method })
    return (
      target && [target.singleton.address, target.handler?.address ?? 'kept']
    )
  }
  expect(describe('migrateSingleton')).toEqual([
    '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    'kept',
  ])
  expect(describe('migrateWithFallbackHandler')).toEqual([
    '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  ])
  expect(describe('migrateL2Singleton')).toEqual([
    '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    'kept',
  ])
  expect(describe('migrateL2WithFallbackHandler')).toEqual([
    '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  ])
  expect(describe('migrateToL2')).toBeUndefined()
})

test('says nothing of other contracts', () => {
  expect(
    findMigrationTarget({
      migration: '0xfF83F6335d8930cBad1c0D439A841f01888D9f69',
      method: 'migrateSingleton',
    }),
  ).toBeUndefined()
})
