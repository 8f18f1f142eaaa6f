import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packCalls } from '../multiSend.js'
import {
  encodeOwnerChange,
  type OwnerChange,
  type OwnerSet,
  planOwnerChanges,
} from '../ownerChanges.js'
import { hashSafeMessageBytes } from '../safeMessage.js'
import { hashSafeTransaction } from '../safeTransaction.js'
import { safeVersions } from '../safeVersion.js'
import { buildSignatures, type SafeSignature } from '../signature.js'
import {
  address,
  bytes,
  bytes32,
  printSeed,
  runs,
  safeTransaction,
  seed,
  uint256,
} from './arbitraries.js'
import { type Oracle, type Question, startOracle } from './startOracle.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

vi.setConfig({ testTimeout: 60_000 + runs * 20 })

let oracle: Oracle

beforeAll(() => {
  printSeed(`differential fuzzing, ${runs} cases`)
  oracle = startOracle()
})

afterAll(() => oracle?.stop())

/** Asks the oracle about a hundred cases at once, because a pipe is slow. */
async function agree<input>({
  share,
  input,
  question,
  ours,
}: {
  /** Part of all runs. */
  share: number
  input: fc.Arbitrary<input>
  question(input: input): Question
  ours(input: input): string
}): Promise<void> {
  const perBatch = 100
  const batches = Math.ceil((runs * share) / perBatch)
  const batch = fc.array(input, { minLength: perBatch, maxLength: perBatch })
  await fc.assert(
    fc.asyncProperty(batch, async (inputs) => {
      const answers = await oracle.ask(inputs.map(question))
      for (const [index, input] of inputs.entries())
        expect({ input, answer: ours(input) }).toEqual({
          input,
          answer: toLowerCase(answers[index]),
        })
    }),
    { seed, numRuns: batches },
  )
}

/** protocol-kit leaves capital letters of addresses in its bytes. */
function toLowerCase(answer: unknown): string {
  return String(answer).toLowerCase()
}

test('hashes transactions as protocol-kit does', async () => {
  await agree({
    share: 0.4,
    input: fc.record({
      chainId: fc.integer({ min: 1, max: 2 ** 40 }),
      safe: address,
      // protocol-kit leaves the domain of 0.1.0 to others.
      version: fc.constantFrom(...safeVersions.slice(1)),
      transaction: safeTransaction,
    }),
    question: (input) => ({ kind: 'transactionHash', ...input }),
    ours: ({ transaction, ...domain }) =>
      hashSafeTransaction(domain, transaction),
  })
})

test('hashes messages as protocol-kit does', async () => {
  await agree({
    share: 0.15,
    input: fc.record({
      chainId: fc.integer({ min: 1, max: 2 ** 40 }),
      safe: address,
      // protocol-kit puts the chain id into every message's domain.
      version: fc.constantFrom('1.3.0' as const, '1.4.1', '1.5.0'),
      message: bytes32,
    }),
    question: (input) => ({ kind: 'messageHash', ...input }),
    ours: ({ message, ...domain }) => hashSafeMessageBytes(domain, message),
  })
})

const r = bytes32.map((word) => word.slice(2))
const signature: fc.Arbitrary<SafeSignature> = fc.oneof(
  fc.record({
    kind: fc.constant('ecdsa' as const),
    signer: address,
    data: fc
      .tuple(r, r, fc.constantFrom('1b', '1c'))
      .map((parts): Hex => `0x${parts.join('')}`),
  }),
  fc.record({
    kind: fc.constant('ethSign' as const),
    signer: address,
    data: fc
      .tuple(r, r, fc.constantFrom('1f', '20'))
      .map((parts): Hex => `0x${parts.join('')}`),
  }),
  fc.record({ kind: fc.constant('approvedHash' as const), signer: address }),
  fc.record({
    kind: fc.constant('contract' as const),
    signer: address,
    data: bytes(150),
  }),
)

test('packs signatures as protocol-kit does', async () => {
  await agree({
    share: 0.2,
    input: fc.uniqueArray(signature, {
      minLength: 1,
      maxLength: 8,
      selector: ({ signer }) => signer,
    }),
    question: (signatures) => ({
      kind: 'signatures',
      signatures: signatures.map((signature) => ({
        signer: signature.signer,
        isContract: signature.kind === 'contract',
        data:
          signature.kind === 'approvedHash'
            ? `0x${'0'.repeat(24)}${signature.signer.slice(2).toLowerCase()}${'0'.repeat(64)}01`
            : signature.data,
      })),
    }),
    ours: buildSignatures,
  })
})

test('packs batches as protocol-kit does', async () => {
  await agree({
    share: 0.15,
    input: fc.array(
      fc.record({
        to: address,
        value: uint256,
        data: bytes(150),
        operation: fc.constantFrom(0 as const, 1 as const),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    question: (calls) => ({ kind: 'multiSend', calls }),
    ours: packCalls,
  })
})

const owner = address.filter((candidate) => BigInt(candidate) > 1n)

const ownerSet: fc.Arbitrary<OwnerSet> = fc
  .uniqueArray(owner, { minLength: 1, maxLength: 7 })
  .chain((owners) =>
    fc.record({
      owners: fc.constant(owners),
      threshold: fc.integer({ min: 1, max: owners.length }),
    }),
  )

/** Two sets that have some owners in common. */
const ownerDiff = fc
  .tuple(ownerSet, ownerSet, fc.nat({ max: 6 }))
  .map(([current, other, kept]) => {
    const owners = [
      ...new Set([...current.owners.slice(0, kept), ...other.owners]),
    ]
    return { current, wanted: { owners, threshold: other.threshold } }
  })

test('changes owners as protocol-kit does, step by step', async () => {
  await agree({
    share: 0.1,
    input: ownerDiff.chain(({ current, wanted }) => {
      const changes = planOwnerChanges({ safe, current, wanted })
      return fc.nat().map((choice) => {
        const count = changes.length === 0 ? 0 : choice % changes.length
        const before = changes.slice(0, count).reduce(applyChange, current)
        const change: OwnerChange = changes[count] ?? {
          kind: 'changeThreshold',
          threshold: 1,
        }
        return { before, change }
      })
    }),
    question: ({ before, change }) => ({
      kind: 'ownerChange',
      ...before,
      change,
    }),
    ours: ({ change }) => encodeOwnerChange(change),
  })
})

/** The list after a change: the contract adds at the head. */
function applyChange(set: OwnerSet, change: OwnerChange): OwnerSet {
  const replace = (oldOwner: Address, by: Address[]) =>
    set.owners.flatMap((owner) => (owner === oldOwner ? by : owner))
  const threshold =
    change.kind === 'swapOwner' ? set.threshold : change.threshold
  switch (change.kind) {
    case 'addOwner':
      return { owners: [change.owner, ...set.owners], threshold }
    case 'removeOwner':
      return { owners: replace(change.owner, []), threshold }
    case 'swapOwner':
      return { owners: replace(change.oldOwner, [change.newOwner]), threshold }
    case 'changeThreshold':
      return { owners: set.owners, threshold }
  }
}
