import type { MessageContent } from '@covault/api'
import type { SafeDomain, SafeTransaction } from '@covault/protocol'
import type { Hex } from 'viem'

type Contents = {
  transaction: { transaction: SafeTransaction }
  message: { message: MessageContent }
}

export type SignableKind = keyof Contents

/** What owners sign as their safe. */
export type Signable<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One; domain: SafeDomain } & Contents[One]
}[Kind]

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
