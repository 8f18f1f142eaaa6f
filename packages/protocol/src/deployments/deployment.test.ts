import * as published from '@safe-global/safe-deployments'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { chains } from '../chains/chains.js'
import {
  type Deployment,
  findDeploymentByAddress,
  isPinned,
} from './deployment.js'
import { findDeployment } from './findDeployment.js'
import { proxyCreationCodes } from './proxyCreationCodes.js'
import { publishedContracts } from './published.js'
import {
  createCallLibraries,
  fallbackHandlers,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
  simulateTxAccessors,
  singletons,
} from './table.js'

const lookUps: [
  string,
  readonly Deployment[],
  typeof published.getSafeSingletonDeployments,
][] = [
  ['Safe', singletons, published.getSafeSingletonDeployments],
  ['SafeL2', singletons, published.getSafeL2SingletonDeployments],
  ['ProxyFactory', proxyFactories, published.getProxyFactoryDeployments],
  ['MultiSend', multiSends, published.getMultiSendDeployments],
  ['MultiSendCallOnly', multiSends, published.getMultiSendCallOnlyDeployments],
  [
    'CompatibilityFallbackHandler',
    fallbackHandlers,
    published.getCompatibilityFallbackHandlerDeployments,
  ],
  [
    'DefaultCallbackHandler',
    fallbackHandlers,
    published.getDefaultCallbackHandlerDeployments,
  ],
  [
    'SignMessageLib',
    signMessageLibraries,
    published.getSignMessageLibDeployments,
  ],
  ['CreateCall', createCallLibraries, published.getCreateCallDeployments],
  [
    'SimulateTxAccessor',
    simulateTxAccessors,
    published.getSimulateTxAccessorDeployments,
  ],
  ['SafeMigration', migrations, published.getSafeMigrationDeployments],
  ['SafeToL2Setup', migrations, published.getSafeToL2SetupDeployments],
  ['SafeToL2Migration', migrations, published.getSafeToL2MigrationDeployments],
]
const versions = ['1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.4.1', '1.5.0'] as const
const chainIds = chains
  .filter(({ local }) => !local)
  .map(({ chainId }) => chainId)
  .toSorted((a, b) => a - b)

test.each(lookUps)(
  'lists %s as the published package does',
  (_name, table, find) => {
    let compared = 0
    for (const version of versions)
      for (const kind of ['canonical', 'eip155'] as const) {
        const asset = find({ version })
        const deployment = asset?.deployments[kind]
        if (!asset || !deployment) continue
        const ours = findDeploymentByAddress(
          table,
          deployment.address as `0x${string}`,
        )
        expect(ours).toMatchObject({
          address: deployment.address,
          codeHash: deployment.codeHash,
          version,
          kind,
          contract: asset.contractName,
          chainIds: chainIds.filter((chainId) =>
            [asset.networkAddresses[chainId] ?? []]
              .flat()
              .includes(deployment.address),
          ),
        })
        compared++
      }
    expect(compared).toBeGreaterThan(0)
  },
)

test('lists nothing twice', () => {
  const all = [
    proxyFactories,
    singletons,
    multiSends,
    fallbackHandlers,
    signMessageLibraries,
    createCallLibraries,
    simulateTxAccessors,
    migrations,
  ].flat()
  expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
})

test('marks the singletons that log executions', () => {
  const l2 = singletons.filter((singleton) => singleton.l2)
  expect(l2.map(({ version, kind }) => `${version} ${kind}`)).toEqual([
    '1.3.0 canonical',
    '1.3.0 eip155',
    '1.4.1 canonical',
    '1.5.0 canonical',
  ])
})

test('finds the canonical deployment of a version on a chain', () => {
  expect(
    findDeployment(proxyFactories, { version: '1.3.0', chainId: 10 })?.kind,
  ).toBe('canonical')
  expect(
    findDeployment(proxyFactories, { version: '1.5.0', chainId: 10 }),
  ).toBeUndefined()
})

test('assumes every deployment on a chain outside of the list', () => {
  expect(
    findDeployment(proxyFactories, { version: '1.5.0', chainId: 31337 }),
  ).toBeDefined()
})

test('lists every chain that the table knows any contract on', () => {
  const nowhere = multiSends.map((one) => ({ ...one, chainIds: [] }))
  const listed = publishedContracts.flatMap((known) => known.chainIds)
  for (const chainId of new Set(listed))
    expect(findDeployment(nowhere, { version: '1.3.0', chainId })).toBe(
      undefined,
    )
})

test('pins by address and code hash together', () => {
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  const [known] = callOnly
  if (!known) throw new Error('The table has no MultiSendCallOnly.')
  expect(isPinned(callOnly, known)).toBe(true)
  expect(isPinned(callOnly, { ...known, codeHash: keccak256('0x') })).toBe(
    false,
  )
  expect(
    isPinned(callOnly, {
      ...known,
      address: '0x000000000000000000000000000000000000dEaD',
    }),
  ).toBe(false)
})

test('has a proxy creation code for every factory since 1.1.1', () => {
  for (const { version } of proxyFactories)
    if (version !== '1.0.0')
      expect(proxyCreationCodes[version]).toMatch(/^0x60/)
})
