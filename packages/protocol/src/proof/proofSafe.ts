import { type Devnet, sendAll } from '@covault/devnet'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  multicall3Abi,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { predictSafeAddress } from '../safeAddress.js'
import { hashSafeMessageBytes } from '../safeMessage.js'
import type { SafeDomain } from '../safeTransaction.js'
import { isVersionAtLeast } from '../safeVersion.js'
import { fromWalletSignature, type SafeSignature } from '../signature.js'
import { type Variant, variants } from './variants.js'

/** A safe with owners who can sign in all four ways. */
export type ProofSafe = {
  variant: Variant
  domain: SafeDomain
  threshold: number
  accounts: readonly PrivateKeyAccount[]
  contractOwners: readonly ContractOwner[]
  approver: Address
  owners: readonly Address[]
}

/** A 1.4.1 safe with one owner: it answers both forms of EIP-1271. */
type ContractOwner = { domain: SafeDomain; account: PrivateKeyAccount }

const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
])
const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])
const approveAbi = parseAbi(['function approveHash(bytes32 hash)'])
const threshold = 3

/** An owner with the code of Multicall3, so that it can approve in bulk. */
const approver = '0x0000000000000000000000000000000000A99120'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

export async function deployProofSafe(
  devnet: Devnet,
  variant: Variant,
): Promise<ProofSafe> {
  const accounts = ['a', 'b', 'c'].map((name) => createAccount(name))
  const contractOwners = [
    await deployContractOwner(devnet, 'inner a'),
    await deployContractOwner(devnet, 'inner b'),
  ]
  const owners: Address[] = [
    ...accounts.map((account) => account.address),
    ...contractOwners.map(({ domain }) => domain.safe),
    approver,
  ]
  const safe = await createSafe(devnet, { variant, owners, threshold })
  await placeApprover(devnet)
  const { version } = variant.singleton
  return {
    variant,
    domain: { chainId: devnet.chainId, safe, version },
    threshold,
    accounts,
    contractOwners,
    approver,
    owners,
  }
}

/** All approvals in one transaction; the safe sees the approver as sender. */
export async function approveHashes(
  { client, accounts: [sender] }: Devnet,
  { domain }: ProofSafe,
  hashes: readonly Hex[],
): Promise<void> {
  if (!sender) throw new Error('The local chain has no accounts.')
  const calls = hashes.map((hash) => ({
    target: domain.safe,
    allowFailure: false,
    callData: encodeFunctionData({ abi: approveAbi, args: [hash] }),
  }))
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  })
  const [receipt] = await sendAll(client, {
    account: sender,
    transactions: [{ to: approver, data, gas: 29_000_000n }],
  })
  if (receipt?.status !== 'success') throw new Error('Approving failed.')
}

export function encodeSetup({
  variant,
  owners,
  threshold,
}: {
  variant: Variant
  owners: readonly Address[]
  threshold: number
}): Hex {
  return encodeFunctionData({
    abi: setupAbi,
    args: [
      owners,
      BigInt(threshold),
      zeroAddress,
      '0x',
      variant.handler.address,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
}

/** Creates it where the factory and the prediction agree, or fails. */
export async function createSafe(
  { client, accounts: [deployer] }: Devnet,
  parameters: {
    variant: Variant
    owners: readonly Address[]
    threshold: number
  },
): Promise<Address> {
  const { factory, singleton } = parameters.variant
  const creation = {
    factory: factory.address,
    singleton: singleton.address,
    initializer: encodeSetup(parameters),
    saltNonce: 0n,
  }
  const safe = predictSafeAddress(creation)
  if (!deployer) throw new Error('The local chain has no accounts.')
  if (await client.getCode({ address: safe })) return safe
  await sendAll(client, {
    account: deployer,
    transactions: [
      {
        to: creation.factory,
        data: encodeFunctionData({
          abi: factoryAbi,
          args: [creation.singleton, creation.initializer, creation.saltNonce],
        }),
        gas: 2_000_000n,
      },
    ],
  })
  if (!(await client.getCode({ address: safe })))
    throw new Error(`${safe} was predicted, but no safe is there.`)
  return safe
}

/** What the owner contract is shown decides what its owner signs. */
export async function signAsContract(
  { domain, account }: ContractOwner,
  {
    version,
    hash,
    preimage,
  }: { version: SafeDomain['version']; hash: Hex; preimage: Hex },
): Promise<SafeSignature> {
  const shown = isVersionAtLeast(version, '1.5.0') ? hash : preimage
  const data = await account.sign({ hash: hashSafeMessageBytes(domain, shown) })
  return { kind: 'contract', signer: domain.safe, data }
}

export async function signAsAccount(
  account: PrivateKeyAccount,
  { kind, hash }: { kind: 'ecdsa' | 'ethSign'; hash: Hex },
): Promise<SafeSignature> {
  const signature =
    kind === 'ecdsa'
      ? await account.sign({ hash })
      : await account.signMessage({ message: { raw: hash } })
  return fromWalletSignature({ kind, signer: account.address, signature })
}

async function placeApprover({ client }: Devnet): Promise<void> {
  const bytecode = await client.getCode({ address: multicall3 })
  if (bytecode) await client.setCode({ address: approver, bytecode })
}

function createAccount(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`proof ${name}`)))
}

async function deployContractOwner(
  devnet: Devnet,
  name: string,
): Promise<ContractOwner> {
  const variant = variants.find(
    ({ singleton }) => singleton.version === '1.4.1',
  )
  if (!variant) throw new Error('1.4.1 is missing.')
  const account = createAccount(name)
  const safe = await createSafe(devnet, {
    variant,
    owners: [account.address],
    threshold: 1,
  })
  const { chainId } = devnet
  return { domain: { chainId, safe, version: '1.4.1' }, account }
}
