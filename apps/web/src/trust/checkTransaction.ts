import type { SafeInfo } from '@covault/api'
import {
  BaseError,
  encodeSafeTransactionData,
  getNonceState,
  hashSafeTransaction,
  type SafeTransaction,
} from '@covault/protocol'
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

/** What somebody else says of a transaction that is about to be signed. */
export type TransactionClaim = {
  safeTxHash: Hex
  threshold: number
  confirmations: readonly ClaimedConfirmation[]
}

/** It has run: its nonce is used, and whoever sent it approved it thereby. */
export type Executed = { executor: Address | undefined }

export type TransactionCheck = {
  /** Of the safe's state. */
  provenance: ReadProvenance
  safe: SafeState
  hash: Hex
  fields: readonly FieldCheck[]
  /** Each one said to exist, verified over the hash computed here. */
  confirmations: readonly CheckedConfirmation[]
  isRefused: boolean
}

/**
 * Everything that must agree before an owner signs: the hash computed here,
 * the one the safe's own code computes, the state of the safe on chain, and
 * what the gateway says of all that.
 */
export async function checkTransaction(
  client: ChainClient,
  {
    chain,
    address,
    transaction,
    claim,
    info,
    second,
    executed,
  }: {
    chain: ChainConfig
    address: Address
    transaction: SafeTransaction
    /** Undefined for what nobody has proposed yet. */
    claim: TransactionClaim | undefined
    /** Undefined where the gateway does not answer. */
    info: SafeInfo | undefined
    /** Undefined where there is a single source. */
    second: SecondSource | undefined
    /** Undefined for what still waits. */
    executed?: Executed | undefined
  },
): Promise<TransactionCheck> {
  const twinReading = second && readTwin(second, { chain, address })
  const head = await readHead(client, chain)
  const [begun, contractHash] = await Promise.all([
    beginReading(client, { address, head }),
    readContractHash(client, { address, transaction, block: head.number }),
  ])
  if (begun.status !== 'safe') throw new NoSafeError({ address })
  const domain = toDomain(chain, begun.safe)
  const hash = hashSafeTransaction(domain, transaction)
  const asked = {
    signed: {
      safe: address,
      version: domain.version,
      hash,
      preimage: encodeSafeTransactionData(domain, transaction),
      owners: begun.safe.owners,
      ...(executed?.executor && { executor: executed.executor }),
    },
    claims: listOnce(claim?.confirmations ?? []),
  }
  const [reading, confirmations, twins, twin] = await Promise.all([
    finishReading(client, begun),
    checkConfirmations(client, asked),
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
    ...compareHashes({ hash, contractHash, claim }),
    compareNonce(safe, { transaction, executed, provenance }),
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
  }
}

function readContractHash(
  client: ChainClient,
  {
    address,
    transaction: one,
    block,
  }: { address: Address; transaction: SafeTransaction; block: bigint },
): Promise<Hex> {
  return callContract(client, {
    address,
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

function compareHashes({
  hash,
  contractHash,
  claim,
}: {
  hash: Hex
  contractHash: Hex
  claim: TransactionClaim | undefined
}): FieldCheck[] {
  const said = [
    { by: 'contract', value: contractHash } as const,
    ...(claim ? [{ by: 'gateway', value: claim.safeTxHash } as const] : []),
  ]
  return said.map((one) => ({
    fact: 'hash',
    field:
      one.by === 'contract'
        ? 'safeTxHash, computed by the safe’s own code'
        : 'safeTxHash of the proposal',
    status: one.value === hash ? 'ok' : 'differs',
    here: hash,
    claim: one,
    provenance: computedHere,
  }))
}

function compareNonce(
  { nonce: current }: SafeState,
  {
    transaction: { nonce },
    executed,
    provenance,
  }: {
    transaction: SafeTransaction
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
  override name = 'NoSafeError'

  constructor({ address }: { address: Address }) {
    super(`${address} does not answer like a safe any more.`)
  }
}
