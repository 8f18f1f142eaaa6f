import type { SafeInfo } from '@covault/api'
import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
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
import { readHashes } from './hashSignable.js'
import { readHead } from './head.js'
import { computedHere, type ReadProvenance } from './provenance.js'
import { beginReading, finishReading, type SafeState } from './safe.js'
import type { Signable, SignableKind } from './signable.js'
import type { Executed } from './signables/definition.js'
import { signables } from './signables/signables.js'

/** What somebody else says of something that is about to be signed. */
export type Claim = {
  hash: Hex
  /**
   * Undefined: nobody says how many it takes, because only this browser has
   * it. Then all that it says is nobody’s word.
   */
  threshold: number | undefined
  confirmations: readonly ClaimedConfirmation[]
}

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
  const asks = signables[signable.kind]
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
    ...confirmations.flatMap((one) =>
      one.status === 'leftOut'
        ? []
        : judgeConfirmation(one, { kind: signable.kind, claim, provenance }),
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

function compareHashes(
  name: string,
  {
    hash,
    contractHash,
    claim,
  }: { hash: Hex; contractHash: Hex | null; claim: Claim | undefined },
): FieldCheck[] {
  const isTold = claim?.threshold !== undefined
  const compare = (
    field: string,
    { value, by }: { value: Hex; by?: 'contract' | 'gateway' },
  ): FieldCheck => ({
    fact: 'hash',
    field: `${name}${field}`,
    status: value === hash ? 'ok' : 'differs',
    here: hash,
    ...(by && { claim: { by, value } }),
    provenance: computedHere,
  })
  const computed = ', computed by the safe’s own code'
  return [
    ...(contractHash
      ? [compare(computed, { by: 'contract', value: contractHash })]
      : []),
    ...(isTold
      ? [compare(' of the proposal', { by: 'gateway', value: claim.hash })]
      : []),
    // A copy that agrees with itself says nothing.
    ...(claim && !isTold && claim.hash !== hash
      ? [compare(' of this browser’s copy', { value: claim.hash })]
      : []),
  ]
}

export class NoSafeError extends BaseError {
  constructor({ address }: { address: Address }) {
    super(`${address} no longer answers like a safe.`)
  }
}
