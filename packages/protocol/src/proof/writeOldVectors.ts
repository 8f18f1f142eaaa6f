import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Devnet,
  type DevnetClient,
  demoAccounts,
  listTransactionFields,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  parseAbi,
  zeroAddress,
} from 'viem'
import {
  buildSignatures,
  fromWalletSignature,
  type SafeSignature,
} from '../signature.js'
import { bytes32, safeTransaction } from './arbitraries.js'

/*
 * Writes vectors/oldContracts.json: what safes of 0.1.0 and 1.0.0 answered.
 * Their builds are not among our dependencies, so that the folders are named
 * into which `npm pack @gnosis.pm/safe-contracts@VERSION` was unpacked.
 * Run: npx tsx --conditions=source packages/protocol/src/proof/writeOldVectors.ts FOLDER_OF_0.1.0 FOLDER_OF_1.0.0
 */

const abi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
  'function approveHash(bytes32 hash)',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
  'function isValidSignature(bytes message, bytes signatures) returns (bytes32)',
])
const oldestSetupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data)',
])
const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address paymentToken, uint256 payment, address paymentReceiver)',
])

const safe: Address = '0x00000000000000000000000000000000000000A1'
const innerSafe: Address = '0x00000000000000000000000000000000000000A2'
const { alice: key, bob: approver, stranger } = demoAccounts
const owners: readonly Address[] = [key.address, approver.address, innerSafe]
const chainId = 31337
const seed = 20_260_101

const [oldestFolder = '', oldFolder = ''] = process.argv.slice(2)
const safes = [
  await onDevnet((devnet) => createVectors(devnet, '0.1.0', oldestFolder)),
  await onDevnet((devnet) => createVectors(devnet, '1.0.0', oldFolder)),
]
writeFileSync(
  new URL('../../vectors/oldContracts.json', import.meta.url),
  `${JSON.stringify({ chainId, safes }, textOfBigInt, 1)}\n`,
)

async function onDevnet<result>(use: (devnet: Devnet) => Promise<result>) {
  const devnet = await startDevnet({ chainId })
  try {
    return await use(devnet)
  } finally {
    await devnet.stop()
  }
}

async function createVectors(
  { client }: Devnet,
  version: '0.1.0' | '1.0.0',
  folder: string,
) {
  const file = join(folder, 'build/contracts/GnosisSafe.json')
  const { deployedBytecode } = JSON.parse(readFileSync(file, 'utf8'))
  for (const [address, list] of [
    [innerSafe, [key.address]],
    [safe, owners],
  ] as const) {
    await client.setCode({ address, bytecode: deployedBytecode })
    const data = encodeSetup(version, list)
    await sendTransaction(client, { account: key, to: address, data })
  }
  const [message = '0x'] = fc.sample(bytes32, { numRuns: 1, seed })
  return {
    version,
    safe,
    owners,
    transactions: await hashTransactions(client),
    message,
    hash: await getMessageHash(client, safe, message),
    verdicts: await collectVerdicts(client, message),
  }
}

function encodeSetup(version: string, list: readonly Address[]): Hex {
  const first = [list, 1n, zeroAddress, '0x'] as const
  if (version === '0.1.0')
    return encodeFunctionData({ abi: oldestSetupAbi, args: first })
  const args = [...first, zeroAddress, 0n, zeroAddress] as const
  return encodeFunctionData({ abi: setupAbi, args })
}

async function hashTransactions(client: DevnetClient) {
  const transactions = fc.sample(safeTransaction, { numRuns: 12, seed })
  return Promise.all(
    transactions.map(async (transaction) => ({
      transaction,
      hash: await client.readContract({
        address: safe,
        abi,
        functionName: 'getTransactionHash',
        args: listTransactionFields(transaction),
      }),
    })),
  )
}

function getMessageHash(client: DevnetClient, address: Address, message: Hex) {
  const question = { address, abi, functionName: 'getMessageHash' } as const
  return client.readContract({ ...question, args: [message] })
}

/** What the safe says of each signature, and what its owner is asked. */
async function collectVerdicts(client: DevnetClient, message: Hex) {
  const hash = await getMessageHash(client, safe, message)
  const innerHash = await getMessageHash(client, innerSafe, message)
  const approval = { abi, functionName: 'approveHash', args: [hash] } as const
  const data = encodeFunctionData(approval)
  await sendTransaction(client, { account: approver, to: safe, data })
  const signatures: Record<string, SafeSignature> = {
    'the key of an owner': await sign(key, hash),
    'the key of a stranger': await sign(stranger, hash),
    'an owner by eth_sign': fromWalletSignature({
      kind: 'ethSign',
      signer: key.address,
      signature: await key.signMessage({ message: { raw: hash } }),
    }),
    'an owner who approved': { kind: 'approvedHash', signer: approver.address },
    'an owner who did not': { kind: 'approvedHash', signer: key.address },
    'a safe as owner': byInnerSafe(await sign(key, innerHash)),
    'a safe with a wrong signature': byInnerSafe(await sign(key, hash)),
  }
  return Promise.all(
    Object.entries(signatures).map(async ([name, signature]) => {
      const blob = buildSignatures([signature])
      const verdict = await ask(client, safe, encodeCheck(message, blob))
      return {
        name,
        signatures: blob,
        valid: verdict !== null && hexToBigInt(verdict) !== 0n,
        answer: await askOwner(client, { signature, message, hash }),
      }
    }),
  )
}

async function sign(signer: typeof key, hash: Hex): Promise<SafeSignature> {
  const signature = await signer.sign({ hash })
  return fromWalletSignature({
    kind: 'ecdsa',
    signer: signer.address,
    signature,
  })
}

function byInnerSafe(inner: SafeSignature): SafeSignature {
  return {
    kind: 'contract',
    signer: innerSafe,
    data: buildSignatures([inner]),
  }
}

function encodeCheck(message: Hex, signatures: Hex): Hex {
  const functionName = 'isValidSignature'
  return encodeFunctionData({ abi, functionName, args: [message, signatures] })
}

async function askOwner(
  client: DevnetClient,
  {
    signature,
    message,
    hash,
  }: { signature: SafeSignature; message: Hex; hash: Hex },
): Promise<Hex | null> {
  if (signature.kind === 'contract')
    return ask(client, innerSafe, encodeCheck(message, signature.data))
  if (signature.kind !== 'approvedHash') return null
  const functionName = 'approvedHashes'
  const args = [signature.signer, hash] as const
  return ask(client, safe, encodeFunctionData({ abi, functionName, args }))
}

/** null for a revert. */
async function ask(
  client: DevnetClient,
  to: Address,
  data: Hex,
): Promise<Hex | null> {
  try {
    // Without an account nobody is taken for the one who executes.
    const request = { to, data, account: zeroAddress } as const
    return (await client.call(request)).data ?? null
  } catch {
    return null
  }
}

function textOfBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
