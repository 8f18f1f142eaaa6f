import {
  type Devnet,
  deploySafeContracts,
  listTransactionFields,
  startDevnet,
} from '@covault/devnet'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { admitSignatures } from '../envelope/admitSignatures.js'
import { readPasted } from '../envelope/readPasted.js'
import {
  type VerifiedCarried,
  verifyCarried,
} from '../envelope/verifyCarried.js'
import { hashCarried, type Parcel } from '../envelope/writeEnvelope.js'
import { BaseError } from '../errors.js'
import { getSafeMessagePreimage } from '../safeMessage.js'
import { encodeSafeTransactionData } from '../safeTransaction.js'
import { isVersionAtLeast } from '../safeVersion.js'
import { buildSignatures, type SafeSignature } from '../signature.js'
import { isCallSatisfied } from '../verifySignatures.js'
import { printSeed, safeTransaction, seed } from './arbitraries.js'
import { type BatchCall, callBatch } from './callBatch.js'
import { type Mutation, mutateEnvelope, mutation } from './mutateEnvelope.js'
import {
  approveHashes,
  deployProofSafe,
  type ProofSafe,
  signAsAccount,
  signAsContract,
} from './proofSafe.js'
import { variants } from './variants.js'

const chainId = 31337
const parcelCount = 40

const safeAbi = parseAbi([
  'function checkNSignatures(bytes32 hash, bytes preimage, bytes signatures, uint256 required) view',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

/** Those that let anybody ask for the check of one signature. */
const exposed = variants.filter(
  ({ singleton }) =>
    isVersionAtLeast(singleton.version, '1.3.0') && !singleton.l2,
)

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

let devnet: Devnet

beforeAll(async () => {
  printSeed('mutated envelopes')
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
})

afterAll(() => devnet?.stop())

describe.each(exposed)('$name', (variant) => {
  let proof: ProofSafe
  let parcels: Parcel[]

  beforeAll(async () => {
    proof = await deployProofSafe(devnet, variant)
    parcels = await signParcels(proof)
  })

  test('its share of 500 mutated envelopes brings in nothing that the contract refuses', () =>
    judgeMutations(proof, parcels, Math.ceil(500 / exposed.length)))

  test('its share of 10,000 mutated envelopes brings in nothing that the contract refuses @full', () =>
    judgeMutations(proof, parcels, Math.ceil(10_000 / exposed.length)))
})

/** All kinds of signatures; every other hash is approved on chain. */
async function signParcels(proof: ProofSafe): Promise<Parcel[]> {
  const parcels = await Promise.all(
    fc
      .sample(safeTransaction, { numRuns: parcelCount, seed })
      .map((random, index) => signParcel(proof, random, index)),
  )
  const approved = parcels.filter((_, index) => index % 2 === 0)
  await approveHashes(
    devnet,
    proof,
    approved.map(({ signable }) => hashCarried(signable)),
  )
  return parcels
}

async function signParcel(
  proof: ProofSafe,
  random: ReturnType<typeof safeTransaction.generate>['value'],
  index: number,
): Promise<Parcel> {
  const { domain, accounts, contractOwners, approver } = proof
  const transaction = { ...random, nonce: BigInt(index) }
  const signable = { kind: 'transaction', domain, transaction } as const
  const hash = hashCarried(signable)
  const preimage = encodeSafeTransactionData(domain, transaction)
  const signatures = await Promise.all([
    ...accounts.map((account, at) =>
      signAsAccount(account, { kind: at === 1 ? 'ethSign' : 'ecdsa', hash }),
    ),
    ...contractOwners.map((owner) =>
      signAsContract(owner, { version: domain.version, hash, preimage }),
    ),
  ])
  const approval = { kind: 'approvedHash', signer: approver } as const
  return { signable, signatures: [...signatures, approval] }
}

async function judgeMutations(
  proof: ProofSafe,
  parcels: readonly Parcel[],
  numRuns: number,
): Promise<void> {
  const count = fc.nat({ max: parcels.length - 1 })
  const cases = fc.sample(fc.tuple(count, count, mutation), { numRuns, seed })
  const read: VerifiedCarried[] = []
  let refused = 0
  for (const [one, other, how] of cases) {
    const verified = await bringIn(proof, parcels, { one, other, how })
    read.push(...verified)
    if (verified.length === 0) refused++
  }
  const admitted = await admitAll(proof, read)
  const answers = await callBatch(
    devnet.client,
    admitted.map(({ verified, signature }) =>
      checkOne(proof, verified, signature),
    ),
  )
  for (const [index, { verified, signature }] of admitted.entries())
    expect(
      answers[index],
      JSON.stringify({ signature, ...verified }, spell),
    ).toBe('0x')
  await expectHashesOfContract(proof, read)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  // Were all refused, or all honest, this would say little.
  expect(refused).toBeGreaterThan(numRuns / 10)
  expect(admitted.length).toBeGreaterThan(numRuns / 2)
  const kinds = new Set(admitted.map(({ signature }) => signature.kind))
  expect([...kinds].sort()).toEqual([
    'approvedHash',
    'contract',
    'ecdsa',
    'ethSign',
  ])
}

/** Refused as a whole, with an error of ours, or read. */
async function bringIn(
  { domain }: ProofSafe,
  parcels: readonly Parcel[],
  { one, other, how }: { one: number; other: number; how: Mutation },
): Promise<VerifiedCarried[]> {
  const parcel = parcels[one]
  const stranger = parcels[other]
  if (!parcel || !stranger) throw new Error('There is no such parcel.')
  const text = await mutateEnvelope(parcel, stranger, how)
  try {
    const carried = await readPasted(text)
    return await Promise.all(
      carried.flatMap((item) =>
        item.kind === 'signatures' ? [] : [verifyCarried(item, domain)],
      ),
    )
  } catch (error) {
    if (error instanceof BaseError) return []
    throw new Error(`${JSON.stringify(how)}: ${text}`, { cause: error })
  }
}

type Admitted = { verified: VerifiedCarried; signature: SafeSignature }

/** As a page does it: owners of the chain, and its answers. */
async function admitAll(
  { owners }: ProofSafe,
  read: readonly VerifiedCarried[],
): Promise<Admitted[]> {
  const admissions = (
    await Promise.all(
      read.map(async (verified) =>
        (
          await admitSignatures(verified, { owners })
        ).map((admission) => ({
          verified,
          admission,
        })),
      ),
    )
  ).flat()
  const calls = admissions.flatMap(({ admission }) =>
    admission.status === 'needsChain' ? admission.calls : [],
  )
  const answers = await callBatch(devnet.client, calls)
  const satisfied = new Set(
    calls.filter((call, index) => isCallSatisfied(call, answers[index])),
  )
  return admissions.flatMap(({ verified, admission }) => {
    if (admission.status === 'dropped') return []
    const { signature } = admission
    if (admission.status === 'admitted') return [{ verified, signature }]
    const holds = admission.calls.every((call) => satisfied.has(call))
    return holds ? [{ verified, signature }] : []
  })
}

function checkOne(
  { domain }: ProofSafe,
  { signable, hash }: VerifiedCarried,
  signature: SafeSignature,
): BatchCall {
  const preimage =
    signable.kind === 'transaction'
      ? encodeSafeTransactionData(domain, signable.transaction)
      : getSafeMessagePreimage(domain, signable.message)
  return {
    to: domain.safe,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'checkNSignatures',
      args: [hash, preimage, buildSignatures([signature]), 1n],
    }),
  }
}

/** The hash is that of the fields, as the safe itself computes it. */
async function expectHashesOfContract(
  { domain }: ProofSafe,
  read: readonly VerifiedCarried[],
): Promise<void> {
  // Text in the place of the ten fields is a message to protocol-kit.
  const transactions = read.flatMap(({ signable, hash }) =>
    signable.kind === 'transaction'
      ? [{ fields: signable.transaction, hash }]
      : [],
  )
  const asked = transactions.map(
    ({ fields }): BatchCall => ({
      to: domain.safe,
      data: encodeFunctionData({
        abi: safeAbi,
        functionName: 'getTransactionHash',
        args: listTransactionFields(fields),
      }),
    }),
  )
  const answers: (Hex | undefined)[] = await callBatch(devnet.client, asked)
  expect(answers).toEqual(transactions.map(({ hash }) => hash))
}

function spell(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
