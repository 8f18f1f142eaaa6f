import type { Address, Hex } from 'viem'

/** A build of the allowance module, which holds the spending limits. */
export type AllowanceModule = {
  address: Address
  version: '0.1.0' | '0.1.1'
  /** Those of our chain definitions where it is known to be deployed. */
  chainIds: readonly number[]
  /** keccak256 of the stand-in that lies there on our local chains. */
  standInCodeHash?: Hex
}

/** From @safe-global/safe-modules-deployments, which lists no code hashes. */
export const allowanceModules: readonly AllowanceModule[] = [
  {
    address: '0xAA46724893dedD72658219405185Fb0Fc91e091C',
    version: '0.1.1',
    chainIds: [10, 100, 137, 8453, 42161],
  },
  {
    address: '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134',
    version: '0.1.0',
    chainIds: [1, 100, 8453, 11155111],
    standInCodeHash:
      '0xda77f3f2d7432e29a7ecad36bc49e311b38a106b4cbe59aa9604eb24c3941c68',
  },
  {
    address: '0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D',
    version: '0.1.0',
    chainIds: [137],
  },
]

export type AllowanceModuleIdentity = Pick<AllowanceModule, 'version'> & {
  /** Our own build, on a local chain. */
  isStandIn: boolean
}

/**
 * Which build lies at an address: one that is listed for the chain, or our
 * stand-in, by its code. Undefined is unknown.
 */
export function identifyAllowanceModule({
  chainId,
  address,
  codeHash,
}: {
  chainId: number
  address: Address
  /** Null: there is no code. */
  codeHash: Hex | null
}): AllowanceModuleIdentity | undefined {
  const wanted = address.toLowerCase()
  const found = allowanceModules.find(
    (known) => known.address.toLowerCase() === wanted,
  )
  if (!found || codeHash === null) return undefined
  const { version, chainIds, standInCodeHash } = found
  if (chainIds.includes(chainId)) return { version, isStandIn: false }
  return codeHash === standInCodeHash ? { version, isStandIn: true } : undefined
}

/**
 * Where limits of a chain can be, the newest build first. On a chain that is
 * not listed only the stand-in is looked for.
 */
export function listAllowanceModules(chainId: number): AllowanceModule[] {
  const listed = allowanceModules.filter(({ chainIds }) =>
    chainIds.includes(chainId),
  )
  return listed.length > 0
    ? listed
    : allowanceModules.filter(({ standInCodeHash }) => standInCodeHash)
}
