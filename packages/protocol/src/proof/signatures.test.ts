import { type Devnet, deploySafeContracts, startDevnet } from '@covault/devnet'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeExecTransaction } from '../execTransaction.js'
import {
  getSafeMessagePreimage,
  hashMessageContent,
  hashSafeMessage,
  hashSafeMessageBytes,
} from '../safeMessage.js'
import {
  encodeSafeTransactionData,
  hashSafeTransaction,
  type SafeTransaction,
} from '../safeTransaction.js'
import { isVersionAtLeast } from '../safeVersion.js'
import { buildSignatures } from '../signature.js'
import { isCallSatisfied, verifySignatures } from '../verifySignatures.js'
import { bytes, printSeed, safeTransaction, seed } from './arbitraries.js'
import { type BatchCall, callBatch } from './callBatch.js'
import { approveHashes, deployProofSafe, type ProofSafe } from './proofSafe.js'
import {
  damageBlob,
  type SignatureCase,
  signatureCase,
  signCase,
} from './signatureCase.js'
import { variants } from './variants.js'

const casesPerVersion = {
  honest: 300,
  damaged: 100,
  messages: 20,
  executions: 20,
}
const chainId = 31337

const safeAbi = parseAbi([
  'function checkSignatures(bytes32 hash, bytes preimage, bytes signatures) view',
  'function checkNSignatures(bytes32 hash, bytes preimage, bytes signatures, uint256 required) view',
])
const validatorAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signatures) view returns (bytes4)',
])
const legacyValidatorAbi = parseAbi([
  'function isValidSignature(bytes message, bytes signatures) view returns (bytes4)',
])

/** What the owners sign, and how the chain is asked about a blob. */
type Signed = {
  hash: Hex
  preimage: Hex
  threshold: number
  check(signatures: Hex): BatchCall
}

// Recovering thousands of keys takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let devnet: Devnet

beforeAll(async () => {
  printSeed('signatures on chain')
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

  test('honest mixes of all kinds are valid here and on chain', async () => {
    const numRuns = variant.share(casesPerVersion.honest)
    const cases = sampleCases(proof, { damaged: false, numRuns })
    const verdicts = await judge(proof, cases)
    expect(verdicts.length).toBeGreaterThanOrEqual(numRuns)
    for (const { blob, here, chain } of verdicts)
      expect({ blob, here, chain }).toEqual({ blob, here: true, chain: true })
  })

  test('damaged blobs are judged here as on chain', async () => {
    const numRuns = variant.share(casesPerVersion.damaged)
    const cases = sampleCases(proof, { damaged: true, numRuns })
    const verdicts = await judge(proof, cases)
    for (const { blob, here, chain } of verdicts)
      expect({ blob, valid: here }).toEqual({ blob, valid: chain })
    // Were all of them refused, equality would say little.
    expect(new Set(verdicts.map(({ chain }) => chain)).size).toBe(2)
  })

  test('signed messages are valid on chain', async () => {
    const cases = fc
      .sample(fc.tuple(signatureCase({ damaged: false }), fc.string()), {
        numRuns: variant.share(casesPerVersion.messages),
        seed,
      })
      .map(([signing, text]) => ({ signing, signed: forText(proof, text) }))
    for (const { blob, here, chain } of await judge(proof, cases))
      expect({ blob, here, chain }).toEqual({ blob, here: true, chain: true })
  })

  test('the chain executes what was encoded and signed', async () => {
    const cases = fc
      .sample(fc.tuple(signatureCase({ damaged: false }), safeTransaction), {
        numRuns: variant.share(casesPerVersion.executions),
        seed,
      })
      .map(([signing, random], nonce) => ({
        signing,
        signed: forExecution(proof, { ...random, nonce: BigInt(nonce) }),
      }))
    for (const { blob, here, chain } of await judge(proof, cases))
      expect({ blob, here, chain }).toEqual({ blob, here: true, chain: true })
  })

  test('only the executor needs no approval on chain', async () => {
    const [account, other] = proof.accounts
    if (!account || !other) throw new Error('Two accounts are needed.')
    const hash = `0x${'ab'.repeat(32)}` as const
    const signatures = buildSignatures([
      { kind: 'approvedHash', signer: account.address },
    ])
    const signed = { hash, preimage: hash, threshold: 1 }
    const statusFor = async (executor: `0x${string}`) => {
      const parameters = { ...describeSafe(proof), ...signed, signatures }
      return (await verifySignatures({ ...parameters, executor })).status
    }
    expect(await statusFor(account.address)).toBe('valid')
    expect(await statusFor(other.address)).toBe('conditional')
    if (!isVersionAtLeast(version, '1.3.0')) return
    const call = checkN(proof, signed)(signatures)
    await devnet.client.call({ ...call, account: account.address })
    await expect(
      devnet.client.call({ ...call, account: other.address }),
    ).rejects.toThrow('GS025')
  })
})

type Case = { signing: SignatureCase; signed: Signed }

/** Before 1.3.0 only `isValidSignature` lets others ask for a check. */
function sampleCases(
  proof: ProofSafe,
  { damaged, numRuns }: { damaged: boolean; numRuns: number },
): Case[] {
  const exposed = isVersionAtLeast(proof.domain.version, '1.3.0')
  return fc
    .sample(fc.tuple(signatureCase({ damaged }), safeTransaction, bytes(99)), {
      numRuns,
      seed,
    })
    .map(([signing, transaction, message], index) => ({
      signing,
      signed: exposed
        ? // Every other case lets the safe use its own threshold.
          forTransaction(
            proof,
            transaction,
            index % 2 === 0 ? signing.signers.length : undefined,
          )
        : forBytes(proof, message),
    }))
}

function forTransaction(
  proof: ProofSafe,
  transaction: SafeTransaction,
  required: number | undefined,
): Signed {
  const signed = {
    hash: hashSafeTransaction(proof.domain, transaction),
    preimage: encodeSafeTransactionData(proof.domain, transaction),
    threshold: required ?? proof.threshold,
  }
  const check = required
    ? checkN(proof, signed)
    : checkOwnThreshold(proof, signed)
  return { ...signed, check }
}

/** Fields that would make the inner call or the refund fail are emptied. */
function forExecution(proof: ProofSafe, random: SafeTransaction): Signed {
  const transaction = {
    ...random,
    value: 0n,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
  } as const
  return {
    ...forTransaction(proof, transaction, undefined),
    check: (signatures) => ({
      to: proof.domain.safe,
      data: encodeExecTransaction(transaction, signatures),
    }),
  }
}

function forBytes(proof: ProofSafe, message: Hex): Signed {
  const { safe } = proof.domain
  return {
    hash: hashSafeMessageBytes(proof.domain, message),
    preimage: message,
    threshold: proof.threshold,
    check: (signatures) => ({
      to: safe,
      data: encodeFunctionData({
        abi: legacyValidatorAbi,
        args: [message, signatures],
      }),
    }),
  }
}

function forText(proof: ProofSafe, text: string): Signed {
  const content = hashMessageContent(text)
  if (!isVersionAtLeast(proof.domain.version, '1.3.0'))
    return forBytes(proof, content)
  return {
    hash: hashSafeMessage(proof.domain, text),
    preimage: getSafeMessagePreimage(proof.domain, text),
    threshold: proof.threshold,
    check: (signatures) => ({
      to: proof.domain.safe,
      data: encodeFunctionData({
        abi: validatorAbi,
        args: [content, signatures],
      }),
    }),
  }
}

function checkN(
  { domain }: ProofSafe,
  { hash, preimage, threshold }: Omit<Signed, 'check'>,
) {
  return (signatures: Hex): BatchCall => ({
    to: domain.safe,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'checkNSignatures',
      args: [hash, preimage, signatures, BigInt(threshold)],
    }),
  })
}

function checkOwnThreshold(
  { domain }: ProofSafe,
  { hash, preimage }: Omit<Signed, 'check'>,
) {
  return (signatures: Hex): BatchCall => ({
    to: domain.safe,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'checkSignatures',
      args: [hash, preimage, signatures],
    }),
  })
}

type Verdict = { blob: Hex; here: boolean; chain: boolean }

async function judge(
  proof: ProofSafe,
  cases: readonly Case[],
): Promise<Verdict[]> {
  await approveHashes(
    devnet,
    proof,
    cases.flatMap(({ signing, signed }) =>
      signing.approve ? signed.hash : [],
    ),
  )
  const judged = await Promise.all(
    cases.map(async ({ signing, signed }) => {
      const honest = await signCase(proof, signing, signed)
      return { signed, blob: damageBlob(honest, signing.damage) }
    }),
  )
  const answers = await callBatch(
    devnet.client,
    judged.map(({ signed, blob }) => signed.check(blob)),
  )
  const valid = await judgeHere(proof, judged)
  return judged.map(({ blob }, index) => ({
    blob,
    here: valid[index] === true,
    chain: answers[index] !== undefined,
  }))
}

/** Verifies all, then makes the calls that verification asks for. */
async function judgeHere(
  proof: ProofSafe,
  judged: readonly { signed: Signed; blob: Hex }[],
): Promise<boolean[]> {
  const verifications = await Promise.all(
    judged.map(({ signed: { hash, preimage, threshold }, blob }) =>
      verifySignatures({
        ...describeSafe(proof),
        hash,
        preimage,
        threshold,
        signatures: blob,
      }),
    ),
  )
  const calls = verifications.flatMap((verification) =>
    verification.status === 'conditional' ? verification.calls : [],
  )
  const answers = await callBatch(devnet.client, calls)
  const satisfied = new Set(
    calls.filter((call, index) => isCallSatisfied(call, answers[index])),
  )
  return verifications.map((verification) =>
    verification.status === 'conditional'
      ? verification.calls.every((call) => satisfied.has(call))
      : verification.status === 'valid',
  )
}

function describeSafe({ domain, owners }: ProofSafe) {
  return { safe: domain.safe, version: domain.version, owners }
}
