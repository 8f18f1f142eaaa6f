import {
  fallbackHandlers,
  predictSafeAddress,
  proxyFactories,
  type SafeCreation,
  type SafeVersion,
  singletons,
} from '@covault/protocol'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  parseAbi,
  zeroAddress,
} from 'viem'
import { demoAccounts } from './accounts.js'
import { findLocalDeployment } from './localDeployments.js'
import { sendTransaction } from './sendTransaction.js'
import type { Devnet } from './startDevnet.js'

export type SafePlan = {
  owners: readonly Address[]
  threshold: number
  version?: SafeVersion
  /** Whether the singleton logs every execution; 1.1.1 has only the other. */
  l2?: boolean
  saltNonce?: bigint
  /** The version's own unless given. */
  fallbackHandler?: Address
  /** A delegatecall during setup. */
  setupCall?: { to: Address; data: Hex }
}

/** What the helpers need to know of a safe on a chain. */
export type DeployedSafe = {
  chainId: number
  address: Address
  version: SafeVersion
}

const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
])

const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])

/** Creates a safe through the version's factory and returns where it is. */
export async function deploySafe(
  devnet: Pick<Devnet, 'chainId' | 'client'>,
  plan: SafePlan & { deployer?: LocalAccount },
): Promise<DeployedSafe & { transactionHash: Hex }> {
  const { deployer = demoAccounts.deployer } = plan
  const { transactionHash } = await sendTransaction(devnet.client, {
    account: deployer,
    ...getCreationCall(plan),
  })
  return { ...describeSafe(devnet.chainId, plan), transactionHash }
}

/** The call of the factory that creates the safe. */
export function getCreationCall(plan: SafePlan): { to: Address; data: Hex } {
  const { factory, singleton, initializer, saltNonce } = getSafeCreation(plan)
  return {
    to: factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, saltNonce],
    }),
  }
}

/** Where `deploySafe` puts, or has put, the safe: the same on every chain. */
export function describeSafe(chainId: number, plan: SafePlan): DeployedSafe {
  const { version = '1.4.1' } = plan
  return {
    chainId,
    address: predictSafeAddress(getSafeCreation(plan)),
    version,
  }
}

export function getSafeCreation({
  owners,
  threshold,
  version = '1.4.1',
  l2 = version !== '1.1.1',
  saltNonce = 0n,
  fallbackHandler = findLocalDeployment(fallbackHandlers, { version }),
  setupCall = { to: zeroAddress, data: '0x' },
}: SafePlan): SafeCreation {
  const variant = singletons.filter((singleton) => singleton.l2 === l2)
  return {
    factory: findLocalDeployment(proxyFactories, { version }),
    singleton: findLocalDeployment(variant, { version }),
    initializer: encodeFunctionData({
      abi: setupAbi,
      functionName: 'setup',
      args: [
        owners,
        BigInt(threshold),
        setupCall.to,
        setupCall.data,
        fallbackHandler,
        zeroAddress,
        0n,
        zeroAddress,
      ],
    }),
    saltNonce,
  }
}
