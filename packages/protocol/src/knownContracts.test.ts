import { checksumAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  identifyAllowanceModule,
  listAllowanceModules,
} from './deployments/allowanceModules.js'
import { multiSends } from './deployments/table.js'
import { getKnownContracts } from './knownContracts.js'

const multiSend141 = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const multiSend150 = '0x218543288004CD07832472D464648173c77D7eB7'
const allowanceModule = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'

test('knows what is published for a chain, under checksummed addresses', () => {
  const contracts = getKnownContracts({ chainId: 1 })
  expect(contracts.get(multiSend141)).toEqual({ kind: 'multiSend' })
  expect(contracts.get(allowanceModule)).toEqual({ kind: 'allowanceModule' })
  for (const address of contracts.keys())
    expect(address).toBe(checksumAddress(address))
})

test('knows that MultiSend 1.5.0 reads the zero address as the safe', () => {
  expect(getKnownContracts({ chainId: 1 }).get(multiSend150)).toEqual({
    kind: 'multiSend',
    zeroIsSelf: true,
  })
})

test('wants to have seen the code on a chain that is not listed', () => {
  const codeHash = multiSends.find(
    ({ address }) => address === multiSend141,
  )?.codeHash
  if (codeHash === undefined) throw new Error('The table has no MultiSend.')
  const get = (hash: typeof codeHash) =>
    getKnownContracts({
      chainId: 31337,
      codeHashes: new Map([[multiSend141, hash]]),
    })
  expect(getKnownContracts({ chainId: 31337 }).size).toBe(0)
  expect([...get(codeHash).keys()]).toEqual([multiSend141])
  expect(get(`0x${'00'.repeat(32)}`).size).toBe(0)
})

test('knows the stand-in of the allowance module by its code alone', () => {
  const standIn = listAllowanceModules(31337)[0]?.standInCodeHash
  if (standIn === undefined) throw new Error('There is no stand-in.')
  const about = { chainId: 31337, address: allowanceModule } as const
  expect(identifyAllowanceModule({ ...about, codeHash: standIn })).toEqual({
    version: '0.1.0',
    isStandIn: true,
  })
  expect(
    identifyAllowanceModule({ ...about, codeHash: `0x${'00'.repeat(32)}` }),
  ).toBeUndefined()
  expect(
    getKnownContracts({
      chainId: 31337,
      codeHashes: new Map([[allowanceModule, standIn]]),
    }).get(allowanceModule),
  ).toEqual({ kind: 'allowanceModule' })
})

test('offers the newest allowance module that is listed for a chain', () => {
  const newest = (chainId: number) => listAllowanceModules(chainId)[0]?.version
  expect([1, 10, 137, 11155111].map(newest)).toEqual([
    '0.1.0',
    '0.1.1',
    '0.1.1',
    '0.1.0',
  ])
  expect(
    identifyAllowanceModule({
      chainId: 1,
      address: allowanceModule,
      codeHash: `0x${'11'.repeat(32)}`,
    }),
  ).toEqual({ version: '0.1.0', isStandIn: false })
  expect(
    identifyAllowanceModule({
      chainId: 1,
      address: allowanceModule,
      codeHash: null,
    }),
  ).toBeUndefined()
})
