import type { Address } from 'viem'
import { nouns, writeCount, writeNumber, writeSome } from '../language.js'
import type { MessageContent, TypedDataContent } from '../safeMessage.js'
import { party } from '../tell/parts.js'
import type { Word, Words } from '../tell/telling.js'
import { isAddress } from './address.js'
import { type MessageRiskId, messageRules } from './messageRules.js'
import type { RiskSeverity } from './severity.js'

export type MessageFinding = {
  readonly id: MessageRiskId
  readonly severity: RiskSeverity
  /** What the rule is about, in a few words. */
  readonly title: string
  readonly sentence: string
  /** What will come of a signature, without a full stop; of every danger. */
  readonly consequence?: Words
  /** Who gets how much, for the head of the page. */
  readonly headline?: string
}

/** Anything may be absent: what is unknown never silences a danger. */
export type MessageFacts = {
  /** Of the network that the safe is on. */
  chainId?: number | undefined
  /** Contacts, owners and safes of the reader. */
  knownSpenders?: readonly Address[] | undefined
  /** Seconds since 1970. */
  now?: number | undefined
}

/**
 * A message for a safe to sign may itself be a transaction of another safe, an
 * allowance that a token or Permit2 accepts, or a transfer that a token makes.
 */
export function findMessageRisks(
  content: MessageContent,
  known: MessageFacts = {},
): MessageFinding[] {
  if (typeof content === 'object' && content !== null)
    return findTypedDataRisks(content, known)
  if (typeof content !== 'string') return []
  const written = parseTypedData(content)
  if (!written) return []
  // What the text would do is the point; for whom and how long is not.
  return findTypedDataRisks(written, {}).slice(0, 1).map(asText)
}

function findTypedDataRisks(
  content: TypedDataContent,
  known: MessageFacts,
): MessageFinding[] {
  const facts: Facts = {
    domain: signedDomain(content),
    message: signedFields(content, content.primaryType, content.message),
    known,
  }
  const describe = descriptions.get(content.primaryType)
  return [
    ...(describe ? [entitle({ severity: 'danger', ...describe(facts) })] : []),
    ...(describe && isPermit.has(describe) ? findLateExpiry(facts) : []),
    ...findOtherChain(facts),
  ]
}

function entitle(finding: Omit<MessageFinding, 'title'>): MessageFinding {
  return { ...finding, title: messageRules[finding.id].words.title }
}

function findOtherChain({ domain, known }: Facts): MessageFinding[] {
  const { chainId } = known
  if (chainId === undefined || domain.chainId === undefined) return []
  const named = show(domain.chainId)
  if (toNumber(domain.chainId) === BigInt(chainId)) return []
  return [
    entitle({
      id: 'message-other-chain',
      severity: 'warning',
      sentence: `This message is for the network with chain ID ${named}, but this safe is on the network with chain ID ${chainId}. Check that the app is connected to the right network.`,
    }),
  ]
}

const day = 86_400
/** Apps need minutes; a month leaves room for slow owners. */
const mostDays = 30
/** Whoever writes the largest number there is means never. */
const aCentury = 36_500n

/** DAI writes 0 where a permit never expires; so do others by leaving it out. */
function findLateExpiry({ message, known }: Facts): MessageFinding[] {
  const { now } = known
  const expiry = readExpiry(message)
  const days =
    now === undefined || expiry === undefined
      ? undefined
      : (expiry - BigInt(Math.floor(now))) / BigInt(day)
  if (days !== undefined && days <= BigInt(mostDays)) return []
  if (expiry !== undefined && now === undefined) return []
  const isForever = days === undefined || days > aCentury
  const when = isForever
    ? 'This permit never expires and can be used at any time'
    : `This permit expires in ${writeCount(days, nouns.day)} and can be used at any time until then`
  return [
    entitle({
      id: 'message-permit-expiry',
      severity: 'warning',
      sentence: `${when}. Ask the app for a permit that expires within days.`,
    }),
  ]
}

/** The latest of all: of Permit2 the allowance has one, and the signature. */
function readExpiry(message: Fields): bigint | undefined {
  const details = toList(message.details).map(toRecord)
  const named = [
    ...details.map(({ expiration }) => expiration),
    ...(details.length > 0
      ? []
      : [message.deadline ?? message.expiry ?? message.sigDeadline]),
  ].map((value) => toNumber(value) ?? 0n)
  const [first = 0n] = named.toSorted((a, b) => (a < b ? 1 : -1))
  return named.includes(0n) || first === 0n ? undefined : first
}

/**
 * Only what the type names is hashed. Anything else in the message is unsigned
 * decoration that could make a sentence say the opposite.
 */
function signedFields(
  { types }: Pick<TypedDataContent, 'types'>,
  typeName: string,
  value: unknown,
  depth = 0,
): Fields {
  const given = toRecord(value)
  // Undeclared it has no hash and cannot be signed; there is nothing to hide.
  if (!Object.hasOwn(toRecord(types), typeName)) return given
  const declared = toList(toRecord(types)[typeName]).map(toRecord)
  const signed = declared.flatMap(({ name, type }) => {
    const key = String(name)
    if (!Object.hasOwn(given, key)) return []
    const inner = signedValue({ types }, String(type), given[key], depth + 1)
    return [[key, inner] as const]
  })
  return Object.fromEntries(signed)
}

/** The sentences look two levels down; hostile data nests without end. */
const maxDepth = 8

function signedValue(
  content: Pick<TypedDataContent, 'types'>,
  type: string,
  value: unknown,
  depth: number,
): unknown {
  if (depth > maxDepth) return undefined
  const element = type.replace(/\[\d*\]$/, '')
  if (element !== type && Array.isArray(value))
    return value.map((item) => signedValue(content, element, item, depth + 1))
  if (!Object.hasOwn(toRecord(content.types), type)) return value
  return signedFields(content, type, value, depth)
}

/** Without a declared domain type, the fields that are there make it up. */
function signedDomain(content: TypedDataContent): Fields {
  return Object.hasOwn(toRecord(content.types), 'EIP712Domain')
    ? signedFields(content, 'EIP712Domain', content.domain)
    : toRecord(content.domain)
}

type Fields = Readonly<Record<string, unknown>>
type Facts = {
  readonly domain: Fields
  readonly message: Fields
  readonly known: MessageFacts
}
type Description = Omit<MessageFinding, 'severity' | 'title'> & {
  severity?: RiskSeverity
}
type Describe = (facts: Facts) => Description

/** By primary type, the name that EIP-712 hashes along. */
const descriptions: ReadonlyMap<string, Describe> = new Map([
  ['SafeTx', describeSafeTransaction],
  ['SafeMessage', describeSafeMessage],
  ['Permit', describePermit],
  ['PermitSingle', describePermit2],
  ['PermitBatch', describePermit2],
  ['PermitTransferFrom', describePermit2],
  ['PermitBatchTransferFrom', describePermit2],
  ['PermitWitnessTransferFrom', describePermit2],
  ['PermitBatchWitnessTransferFrom', describePermit2],
  ['TransferWithAuthorization', describeTransfer],
  ['ReceiveWithAuthorization', describeTransfer],
])

/** What can be used for a while, and so should not be for long. */
const isPermit: ReadonlySet<Describe> = new Set([
  describePermit,
  describePermit2,
])

function describeSafeTransaction({ domain, message }: Facts): Description {
  const kind = show(message.operation) === '1' ? 'delegatecall' : 'call'
  const safe = domain.verifyingContract
  return {
    id: 'message-safe-transaction',
    sentence: `This message is a transaction of the safe ${show(safe)}${onChain(domain)}: nonce ${show(message.nonce)}, a ${kind} to ${show(message.to)} with value ${showNumber(message.value)}. Signing it signs that transaction: review the transaction in that safe.`,
    consequence: [
      'This signature will count for a transaction of the safe ',
      name(safe),
    ],
  }
}

/** Of another safe, of which this one is an owner. */
function describeSafeMessage({ domain, message }: Facts): Description {
  const safe = domain.verifyingContract
  return {
    id: 'message-safe-message',
    sentence: `This is a message of the safe ${show(safe)}${onChain(domain)}, shown here only as the hash ${show(message.message)}. Signing it signs that message: review its content in that safe.`,
    consequence: [
      'This signature will count for a message of the safe ',
      name(safe),
      ' whose content is not shown here',
    ],
  }
}

/** EIP-2612 names an owner and a value, DAI a holder and all or nothing. */
function describePermit({ domain, message, known }: Facts): Description {
  const holder = show(message.owner ?? message.holder)
  const { spender } = message
  const token = domain.verifyingContract
  const isAll = message.allowed === true || isUnlimited(message.value, 255n)
  const severity = judgePermit(spender, { isAll, known })
  if (isRevocation(message))
    return {
      id: 'message-permit',
      severity,
      headline: `${show(spender)} can no longer take any ${show(token)}`,
      sentence: `This message revokes the allowance of ${show(spender)} for the token ${show(token)}${onChain(domain)} of ${holder}, and anyone can submit it. Sign only if you want to revoke this allowance.`,
      consequence: [
        name(spender),
        ' will no longer be able to take the token ',
        name(token),
      ],
    }
  const amount =
    message.allowed === true ? 'all' : showUnits(message.value, 255n)
  return {
    id: 'message-permit',
    severity,
    headline: `${show(spender)} can take ${amount} of ${show(token)}`,
    sentence: `This message lets ${show(spender)} take ${amount} of the token ${show(token)}${onChain(domain)} from ${holder}, and anyone can submit it. Sign only if you want to grant this allowance.`,
    consequence: [
      name(spender),
      ` will be able to take ${amount} of the token `,
      name(token),
    ],
  }
}

/** EIP-2612 revokes by a value of 0, DAI by its flag; both at once prove nothing. */
function isRevocation({ allowed, value }: Fields): boolean {
  if (allowed === undefined) return toNumber(value) === 0n
  return allowed === false && value === undefined
}

function describePermit2({ domain, message, known }: Facts): Description {
  const { spender } = message
  const grants = toList(message.details ?? message.permitted).map(toRecord)
  const tokens = grants.map(
    ({ amount, token }) => `${showUnits(amount, 159n)} of ${show(token)}`,
  )
  const list = writeSome(tokens) || 'tokens'
  const isAll = grants.some(({ amount }) => isUnlimited(amount, 159n))
  return {
    id: 'message-permit',
    severity: judgePermit(spender, { isAll, known }),
    headline: `${show(spender)} can take ${list}`,
    sentence: `This message lets ${show(spender)} take ${list} through the Permit2 contract ${show(domain.verifyingContract)}${onChain(domain)}. Sign only if you want to grant this allowance.`,
    consequence: [name(spender), ` will be able to take ${list}`],
  }
}

/** Whoever is known may have an amount; nobody has all of it without a tick. */
function judgePermit(
  spender: unknown,
  { isAll, known }: { isAll: boolean; known: MessageFacts },
): RiskSeverity {
  const wanted = show(spender).toLowerCase()
  const isKnown = known.knownSpenders?.some(
    (one) => one.toLowerCase() === wanted,
  )
  return isKnown && !isAll ? 'warning' : 'danger'
}

/** EIP-3009: the signature is the transfer, whoever submits it. */
function describeTransfer({ domain, message }: Facts): Description {
  const units = countUnits(message.value)
  const token = domain.verifyingContract
  return {
    id: 'message-transfer',
    sentence: `This message moves ${units} of the token ${show(token)}${onChain(domain)} from ${show(message.from)} to ${show(message.to)} as soon as anyone submits it. Sign only if you want to make this payment.`,
    consequence: [
      `${units} of the token `,
      name(token),
      ' will move to ',
      name(message.to),
    ],
  }
}

/** Nobody has so many units: whoever writes that means everything. */
function isUnlimited(value: unknown, unlimitedBits: bigint): boolean {
  return (toNumber(value) ?? 0n) >= 2n ** unlimitedBits
}

function showUnits(value: unknown, unlimitedBits: bigint): string {
  return isUnlimited(value, unlimitedBits)
    ? 'an unlimited amount'
    : `up to ${countUnits(value)}`
}

function countUnits(value: unknown): string {
  const units = toNumber(value)
  return units === undefined
    ? 'an unknown number of units'
    : writeCount(units, nouns.unit)
}

function showNumber(value: unknown): string {
  const number = toNumber(value)
  return number === undefined ? show(value) : writeNumber(number)
}

function onChain({ chainId }: Fields): string {
  return chainId === undefined ? '' : ` on chain ID ${show(chainId)}`
}

/** Signed as text it binds nobody, but nobody has a reason to ask for it. */
function asText({ id, title, sentence }: MessageFinding): MessageFinding {
  return {
    id,
    title,
    severity: 'warning',
    sentence: `This text is typed data written out. Signed as text, it has no effect on chain. Signed as typed data, it would mean: ${sentence}`,
  }
}

const maxTextLength = 200_000

function parseTypedData(text: string): TypedDataContent | undefined {
  if (text.length > maxTextLength || !text.trimStart().startsWith('{'))
    return undefined
  try {
    const { domain, types, primaryType, message } = toRecord(JSON.parse(text))
    if (typeof primaryType !== 'string') return undefined
    return {
      primaryType,
      domain: toRecord(domain),
      message: toRecord(message),
      types: toRecord(types) as TypedDataContent['types'],
    }
  } catch {
    return undefined
  }
}

function toRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** An app's own words must not get into our sentences. */
function show(value: unknown): string {
  const isPlain = ['bigint', 'number', 'string'].includes(typeof value)
  const text = isPlain ? String(value) : ''
  return /^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)
    ? text
    : 'an unknown value'
}

/** For the reader's own name of an address. */
function name(value: unknown): Word {
  const text = show(value)
  return isAddress(text) ? party(text) : text
}

function toNumber(value: unknown): bigint | undefined {
  const text = show(value)
  return /^[0-9]/.test(text) ? BigInt(text) : undefined
}
