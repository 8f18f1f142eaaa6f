import type { Address, Hex } from 'viem'
import { findChain } from '../chains/chains.js'
import { isPinned } from '../deployments/deployment.js'
import { multiSends, singletons } from '../deployments/table.js'
import { anyAmount } from '../intentAmount.js'
import { groupDigits } from '../language.js'
import type { KnownKind, KnownLookAlike } from '../lookAlike.js'
import type { SafeDomain } from '../safeTransaction.js'
import { formatWords } from '../tell/formatTelling.js'
import { tellAmount } from '../tell/parts.js'
import { isSameAddress } from './address.js'
import { indexKnown, type KnownAddress } from './knownAddresses.js'
import type { RiskFacts, TargetKind, WaitingTransaction } from './riskFacts.js'

/** The facts as the rules ask for them; addresses match in any case. */
export type FactIndex = {
  /** undefined where it is not known. */
  readonly getThreshold: (safe: Address) => bigint | undefined
  /** undefined where it is not known. */
  readonly getOwnerCount: (safe: Address) => number | undefined
  /** null: there is no code. undefined: not known. */
  readonly getCodeHash: (address: Address) => Hex | null | undefined
  /** Whether nobody could ask for it. */
  readonly isCodeUnread: boolean
  readonly getKind: (address: Address) => TargetKind | undefined
  /** Of the safe; the zero address is the chain's own currency. */
  readonly getBalance: (token: Address) => bigint | undefined
  readonly getTotalSupply: (token: Address) => bigint | undefined
  readonly knowsRecipients: boolean
  /** In the address book, an owner, the safe or another one of the reader. */
  readonly isKnown: (address: Address) => boolean
  /** Paid before, as somebody says. */
  readonly isCounterparty: (address: Address) => boolean
  /** The same, or approved before. */
  readonly isKnownSpender: (address: Address) => boolean
  /** Known not to be a known spender: the list was given. */
  readonly isStrangeSpender: (address: Address) => boolean
  /** Known not to be known: the list of hashes was given. */
  readonly isUnseenHash: (hash: Hex) => boolean
  /** Those at the lowest nonces first. */
  readonly waiting: readonly WaitingTransaction[]
  /** Undefined of those who are known. */
  readonly findLookAlike: (address: Address) => KnownLookAlike | undefined
  /** With the symbol and the decimals of the token, where these are known. */
  readonly writeAmount: (moved: { amount: bigint; asset: Address }) => string
}

/** EXTCODEHASH of accounts without code: those that exist, and the others. */
const emptyCodeHashes: readonly string[] = [
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  '0x0000000000000000000000000000000000000000000000000000000000000000',
]

const native = '0x0000000000000000000000000000000000000000'

export function indexFacts(domain: SafeDomain, facts: RiskFacts): FactIndex {
  const codeHashes = toMap(facts.codeHashes)
  const kinds = toMap(facts.kinds ?? {})
  const supplies = toMap(facts.totalSupplies ?? {})
  const balances = new Map(
    (facts.balances ?? []).map(({ token, amount }) => [
      (token ?? native).toLowerCase(),
      amount,
    ]),
  )
  const { isKnown, findLookAlike } = indexKnown(listKnown(domain, facts))
  const tokens = toMap(facts.tokens ?? {})
  const nativeCurrency =
    facts.nativeCurrency ?? findChain(domain.chainId)?.nativeCurrency
  const spenders = new Set(
    (facts.knownSpenders ?? []).map((address) => address.toLowerCase()),
  )
  const isKnownSpender = (address: Address) =>
    isKnown(address) || spenders.has(address.toLowerCase())
  const seen =
    facts.knownHashes &&
    new Set(facts.knownHashes.map((hash) => hash.toLowerCase()))
  const paid = new Set(
    (facts.counterparties ?? []).map((address) => address.toLowerCase()),
  )

  const getCodeHash = (address: Address): Hex | null | undefined => {
    const hash = codeHashes.get(address.toLowerCase())
    if (hash === undefined)
      return kinds.get(address.toLowerCase()) === 'account' ? null : undefined
    return hash === null || emptyCodeHashes.includes(hash) ? null : hash
  }
  return {
    getCodeHash,
    getThreshold: (safe) => {
      const { threshold } = facts.safe
      if (!isSameAddress(safe, domain.safe)) return undefined
      return Number.isSafeInteger(threshold) ? BigInt(threshold) : undefined
    },
    getOwnerCount: (safe) =>
      isSameAddress(safe, domain.safe) ? facts.safe.owners.length : undefined,
    isCodeUnread: facts.isCodeUnread ?? false,
    getKind: (address) => {
      if (isSameAddress(address, domain.safe)) return 'safe'
      const kind = kinds.get(address.toLowerCase())
      return kind ?? findPublishedKind(address, getCodeHash(address))
    },
    getBalance: (token) => balances.get(token.toLowerCase()),
    getTotalSupply: (token) => supplies.get(token.toLowerCase()),
    knowsRecipients:
      facts.knownRecipients !== undefined && !facts.isHistoryUnread,
    isKnown,
    isCounterparty: (address) => paid.has(address.toLowerCase()),
    isKnownSpender,
    isStrangeSpender: (address) =>
      facts.knownSpenders !== undefined && !isKnownSpender(address),
    isUnseenHash: (hash) => seen !== undefined && !seen.has(hash.toLowerCase()),
    waiting: (facts.waiting ?? []).toSorted((a, b) =>
      Number(a.nonce - b.nonce),
    ),
    findLookAlike,
    writeAmount: ({ amount, asset }) => {
      const facts = tokens.get(asset.toLowerCase())
      const context = {
        tokens: new Map(facts ? [[asset, facts]] : []),
        nativeCurrency,
      }
      const words = tellAmount(anyAmount(context, asset, amount))
      return formatWords(words, { formatDigits: groupDigits })
    },
  }
}

function toMap<value>(record: Record<string, value>): Map<string, value> {
  const entries = Object.entries(record)
  return new Map(entries.map(([key, value]) => [key.toLowerCase(), value]))
}

function listKnown(
  domain: SafeDomain,
  facts: RiskFacts,
): readonly KnownAddress[] {
  const { knownRecipients = [], ownSafes = [], counterparties = [] } = facts
  return [
    ...toKnown('contact', knownRecipients),
    ...toKnown('owner', facts.safe.owners),
    ...toKnown('safe', [domain.safe, ...ownSafes]),
    ...toKnown('counterparty', counterparties),
  ]
}

function toKnown(
  kind: KnownKind,
  addresses: readonly Address[],
): readonly KnownAddress[] {
  return addresses.map((address) => ({ address, kind }))
}

/** What the published code at an address is, without being told. */
function findPublishedKind(
  address: Address,
  codeHash: Hex | null | undefined,
): TargetKind | undefined {
  if (codeHash === null || codeHash === undefined) return undefined
  if (isPinned(multiSends, { address, codeHash })) return 'multiSend'
  if (isPinned(singletons, { address, codeHash })) return 'safe'
  return undefined
}
