import { writeFileSync } from 'node:fs'
import {
  type Devnet,
  deploySafeContracts,
  listTransactionFields,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from 'viem'
import type { SafeTransaction } from '../safeTransaction.js'
import { address, bytes, safeTransaction, uint256 } from './arbitraries.js'
import { type BatchCall, callBatch } from './callBatch.js'
import { deployProofSafe, encodeSetup } from './proofSafe.js'
import { type Variant, variants } from './variants.js'

/*
 * Writes vectors/contracts.json: random questions and what the contracts
 * themselves answered. Nothing of ours computes an expected value.
 * Run: npx tsx --conditions=source packages/protocol/src/proof/writeVectors.ts
 */

const seed = 20_260_101
const chainId = 31337

const abi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function domainSeparator() view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])

const devnet = await startDevnet({ chainId })
try {
  await deploySafeContracts(devnet)
  const safes = []
  for (const variant of variants)
    safes.push(await createVectors(devnet, variant))
  writeFileSync(
    new URL('../../vectors/contracts.json', import.meta.url),
    `${JSON.stringify({ chainId, safes }, textOfBigInt, 1)}\n`,
  )
} finally {
  await devnet.stop()
}

async function createVectors({ client }: Devnet, variant: Variant) {
  const { domain } = await deployProofSafe(devnet, variant)
  const sample = <value>(arbitrary: fc.Arbitrary<value>) =>
    fc.sample(arbitrary, { numRuns: 12, seed })
  const askAll = async <value>(
    values: value[],
    toCall: (value: value) => BatchCall,
  ) => {
    const answers = await callBatch(client, values.map(toCall))
    return values.map((value, index) => ({ value, answer: answers[index] }))
  }
  const to = domain.safe
  return {
    name: variant.name,
    version: domain.version,
    safe: to,
    factory: variant.factory.address,
    singleton: variant.singleton.address,
    domainSeparator: (
      await callBatch(client, [
        {
          to,
          data: encodeFunctionData({ abi, functionName: 'domainSeparator' }),
        },
      ])
    )[0],
    transactions: (
      await askAll(sample(safeTransaction), (transaction) => ({
        to,
        data: encodeGetTransactionHash(transaction),
      }))
    ).map(({ value, answer }) => ({ transaction: value, hash: answer })),
    messages: (
      await askAll(sample(bytes(100)), (message) => ({
        to,
        data: encodeFunctionData({
          abi,
          functionName: 'getMessageHash',
          args: [message],
        }),
      }))
    ).map(({ value, answer }) => ({ message: value, hash: answer })),
    addresses: (
      await askAll(sampleCreations(variant), ({ initializer, saltNonce }) => ({
        to: variant.factory.address,
        data: encodeFunctionData({
          abi,
          functionName: 'createProxyWithNonce',
          args: [variant.singleton.address, initializer, saltNonce],
        }),
      }))
    ).map(({ value, answer }) => ({ ...value, address: readAddress(answer) })),
  }
}

function sampleCreations(
  variant: Variant,
): { initializer: Hex; saltNonce: bigint }[] {
  return fc
    .sample(fc.tuple(address, uint256), { numRuns: 4, seed })
    .map(([owner, saltNonce]) => ({
      initializer: encodeSetup({ variant, owners: [owner], threshold: 1 }),
      saltNonce,
    }))
}

function encodeGetTransactionHash(transaction: SafeTransaction): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'getTransactionHash',
    args: listTransactionFields(transaction),
  })
}

function readAddress(answer: Hex | undefined): Address {
  const [address] = decodeAbiParameters([{ type: 'address' }], answer ?? '0x')
  return address
}

function textOfBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
