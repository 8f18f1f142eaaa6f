import type { SafeInfo } from '@covault/api'
import { BaseError, getNonceState, hashMessageContent } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { safeHashAbi } from './abis.js'
import { callContract } from './callContract.js'
import type { ChainClient, ChainConfig, SecondSource } from './chainClient.js'
import {
  compareChain,
  compareConfirmations,
  compareSafe,
  judgeConfirmation,
  listOnce,
} from './compareClaims.js'
import { compareSources, readTwin, withSecond } from './compareSources.js'
import {
  type CheckedConfirmation,
  type ClaimedConfirmation,
  checkConfirmations,
} from './confirmations.js'
import { toDomain } from './domain.js'
import type { FieldCheck } from './fieldCheck.js'
import { readHead } from './head.js'
import {
  computedHere,
  type Provenance,
  type ReadProvenance,
} from './provenance.js'
import { beginReading, finishReading, type SafeState } from './safe.js'
import { readHashes, type Signable, type SignableKind } from './signable.js'
import { canValidate, readMessageHash } from './validSignature.js'

/** What somebody else says of something that is about to be signed. */
export type Claim = {
  hash: Hex
  threshold: number
  confirmations: readonly ClaimedConfirmation[]
}

/** It has run: its nonce is used, and whoever sent it approved it thereby. */
export type Executed = { executor: Address | undefined }

export type SignableCheck = {
  /** Of the safe's state. */
  provenance: ReadProvenance
  safe: SafeState
  hash: Hex
  fields: readonly FieldCheck[]
  /** Each one said to exist, verified over the hash computed here. */
  confirmations: readonly CheckedConfirmation[]
  isRefused: boolean
  /** Somebody answers apps that ask the safe for its signature, if any do. */
  canValidate?: boolean | undefined
}

type Questions<Kind extends SignableKind> = {
  hashName: string
  /** Null: the safe's code does not compute it. */
  readHash: (
    client: ChainClient,
    one: Signable<Kind>,
    block: bigint,
  ) => Promise<Hex | null>
  /** Undefined for what no app asks about. */
  readValidity: (
    client: ChainClient,
    one: Signable<Kind>,
    content: Hex | undefined,
  ) => Promise<boolean | undefined>
  /** What must agree of this kind alone. */
  compare: (
    one: Signable<Kind>,
    read: {
      safe: SafeState
      executed: Executed | undefined
      provenance: Provenance
    },
  ) => FieldCheck[]
}

const questions: { [Kind in SignableKind]: Questions<Kind> } = {
  transaction: {
    hashName: 'safeTxHash',
    readHash: readTransactionHash,
    readValidity: async () => undefined,
    compare: (one, read) => [compareNonce(one, read)],
  },
  // It has no nonce and is verified by EIP-1271.
  message: {
    hashName: 'SafeMessage hash',
    readHash: (client, { domain, message }) =>
      readMessageHash(client, {
        address: domain.safe,
        contentHash: hashMessageContent(message),
      }),
    readValidity: async (client, { domain: { safe, version } }, contentHash) =>
      contentHash &&
      canValidate(client, { address: safe, version, contentHash }),
    compare: () => [],
  },
}

/**
 * Everything that must agree before an owner signs: the hash computed here,
 * the one the safe's own code computes, the state of the safe on chain, and
 * what the gateway says of all that.
 */
export async function checkSignable<Kind extends SignableKind>(
  client: ChainClient,
  {
    chain,
    signable,
    claim,
    info,
    second,
    executed,
  }: {
    chain: ChainConfig
    signable: Signable<Kind>
    /** Undefined for what nobody has proposed yet. */
    claim: Claim | undefined
    /** Undefined where the gateway does not answer. */
    info: SafeInfo | undefined
    /** Undefined where there is a single source. */
    second: SecondSource | undefined
    /** Undefined for what still waits. */
    executed?: Executed | undefined
  },
): Promise<SignableCheck> {
  const address = signable.domain.safe
  const asks = questions[signable.kind]
  const twinReading = second && readTwin(second, { chain, address })
  const head = await readHead(client, chain)
  const [begun, contractHash] = await Promise.all([
    beginReading(client, { address, head }),
    asks.readHash(client, signable, head.number),
  ])
  if (begun.status !== 'safe') throw new NoSafeError({ address })
  // The version that the screen went by is not taken for granted.
  const domain = toDomain(chain, begun.safe)
  const signed = { ...signable, domain }
  const { signed: hash, preimage, content } = readHashes(signed)
  const asked = {
    signed: {
      safe: address,
      version: domain.version,
      hash,
      preimage,
      owners: begun.safe.owners,
      ...(executed?.executor && { executor: executed.executor }),
    },
    claims: listOnce(claim?.confirmations ?? []),
  }
  const [reading, confirmations, isAnswered, twins, twin] = await Promise.all([
    finishReading(client, begun),
    checkConfirmations(client, asked),
    asks.readValidity(client, signed, content),
    second && checkConfirmations(second.client, asked).catch(() => undefined),
    twinReading,
  ])
  if (reading.status !== 'safe') throw new NoSafeError({ address })
  const { safe } = reading
  const sources = await compareSources(client, {
    address,
    head,
    reading,
    second,
    twin,
  })
  const provenance = withSecond(reading.provenance, { sources, second })
  const fields = [
    ...compareHashes(asks.hashName, { hash, contractHash, claim }),
    ...asks.compare(signed, { safe, executed, provenance }),
    ...compareChain(chain),
    // What it took to execute is not what it takes now.
    ...compareSafe(safe, {
      info,
      claim: executed ? undefined : claim,
      provenance,
    }),
    ...confirmations.map((one) =>
      judgeConfirmation(one, { claim, provenance }),
    ),
    ...compareConfirmations(confirmations, { twins, provenance }),
    ...sources,
  ]
  return {
    provenance,
    safe,
    hash,
    fields,
    confirmations,
    isRefused: fields.some(({ status }) => status === 'differs'),
    canValidate: isAnswered,
  }
}

function readTransactionHash(
  client: ChainClient,
  { domain, transaction: one }: Signable<'transaction'>,
  block: bigint,
): Promise<Hex> {
  return callContract(client, {
    address: domain.safe,
    abi: safeHashAbi,
    functionName: 'getTransactionHash',
    args: [
      one.to,
      one.value,
      one.data,
      one.operation,
      one.safeTxGas,
      one.baseGas,
      one.gasPrice,
      one.gasToken,
      one.refundReceiver,
      one.nonce,
    ],
    blockNumber: block,
  })
}

function compareHashes(
  name: string,
  {
    hash,
    contractHash,
    claim,
  }: { hash: Hex; contractHash: Hex | null; claim: Claim | undefined },
): FieldCheck[] {
  const said = [
    ...(contractHash ? [{ by: 'contract', value: contractHash } as const] : []),
    ...(claim ? [{ by: 'gateway', value: claim.hash } as const] : []),
  ]
  return said.map((one) => ({
    fact: 'hash',
    field:
      one.by === 'contract'
        ? `${name}, computed by the safe’s own code`
        : `${name} of the proposal`,
    status: one.value === hash ? 'ok' : 'differs',
    here: hash,
    claim: one,
    provenance: computedHere,
  }))
}

function compareNonce(
  { transaction: { nonce } }: Signable<'transaction'>,
  {
    safe: { nonce: current },
    executed,
    provenance,
  }: {
    safe: SafeState
    executed: Executed | undefined
    provenance: Provenance
  },
): FieldCheck {
  const isUsed = getNonceState({ current, nonce }) === 'used'
  const isAsItShould = isUsed === (executed !== undefined)
  return {
    fact: 'nonce',
    field: 'Nonce',
    status: isAsItShould ? 'ok' : 'differs',
    here: isUsed
      ? `${nonce} is used up: the safe is at ${current}`
      : `${nonce}, the safe is at ${current}`,
    provenance,
  }
}

export class NoSafeError extends BaseError {
  constructor({ address }: { address: Address }) {
    super(`${address} does not answer like a safe any more.`)
  }
}
