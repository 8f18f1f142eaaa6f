// @vitest-environment node
import {
  type Devnet,
  deploySafeContracts,
  listTransactionFields,
  startDevnet,
} from '@covault/devnet'
import {
  BaseError,
  buildSignatures,
  hashMessageContent,
  isVersionAtLeast,
  type SafeTransaction,
} from '@covault/protocol'
import {
  type Carried,
  createFrameCollector,
  type Parcel,
  readValue,
} from '@covault/protocol/envelope'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  printSeed,
  safeTransaction,
  seed,
} from '../../../../../packages/protocol/src/proof/arbitraries.js'
import {
  type BatchCall,
  callBatch,
} from '../../../../../packages/protocol/src/proof/callBatch.js'
import {
  type Mutation,
  mutateEnvelope,
  mutation,
} from '../../../../../packages/protocol/src/proof/mutateEnvelope.js'
import {
  approveHashes,
  deployProofSafe,
  type ProofSafe,
  signAsAccount,
  signAsContract,
} from '../../../../../packages/protocol/src/proof/proofSafe.js'
import { typedMessage } from '../../../../../packages/protocol/src/proof/signedParcel.js'
import { variants } from '../../../../../packages/protocol/src/proof/variants.js'
import {
  type Arrival,
  formNames,
} from '../../../../../packages/protocol/src/proof/writeForms.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../../trust/chainClient.js'
import { hashSignable, readHashes } from '../../trust/hashSignable.js'
import { readHead } from '../../trust/head.js'
import { readSafe } from '../../trust/safe.js'
import type { Signable } from '../../trust/signable.js'
import { type CarriedKind, toParcel } from '../../understand/carry/parcel.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { type FindKnown, type Judged, judgeCarried } from './judgeCarried.js'
import { readBrought, readSeen } from './readBrought.js'

// What pages run from the text to what is kept, over a chain that answers; the
// contract then has the last word on every signature that was taken for valid.

const chainId = 31337
const parcelCount = 40

const safeAbi = parseAbi([
  'function checkNSignatures(bytes32 hash, bytes preimage, bytes signatures, uint256 required) view',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
])

/** Those that let anybody ask for the check of signatures. */
const exposed = variants.filter(
  ({ singleton }) =>
    isVersionAtLeast(singleton.version, '1.3.0') && !singleton.l2,
)

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  printSeed('mutated envelopes')
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
  chain = {
    chainId,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet?.stop())

type World = {
  proof: ProofSafe
  client: ChainClient
  place: SafePlace
  parcels: readonly CarriedParcel[]
  findKnown: FindKnown
}

type CarriedParcel = Parcel & { signable: Signable<CarriedKind> }

describe.each(exposed)('$name', (variant) => {
  let world: World

  beforeAll(async () => {
    const proof = await deployProofSafe(devnet, variant)
    const parcels = await signParcels(proof)
    const client = createChainClient(chain)
    world = {
      proof,
      client,
      place: await readPlace(client, proof),
      parcels,
      findKnown: createFindKnown(parcels),
    }
  })

  test.each(formNames)('brings in what arrives whole as %s', async (form) => {
    const whole = {
      ...{ form, keepHash: true, pick: 0, lost: 0 },
      damage: { kind: 'none' },
    } as const
    const judged = await Promise.all(
      [0, 1].map((one) => bringIn(world, { one, other: 2, how: whole })),
    )
    // Typed data has no signatures, and none of a message; a list is of
    // transactions, unless they are envelopes.
    const isTyped = form === 'typedData'
    const lists = judged.map((list) => list.map((one) => toNew(one).length > 0))
    expect(lists[0]).toEqual([!isTyped])
    expect(lists[1]).toEqual(isTyped || form === 'localsafeList' ? [] : [true])
    await expectTaken(world, judged.flat())
  })

  test('its share of 500 mutated envelopes brings in nothing that the contract refuses', () =>
    judgeMutations(world, Math.ceil(500 / exposed.length)))

  test('its share of 10,000 mutated envelopes brings in nothing that the contract refuses @full', () =>
    judgeMutations(world, Math.ceil(10_000 / exposed.length)))
})

/** All kinds of signatures; every other pair of hashes is approved on chain. */
async function signParcels(proof: ProofSafe): Promise<CarriedParcel[]> {
  const parcels = await Promise.all(
    fc
      .sample(safeTransaction, { numRuns: parcelCount, seed })
      .map((random, index) => signParcel(proof, random, index)),
  )
  const approved = parcels.filter((_, index) => index % 4 < 2)
  await approveHashes(
    devnet,
    proof,
    approved.map(({ signable }) => hashSignable(signable)),
  )
  return parcels
}

/** Transactions and messages by turns. */
async function signParcel(
  { domain, accounts, contractOwners, approver }: ProofSafe,
  random: SafeTransaction,
  index: number,
): Promise<CarriedParcel> {
  const transaction = { ...random, nonce: BigInt(index) }
  const message =
    index % 4 === 1
      ? `Message ${index}, naïve 🦉`
      : { ...typedMessage, message: { choice: `Choice ${index}` } }
  const signable: Signable<CarriedKind> =
    index % 2 === 0
      ? { kind: 'transaction', domain, transaction }
      : { kind: 'message', domain, message }
  const { signed: hash, preimage } = readHashes(signable)
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

async function readPlace(
  client: ChainClient,
  { domain: { safe: address } }: ProofSafe,
): Promise<SafePlace> {
  const head = await readHead(client, chain)
  const reading = await readSafe(client, { address, head })
  if (reading.status !== 'safe') throw new Error('There is no safe.')
  return { chain, address, safe: reading.safe }
}

/** Each has come before, without a signature. */
function createFindKnown(parcels: readonly CarriedParcel[]): FindKnown {
  const known = new Map(
    parcels.map(({ signable }) => [hashSignable(signable), signable]),
  )
  return async (kind, hash) => {
    const signable = known.get(hash)
    if (signable?.kind !== kind) return undefined
    return { by: 'browser', signable, signatures: [] }
  }
}

/** So many at once, whose questions then travel in one request. */
const chunkSize = 100

async function judgeMutations(world: World, numRuns: number): Promise<void> {
  const count = fc.nat({ max: world.parcels.length - 1 })
  const cases = fc.sample(
    fc.record({ one: count, other: count, how: mutation }),
    {
      numRuns,
      seed,
    },
  )
  const outcomes: Judged[][] = []
  for (let start = 0; start < cases.length; start += chunkSize)
    outcomes.push(
      ...(await Promise.all(
        cases.slice(start, start + chunkSize).map((one) => bringIn(world, one)),
      )),
    )
  const judged = outcomes.flat()
  await expectTaken(world, judged)
  await expectHashesOfContract(world, judged)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  // Were all refused, or all honest, this would say little.
  const refused = outcomes.filter((list) => list.length === 0).length
  expect(refused).toBeGreaterThan(numRuns / 10)
  const taken = judged.flatMap(toNew)
  expect(taken.length).toBeGreaterThan(numRuns / 2)
  expect([...new Set(taken.map(({ kind }) => kind))].sort()).toEqual([
    'approvedHash',
    'contract',
    'ecdsa',
    'ethSign',
  ])
}

/** Refused as a whole, with an error of ours, or judged. */
async function bringIn(
  { client, place, parcels, findKnown }: World,
  { one, other, how }: { one: number; other: number; how: Mutation },
): Promise<Judged[]> {
  const parcel = parcels[one]
  const stranger = parcels[other]
  if (!parcel || !stranger) throw new Error('There is no such parcel.')
  const arrival = await mutateEnvelope(parcel, stranger, how)
  try {
    const carried = await read(arrival)
    return await Promise.all(
      carried.map((one) =>
        judgeCarried(client, { carried: one, place, findKnown }),
      ),
    )
  } catch (error) {
    if (error instanceof BaseError) return []
    throw new Error(JSON.stringify({ how, arrival }), { cause: error })
  }
}

async function read(arrival: Arrival): Promise<Carried[]> {
  if (arrival.kind === 'object') return readValue(arrival.value)
  if (arrival.kind === 'text') return readBrought(arrival.text, [chain])
  const collector = createFrameCollector()
  for (const text of arrival.texts)
    try {
      const seen = await readSeen(text, { collector, networks: [chain] })
      if ('carried' in seen) return seen.carried
    } catch (error) {
      // The camera looks on.
      if (!(error instanceof BaseError)) throw error
    }
  return []
}

/** What is kept of it, and would be executed with. */
function toNew({ signable, signatures }: Judged) {
  const confirmations = signatures.flatMap((one) =>
    one.status === 'new' ? [one] : [],
  )
  return toParcel(signable, { confirmations, note: '' }).signatures
}

/** All that were taken for valid, together. */
async function expectTaken(
  { proof: { domain } }: World,
  judged: readonly Judged[],
): Promise<void> {
  const taken = judged.filter((one) => toNew(one).length > 0)
  const answers = await callBatch(
    devnet.client,
    taken.map((one): BatchCall => {
      const signatures = toNew(one)
      const { signed, preimage } = readHashes(one.signable)
      const required = BigInt(signatures.length)
      return {
        to: domain.safe,
        data: encodeFunctionData({
          abi: safeAbi,
          functionName: 'checkNSignatures',
          args: [signed, preimage, buildSignatures(signatures), required],
        }),
      }
    }),
  )
  for (const [index, one] of taken.entries())
    expect(answers[index], JSON.stringify(one, spell)).toBe('0x')
}

/** The hash is that of the content, as the safe itself computes it. */
async function expectHashesOfContract(
  { proof: { domain } }: World,
  judged: readonly Judged[],
): Promise<void> {
  const answers: (Hex | undefined)[] = await callBatch(
    devnet.client,
    judged.map(
      ({ signable }): BatchCall => ({
        to: domain.safe,
        data:
          signable.kind === 'transaction'
            ? encodeFunctionData({
                abi: safeAbi,
                functionName: 'getTransactionHash',
                args: listTransactionFields(signable.transaction),
              })
            : encodeFunctionData({
                abi: safeAbi,
                functionName: 'getMessageHash',
                args: [hashMessageContent(signable.message)],
              }),
      }),
    ),
  )
  expect(answers).toEqual(judged.map(({ hash }) => hash))
}

function spell(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
