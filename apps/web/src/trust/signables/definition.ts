import type { SafeTypedData } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { ChainClient } from '../chainClient.js'
import type { FieldCheck } from '../fieldCheck.js'
import type { Provenance } from '../provenance.js'
import type { SafeState } from '../safe.js'
import type { Signable, SignableHashes, SignableKind } from '../signable.js'

/** It has run: its nonce is used, and whoever sent it approved it thereby. */
export type Executed = { executor: Address | undefined }

/** How one kind is hashed, and what the chain is asked about it. */
export type SignableDefinition<Kind extends SignableKind> = {
  content: (one: Signable<Kind>) => Hex | undefined
  /** Of the structure. What is large is hashed once, and the rest made of it. */
  message: (one: Signable<Kind>, content: Hex | undefined) => Hex
  preimage: (
    one: Signable<Kind>,
    hashes: Pick<SignableHashes, 'domain' | 'message'>,
  ) => Hex
  typedData: (one: Signable<Kind>) => SafeTypedData
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
