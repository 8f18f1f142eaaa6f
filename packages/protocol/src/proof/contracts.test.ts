import {
  type Devnet,
  deploySafeContracts,
  listTransactionFields,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import {
  encodeFunctionData,
  encodeFunctionResult,
  keccak256,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  identifySingleton,
  proxyCodeHashes,
} from '../deployments/identifySingleton.js'
import { proxyCreationCodes } from '../deployments/proxyCreationCodes.js'
import { proxyFactories } from '../deployments/table.js'
import { predictSafeAddress } from '../safeAddress.js'
import { hashSafeMessageBytes } from '../safeMessage.js'
import {
  encodeSafeTransactionData,
  hashSafeDomain,
  hashSafeTransaction,
} from '../safeTransaction.js'
import { isVersionAtLeast } from '../safeVersion.js'
import {
  address,
  bytes,
  printSeed,
  safeTransaction,
  seed,
  uint256,
} from './arbitraries.js'
import { callBatch } from './callBatch.js'
import { deployProofSafe, encodeSetup, type ProofSafe } from './proofSafe.js'
import { variants } from './variants.js'

const transactionsPerVersion = 300
const chainId = 31337

const safeAbi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function encodeTransactionData(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes)',
  'function domainSeparator() view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
])
const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function createChainSpecificProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function proxyCreationCode() view returns (bytes)',
])

let devnet: Devnet

beforeAll(async () => {
  printSeed('equality with the contracts')
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
})

afterAll(() => devnet?.stop())

describe.each(variants)('$name', (variant) => {
  const { version } = variant.singleton
  let proof: ProofSafe

  beforeAll(async () => {
    proof = await deployProofSafe(devnet, variant)
  })

  test('hashes and encodes transactions as the safe does', async () => {
    const transactions = fc.sample(safeTransaction, {
      numRuns: variant.share(transactionsPerVersion),
      seed,
    })
    const answers = await callBatch(
      devnet.client,
      transactions.flatMap((transaction) =>
        (['getTransactionHash', 'encodeTransactionData'] as const).map(
          (functionName) => ({
            to: proof.domain.safe,
            data: encodeFunctionData({
              abi: safeAbi,
              functionName,
              args: listTransactionFields(transaction),
            }),
          }),
        ),
      ),
    )
    const expected = transactions.flatMap((transaction) => [
      hashSafeTransaction(proof.domain, transaction),
      encodeFunctionResult({
        abi: safeAbi,
        functionName: 'encodeTransactionData',
        result: encodeSafeTransactionData(proof.domain, transaction),
      }),
    ])
    expect(answers).toEqual(expected)
  })

  test('knows the code of the proxy', async () => {
    const code = await devnet.client.getCode({ address: proof.domain.safe })
    expect(keccak256(code ?? '0x')).toBe(proxyCodeHashes[version])
  })

  test('identifies the singleton by the code on the chain', async () => {
    const { address, l2 } = variant.singleton
    const code = await devnet.client.getCode({ address })
    const codeHash = keccak256(code ?? '0x')
    expect(identifySingleton({ address, codeHash })).toEqual({
      version,
      l2,
      by: 'code',
    })
  })

  test('hashes the domain as the safe does', async () => {
    const data = encodeFunctionData({
      abi: safeAbi,
      functionName: 'domainSeparator',
    })
    expect(
      await callBatch(devnet.client, [{ to: proof.domain.safe, data }]),
    ).toEqual([hashSafeDomain(proof.domain)])
  })

  test('hashes messages as the safe does', async () => {
    const messages = fc.sample(bytes(300), {
      numRuns: variant.share(100),
      seed,
    })
    const answers = await callBatch(
      devnet.client,
      messages.map((message) => ({
        to: proof.domain.safe,
        data: encodeFunctionData({
          abi: safeAbi,
          functionName: 'getMessageHash',
          args: [message],
        }),
      })),
    )
    expect(answers).toEqual(
      messages.map((message) => hashSafeMessageBytes(proof.domain, message)),
    )
  })

  test('predicts the address that the factory gives', async () => {
    const plans = fc.sample(
      fc.record({
        owners: fc.uniqueArray(address, { minLength: 1, maxLength: 5 }),
        saltNonce: uint256,
        chainSpecific: fc.boolean(),
      }),
      { numRuns: 20, seed },
    )
    const creations = plans.map(({ owners, saltNonce, chainSpecific }) => ({
      factory: variant.factory.address,
      singleton: variant.singleton.address,
      initializer: encodeSetup({ variant, owners, threshold: 1 }),
      saltNonce,
      ...(chainSpecific && isVersionAtLeast(version, '1.4.1') && { chainId }),
    }))
    const answers = await callBatch(
      devnet.client,
      creations.map((creation) => ({
        to: creation.factory,
        data: encodeFunctionData({
          abi: factoryAbi,
          functionName:
            'chainId' in creation
              ? 'createChainSpecificProxyWithNonce'
              : 'createProxyWithNonce',
          args: [creation.singleton, creation.initializer, creation.saltNonce],
        }),
      })),
    )
    expect(answers).toEqual(
      creations.map((creation) =>
        encodeFunctionResult({
          abi: factoryAbi,
          functionName: 'createProxyWithNonce',
          result: predictSafeAddress(creation),
        }),
      ),
    )
  })
})

test('knows the proxy creation code of every factory on the chain', async () => {
  const factories = proxyFactories.filter(({ version }) => version !== '1.0.0')
  const answers = await callBatch(
    devnet.client,
    factories.map((factory) => ({
      to: factory.address,
      data: encodeFunctionData({
        abi: factoryAbi,
        functionName: 'proxyCreationCode',
      }),
    })),
  )
  expect(answers).toEqual(
    factories.map(({ version }) =>
      encodeFunctionResult({
        abi: factoryAbi,
        functionName: 'proxyCreationCode',
        result: proxyCreationCodes[version] ?? '0x',
      }),
    ),
  )
})
