import {
  type Devnet,
  deploySafeContracts,
  listTransactionFields,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  printSeed,
  safeTransaction,
  seed,
} from '../../../packages/protocol/src/proof/arbitraries.js'
import { callBatch } from '../../../packages/protocol/src/proof/callBatch.js'
import { createSafe } from '../../../packages/protocol/src/proof/proofSafe.js'
import { variants } from '../../../packages/protocol/src/proof/variants.js'
import { hashTransaction } from './safe.js'

// The contract is the judge: what it hashes is what owners sign.

const chainId = 31337
const owner = '0x00000000000000000000000000000000000a11ce'
const abi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

let devnet: Devnet

beforeAll(async () => {
  printSeed('the verifier and the contracts')
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
})

afterAll(() => devnet?.stop())

describe.each(variants)('$name', (variant) => {
  test('hashes transactions as the safe does', () => compare(40))
  test(
    'hashes 2,000 transactions per version as the safe does @full',
    () => compare(2_000),
    300_000,
  )

  async function compare(perVersion: number): Promise<void> {
    const safe = await createSafe(devnet, {
      variant,
      owners: [owner],
      threshold: 1,
    })
    const { version } = variant.singleton
    const transactions = fc.sample(safeTransaction, {
      numRuns: variant.share(perVersion),
      seed,
    })
    const answers = await callBatch(
      devnet.client,
      transactions.map((transaction) => ({
        to: safe,
        data: encodeFunctionData({
          abi,
          args: listTransactionFields(transaction),
        }),
      })),
    )
    expect(
      transactions.map(
        (transaction) =>
          hashTransaction(
            { chainId: BigInt(chainId), safe, version },
            transaction,
          ).signed,
      ),
    ).toEqual(answers)
  }
})
