import type { SafeDomain, SafeTypedData } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { ChainClient } from '../chainClient.js'
import type { FieldCheck } from '../fieldCheck.js'
import type { Provenance } from '../provenance.js'
import type { SafeState } from '../safe.js'

/** Everything about it that a device or an app may show. */
export type SignableHashes = {
  /** What owners sign. */
  signed: Hex
  /** The first of the two hashes a device shows. */
  domain: Hex
  /** The second one: of the structure that is signed. */
  message: Hex
  /** EIP-191 of a text, EIP-712 of typed data: what an app asks about. */
  content: Hex | undefined
  /** What owners that are contracts are shown. */
  preimage: Hex
}

/**
 * It has run: its nonce is used, and the one who sent it approved it thereby.
 */
export type Executed = { executor: Address | undefined }

type Signed<Content> = { domain: SafeDomain } & Content

/** How one kind is hashed, and what the chain is asked about it. */
export type SignableDefinition<Content> = {
  content: (one: Signed<Content>) => Hex | undefined
  /** Of the structure. What is large is hashed once, and the rest made of it. */
  message: (one: Signed<Content>, content: Hex | undefined) => Hex
  preimage: (
    one: Signed<Content>,
    hashes: Pick<SignableHashes, 'domain' | 'message'>,
  ) => Hex
  typedData: (one: Signed<Content>) => SafeTypedData
  hashName: string
  /** Null: the safe's code does not compute it. */
  readHash: (
    client: ChainClient,
    one: Signed<Content>,
    block: bigint,
  ) => Promise<Hex | null>
  /** Undefined for what no app asks about. */
  readValidity: (
    client: ChainClient,
    one: Signed<Content>,
    content: Hex | undefined,
  ) => Promise<boolean | undefined>
  /** What must agree of this kind alone. */
  compare: (
    one: Signed<Content>,
    read: {
      safe: SafeState
      executed: Executed | undefined
      provenance: Provenance
    },
  ) => FieldCheck[]
}
