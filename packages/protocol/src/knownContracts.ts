import { type Address, checksumAddress, type Hex } from 'viem'
import type { ContractKind } from './calldata/knownMethod.js'
import type { KnownContract } from './callTree.js'
import { allowanceModules } from './deployments/allowanceModules.js'
import type { Deployment } from './deployments/deployment.js'
import {
  createCallLibraries,
  migrations,
  multiSends,
  proxyFactories,
  signMessageLibraries,
} from './deployments/table.js'
import { isVersionAtLeast } from './safeVersion.js'

type Published = Pick<Deployment, 'address' | 'chainIds'> & {
  codeHash?: Hex
}

/**
 * The contracts that Safe publishes, for decodeCall: those that are listed for
 * the chain, and those whose code was seen there (`codeHashes`, by checksummed
 * address). An address alone says nothing on a chain that is not listed.
 */
export function getKnownContracts({
  chainId,
  codeHashes = new Map(),
}: {
  chainId: number
  codeHashes?: ReadonlyMap<Address, Hex>
}): Map<Address, KnownContract> {
  const isThere = ({ address, chainIds, codeHash }: Published) =>
    chainIds.includes(chainId) ||
    (codeHash !== undefined && codeHashes.get(address) === codeHash)
  const entries = published.flatMap(({ kind, list }) =>
    list
      .filter(isThere)
      .map(({ address }) => [checksumAddress(address), { kind }] as const),
  )
  const zeroIsSelf = multiSends
    .filter(({ version }) => isVersionAtLeast(version, '1.5.0'))
    .filter(isThere)
    .map(({ address }) => {
      const contract = { kind: 'multiSend', zeroIsSelf: true } as const
      return [address, contract] as const
    })
  return new Map<Address, KnownContract>([...entries, ...zeroIsSelf])
}

const published: readonly {
  kind: ContractKind
  list: readonly Published[]
}[] = [
  { kind: 'multiSend', list: multiSends },
  { kind: 'proxyFactory', list: proxyFactories },
  { kind: 'signMessageLib', list: signMessageLibraries },
  { kind: 'createCall', list: createCallLibraries },
  { kind: 'safeMigration', list: migrations },
  {
    kind: 'allowanceModule',
    list: allowanceModules.map(({ standInCodeHash, ...module }) => ({
      ...module,
      ...(standInCodeHash && { codeHash: standInCodeHash }),
    })),
  },
]
