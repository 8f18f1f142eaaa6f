import {
  type Devnet,
  deploySafeContracts,
  sendAll,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import {
  type Address,
  keccak256,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findDeployment } from '../deployments/findDeployment.js'
import { multiSends } from '../deployments/table.js'
import { encodeExecTransaction } from '../execTransaction.js'
import { encodeMultiSend } from '../multiSend.js'
import {
  encodeOwnerChange,
  type OwnerChange,
  type OwnerSet,
  planOwnerChanges,
} from '../ownerChanges.js'
import { hashSafeTransaction, type SafeDomain } from '../safeTransaction.js'
import { buildSignatures } from '../signature.js'
import { printSeed, seed } from './arbitraries.js'
import { createSafe, signAsAccount } from './proofSafe.js'
import { variants } from './variants.js'

const diffsPerVersion = 13
const chainId = 31337

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
])

const pool = Array.from({ length: 10 }, (_, index) =>
  privateKeyToAccount(keccak256(stringToHex(`owner ${index}`))),
)

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let devnet: Devnet

beforeAll(async () => {
  printSeed('owner changes on chain')
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
})

afterAll(() => devnet?.stop())

const wantedSets: fc.Arbitrary<OwnerSet> = fc
  .shuffledSubarray(pool, { minLength: 1, maxLength: 6 })
  .chain((accounts) =>
    fc.record({
      owners: fc.constant(accounts.map(({ address }) => address)),
      threshold: fc.integer({ min: 1, max: accounts.length }),
    }),
  )

// One variant of each version: the L2 singletons share the owner manager.
const versions = variants.filter(
  ({ singleton }) => singleton.kind === 'canonical' && !singleton.l2,
)

describe.each(versions)('$name', (variant) => {
  const { version } = variant.singleton

  test('every random diff reaches the wanted owners', async () => {
    const first = pool[0]?.address ?? zeroAddress
    const safe = await createSafe(devnet, {
      variant,
      owners: [first],
      threshold: 1,
    })
    const domain = { chainId, safe, version }
    for (const wanted of fc.sample(wantedSets, {
      numRuns: diffsPerVersion,
      seed,
    })) {
      const current = await readOwners(safe)
      const changes = planOwnerChanges({ safe, current, wanted })
      if (changes.length > 0) await execute(domain, current, changes)
      const reached = await readOwners(safe)
      expect(new Set(reached.owners)).toEqual(new Set(wanted.owners))
      expect(reached.threshold).toBe(wanted.threshold)
    }
  })
})

async function readOwners(address: Address): Promise<OwnerSet> {
  const { client } = devnet
  const [owners, threshold] = await Promise.all([
    client.readContract({ address, abi: safeAbi, functionName: 'getOwners' }),
    client.readContract({
      address,
      abi: safeAbi,
      functionName: 'getThreshold',
    }),
  ])
  return { owners, threshold: Number(threshold) }
}

/** As the product does: one batch, signed by owners, sent by anybody. */
async function execute(
  domain: SafeDomain,
  current: OwnerSet,
  changes: readonly OwnerChange[],
): Promise<void> {
  const { client, accounts } = devnet
  const transaction = {
    to: findMultiSend(domain),
    value: 0n,
    data: encodeMultiSend(
      changes.map((change) => ({
        to: domain.safe,
        value: 0n,
        data: encodeOwnerChange(change),
        operation: 0,
      })),
    ),
    operation: 1,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: await client.readContract({
      address: domain.safe,
      abi: safeAbi,
      functionName: 'nonce',
    }),
  } as const
  const hash = hashSafeTransaction(domain, transaction)
  const signatures = await Promise.all(
    findSigners(current).map((account) =>
      signAsAccount(account, { kind: 'ecdsa', hash }),
    ),
  )
  const [sender] = accounts
  if (!sender) throw new Error('The local chain has no accounts.')
  const data = encodeExecTransaction(transaction, buildSignatures(signatures))
  const [receipt] = await sendAll(client, {
    account: sender,
    transactions: [{ to: domain.safe, data, gas: 3_000_000n }],
  })
  expect(receipt?.status).toBe('success')
}

function findMultiSend({ version, chainId }: SafeDomain): Address {
  // 1.1.1 has only the one that also delegates.
  const candidates = multiSends.filter(
    (multiSend) => multiSend.callOnly || version === '1.1.1',
  )
  const found = findDeployment(candidates, { version, chainId })
  if (!found) throw new Error(`${version} has no MultiSend.`)
  return found.address
}

function findSigners({ owners, threshold }: OwnerSet): PrivateKeyAccount[] {
  return pool
    .filter(({ address }) => owners.includes(address))
    .slice(0, threshold)
}
