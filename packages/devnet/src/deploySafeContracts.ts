import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BaseError } from '@covault/protocol'
import {
  type Address,
  concat,
  type Hex,
  numberToHex,
  parseEther,
  parseTransaction,
  size,
  slice,
  zeroHash,
} from 'viem'
import { demoAccounts } from './accounts.js'
import type { DevnetClient } from './devnetClient.js'
import { installStandIns } from './installStandIns.js'
import { type PlacedContract, placedContracts } from './placedContracts.js'
import { readArtifact } from './readArtifact.js'
import {
  arachnidFactory,
  factoryContracts,
  getFactory,
  getFactoryAddress,
  getInitCode,
  type SafeContract,
  singletonFactory,
} from './safeContracts.js'
import { sendAll } from './sendAll.js'

const require = createRequire(import.meta.url)

/**
 * Puts the real Safe contracts at their published addresses, those of 1.3.0
 * and later through the factories they went through on every network, and
 * the stand-ins beside them. Does nothing on a chain that has them.
 */
export async function deploySafeContracts({
  chainId,
  client,
}: {
  chainId: number
  client: DevnetClient
}): Promise<void> {
  await placeArachnidFactory(client)
  if (!(await hasCode(client, singletonFactory)))
    await deploySingletonFactory(client, { chainId })
  await Promise.all(
    placedContracts.map((contract) => placeContract(client, contract)),
  )
  await deployThroughFactories(client)
  await installStandIns(client)
}

// anvil brings it along, except for a chain that was reset. The Safe
// project's factory is a copy of it.
async function placeArachnidFactory(client: DevnetClient): Promise<void> {
  if (await hasCode(client, arachnidFactory)) return
  await client.setCode({
    address: arachnidFactory,
    bytecode: getSingletonFactoryCode(),
  })
}

async function deployThroughFactories(client: DevnetClient): Promise<void> {
  const plan = factoryContracts.map((contract) => ({
    contract,
    initCode: getInitCode(contract),
    address: getFactoryAddress(contract),
  }))
  const present = await Promise.all(
    plan.map(({ address }) => hasCode(client, address)),
  )
  const missing = plan.filter((_, index) => !present[index])
  await sendAll(client, {
    account: demoAccounts.deployer,
    transactions: missing.map(({ contract, initCode }) => ({
      to: getFactory(contract),
      data: concat([zeroHash, initCode]),
      gas: estimateCreationGas(initCode),
    })),
  })
  for (const { contract, address } of missing)
    if (!(await hasCode(client, address)))
      throw new DeploymentFailedError(contract)
}

// 200 gas for each byte kept and 16 for each byte sent, with room for what
// the constructor does.
function estimateCreationGas(initCode: Hex): bigint {
  return 200_000n + 240n * BigInt(size(initCode))
}

// The Safe project published signed transactions per chain id; for a chain
// without one the same code is put in place.
async function deploySingletonFactory(
  client: DevnetClient,
  { chainId }: { chainId: number },
): Promise<void> {
  const presigned = readPresignedDeployment(chainId)
  if (presigned === undefined) {
    await client.setCode({
      address: singletonFactory,
      bytecode: getSingletonFactoryCode(),
    })
    return
  }
  await client.setBalance({
    address: presigned.signerAddress,
    value: parseEther('1'),
  })
  const hash = await client.sendRawTransaction({
    serializedTransaction: presigned.transaction,
  })
  if (!(await client.getAutomine())) await client.mine({ blocks: 1 })
  await client.waitForTransactionReceipt({ hash })
}

type PresignedDeployment = { signerAddress: Address; transaction: Hex }

function readPresignedDeployment(
  chainId: number,
): PresignedDeployment | undefined {
  const manifest = require.resolve(
    '@safe-global/safe-singleton-factory/package.json',
  )
  const path = join(
    dirname(manifest),
    'artifacts',
    String(chainId),
    'deployment.json',
  )
  if (!existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')) as PresignedDeployment
}

// Fourteen bytes of the creating transaction copy the rest into the chain.
function getSingletonFactoryCode(): Hex {
  const presigned = readPresignedDeployment(1)
  const data = presigned && parseTransaction(presigned.transaction).data
  if (!data) throw new SingletonFactoryMissingError()
  return slice(data, 14)
}

async function placeContract(
  client: DevnetClient,
  contract: PlacedContract,
): Promise<void> {
  const { address, storage } = contract
  if (await hasCode(client, address)) return
  const bytecode = readArtifact(contract).deployedBytecode
  await client.setCode({ address, bytecode })
  for (const { slot, value } of storage)
    await client.setStorageAt({ address, index: numberToHex(slot), value })
}

async function hasCode(
  client: DevnetClient,
  address: Address,
): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined
}

export class DeploymentFailedError extends BaseError {
  override name = 'DeploymentFailedError'

  constructor({ contract, version, kind }: SafeContract) {
    super(
      `${contract} ${version} (${kind}) is not at its address after its deployment.`,
    )
  }
}

export class SingletonFactoryMissingError extends BaseError {
  override name = 'SingletonFactoryMissingError'

  constructor() {
    super(
      '@safe-global/safe-singleton-factory contains no deployment for chain 1, from which the code of the factory is taken.',
    )
  }
}
