import type { MessageContent } from '@covault/api'
import {
  encodeSafeMessageData,
  getSafeMessagePreimage,
  getSafeMessageTypedData,
  getSafeTransactionTypedData,
  hashInSafeDomain,
  hashMessageContent,
  hashSafeDomain,
  hashSafeTransactionMessage,
  type SafeDomain,
  type SafeTransaction,
  type SafeTypedData,
} from '@covault/protocol'
import type { Hex } from 'viem'

type Contents = {
  transaction: { transaction: SafeTransaction }
  message: { message: MessageContent }
}

export type SignableKind = keyof Contents

/** What is signed, whatever the safe. */
export type Subject<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One } & Contents[One]
}[Kind]

/** What owners sign as their safe. */
export type Signable<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: Subject<One> & { domain: SafeDomain }
}[Kind]

/** For each kind what differs: a kind that is missing does not compile. */
export type ByKind<Entry> = Record<SignableKind, Entry>

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

type Hashing<Kind extends SignableKind> = {
  content: (one: Signable<Kind>) => Hex | undefined
  /** Of the structure. What is large is hashed once, and the rest made of it. */
  message: (one: Signable<Kind>, content: Hex | undefined) => Hex
  preimage: (
    one: Signable<Kind>,
    hashes: Pick<SignableHashes, 'domain' | 'message'>,
  ) => Hex
  typedData: (one: Signable<Kind>) => SafeTypedData
}

const hashing: { [Kind in SignableKind]: Hashing<Kind> } = {
  transaction: {
    content: () => undefined,
    message: ({ domain, transaction }) =>
      hashSafeTransactionMessage(domain, transaction),
    preimage: (_, { domain, message }) =>
      `0x1901${domain.slice(2)}${message.slice(2)}`,
    typedData: ({ domain, transaction }) =>
      getSafeTransactionTypedData(domain, transaction),
  },
  message: {
    content: ({ message }) => hashMessageContent(message),
    // 0x1901, then the domain, then the structure.
    message: ({ domain, message }, content = hashMessageContent(message)) =>
      `0x${encodeSafeMessageData(domain, content).slice(-64)}`,
    preimage: ({ domain, message }) => getSafeMessagePreimage(domain, message),
    typedData: ({ domain, message }) =>
      getSafeMessageTypedData(domain, message),
  },
}

/** The hash that owners sign. Fails with a BaseError where there is none. */
export function hashSignable<Kind extends SignableKind>(
  one: Signable<Kind>,
): Hex {
  return hashInSafeDomain(one.domain, hashing[one.kind].message(one, undefined))
}

/** Fails with a BaseError where the content cannot be hashed. */
export function readHashes<Kind extends SignableKind>(
  one: Signable<Kind>,
): SignableHashes {
  const way = hashing[one.kind]
  const content = way.content(one)
  const message = way.message(one, content)
  const domain = hashSafeDomain(one.domain)
  return {
    signed: hashInSafeDomain(one.domain, message),
    domain,
    message,
    content,
    preimage: way.preimage(one, { domain, message }),
  }
}

/** What a wallet is asked to sign. */
export function toTypedData<Kind extends SignableKind>(
  one: Signable<Kind>,
): SafeTypedData {
  return hashing[one.kind].typedData(one)
}
