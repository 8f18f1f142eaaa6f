import type { Address } from 'viem'
import { findChain } from '../chains/chains.js'
import { nameChain } from '../chains/nameChain.js'
import type { TokenFacts } from '../intent.js'
import { tokenAmount } from '../intentAmount.js'
import {
  groupDigits,
  listWords,
  nouns,
  type Plural,
  writeCount,
  writeNumber,
} from '../language.js'
import type { KnownLookAlike } from '../lookAlike.js'
import type { MessageContent } from '../safeMessage.js'
import { formatWords } from '../tell/formatTelling.js'
import { party, tellLimit, tellUnit } from '../tell/parts.js'
import type { Word, Words } from '../tell/telling.js'
import { isSameAddress } from './address.js'
import { indexKnown, type KnownAddress } from './knownAddresses.js'
import {
  type Fields,
  parseTypedData,
  readSignedFields,
  type SignedFields,
  show,
  toAddress,
  toList,
  toNumber,
  toRecord,
} from './messageFields.js'
import { type MessageRiskId, messageRules } from './messageRules.js'
import { compareSeverity, type RiskSeverity } from './severity.js'
import { tellLookAlike } from './tellLookAlike.js'

export type MessageFinding = {
  readonly id: MessageRiskId
  readonly severity: RiskSeverity
  /** What the rule is about, in a few words. */
  readonly title: string
  readonly many: Plural
  /** What was found, with the facts, and what to do about it. */
  readonly words: Words
  /** The same for somebody who has no names. */
  readonly sentence: string
  /** What will come of a signature, without a full stop; of every danger. */
  readonly consequence?: Words
  /** Who gets how much, for the head of the page. */
  readonly headline?: Words
  /** The two addresses to be compared digit by digit. */
  readonly lookAlike?: KnownLookAlike & { readonly address: Address }
}

/** Anything may be absent: what is unknown never silences a danger. */
export type MessageFacts = {
  /** Of the network that the safe is on. */
  chainId?: number | undefined
  /** That signs the message. */
  safe?: Address | undefined
  /** The people of the reader, and whom the safe has paid. */
  known?: readonly KnownAddress[] | undefined
  /** What tokens of that network say of themselves, as the chain has it. */
  tokens?: Readonly<Record<Address, TokenFacts>> | undefined
  /** Seconds since 1970. */
  now?: number | undefined
}

/**
 * A message for a safe to sign may itself be a transaction of another safe, an
 * allowance that a token or Permit2 accepts, or a transfer that a token makes.
 * What is found comes gravest first.
 */
export function findMessageRisks(
  content: MessageContent,
  known: MessageFacts = {},
): MessageFinding[] {
  const signed = readSignedFields(content)
  if (signed) return findTypedDataRisks(signed, known)
  if (typeof content !== 'string') return []
  const written = parseTypedData(content)
  const fields = written && readSignedFields(written)
  if (!fields) return []
  // What the text would do is the point; for whom and how long is not.
  return findTypedDataRisks(fields, {}).slice(0, 1).map(asText)
}

/** Tokens that the findings name, for anyone who asks the chain about them. */
export function listMessageTokens(content: MessageContent): Address[] {
  const signed = readSignedFields(content)
  const describe = signed && descriptions.get(signed.primaryType)
  if (!describe) return []
  const { domain, message } = signed
  const tokens =
    describe === describePermit2
      ? listGrants(message).map(({ token }) => token)
      : [describe === describePermit || describe === describeTransfer]
          .filter(Boolean)
          .map(() => domain.verifyingContract)
  return [...new Set(tokens.flatMap((token) => toAddress(token) ?? []))]
}

function findTypedDataRisks(
  { primaryType, domain, message }: SignedFields,
  known: MessageFacts,
): MessageFinding[] {
  const { isKnown, findLookAlike } = indexKnown(known.known ?? [])
  const isOther =
    domain.chainId !== undefined &&
    known.chainId !== undefined &&
    toNumber(domain.chainId) !== BigInt(known.chainId)
  const tokens = Object.entries(isOther ? {} : (known.tokens ?? {}))
  const facts: Facts = {
    domain,
    message,
    known,
    isKnown,
    tokens: new Map(
      tokens.map(([address, token]) => [address.toLowerCase(), token]),
    ),
  }
  const describe = descriptions.get(primaryType)
  if (!describe) return findOtherChain(facts)
  const { gives = [], ...described } = describe(facts)
  return [
    entitle({ severity: 'danger', ...described }),
    ...findImitation(gives, findLookAlike),
    ...(isPermit.has(describe) ? findLateExpiry(facts) : []),
    ...findOtherChain(facts),
  ].toSorted((a, b) => compareSeverity(a.severity, b.severity))
}

function entitle(
  finding: Omit<MessageFinding, 'title' | 'many' | 'sentence'>,
): MessageFinding {
  const { title, many } = messageRules[finding.id].words
  return {
    ...finding,
    title,
    many,
    sentence: formatWords(finding.words, { formatDigits: groupDigits }),
  }
}

/**
 * Anyone who is given something is as good as the recipient of a transaction.
 */
function findImitation(
  gives: readonly unknown[],
  findLookAlike: (address: Address) => KnownLookAlike | undefined,
): MessageFinding[] {
  const [worst] = gives
    .flatMap((one) => {
      const address = toAddress(one)
      const match = address && findLookAlike(address)
      return match ? [{ address, ...match }] : []
    })
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
  if (!worst) return []
  const { words, ...told } = tellLookAlike(worst, 'message')
  return [
    entitle({
      id: 'message-look-alike',
      ...told,
      words: [...words, ' Compare them digit by digit.'],
    }),
  ]
}

function findOtherChain({ domain, known }: Facts): MessageFinding[] {
  const { chainId } = known
  if (chainId === undefined || domain.chainId === undefined) return []
  const named = toNumber(domain.chainId)
  if (named === BigInt(chainId)) return []
  return [
    entitle({
      id: 'message-other-chain',
      severity: 'warning',
      words: [
        `This message is for ${nameChain(named ?? show(domain.chainId))}, but this safe is on ${nameChain(chainId)}. Check that the app is connected to the right network.`,
      ],
    }),
  ]
}

const day = 86_400
/** Apps need minutes; a month leaves room for slow owners. */
const mostDays = 30
/** Anyone who writes the largest number there is means never. */
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
      words: [`${when}. Ask the app for a permit that expires within days.`],
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

type Facts = {
  readonly domain: Fields
  readonly message: Fields
  readonly known: MessageFacts
  readonly isKnown: (address: Address) => boolean
  /** By address in lower case; empty where the message is for elsewhere. */
  readonly tokens: ReadonlyMap<string, TokenFacts>
}
type Description = Omit<
  MessageFinding,
  'severity' | 'title' | 'many' | 'sentence'
> & {
  severity?: RiskSeverity
  /** To whom it gives something. */
  gives?: readonly unknown[]
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
  const safe = name(domain.verifyingContract)
  return {
    id: 'message-safe-transaction',
    words: [
      'This message is a transaction of the safe ',
      safe,
      `${onChain(domain)}: nonce ${show(message.nonce)}, a ${kind} to `,
      name(message.to),
      ` with value ${showNumber(message.value)}. Signing it signs that transaction: review the transaction in that safe.`,
    ],
    consequence: [
      'This signature will count for a transaction of the safe ',
      safe,
    ],
    gives: [message.to],
  }
}

/** Of another safe, of which this one is an owner. */
function describeSafeMessage({ domain, message }: Facts): Description {
  const safe = name(domain.verifyingContract)
  return {
    id: 'message-safe-message',
    words: [
      'This is a message of the safe ',
      safe,
      `${onChain(domain)}, shown here only as the hash ${show(message.message)}. Signing it signs that message: review its content in that safe.`,
    ],
    consequence: [
      'This signature will count for a message of the safe ',
      safe,
      ' whose content is not shown here',
    ],
  }
}

/** EIP-2612 names an owner and a value, DAI a holder and all or nothing. */
function describePermit(facts: Facts): Description {
  const { domain, message } = facts
  const { spender } = message
  const owner = message.owner ?? message.holder
  const token = tellToken(facts, domain.verifyingContract)
  const isAll = message.allowed === true || isUnlimited(message.value, 255n)
  const severity = judgePermit(facts, isAll)
  if (isRevocation(message))
    return {
      id: 'message-permit',
      severity,
      headline: [name(spender), ' can no longer take any ', ...token.unit],
      words: [
        'This message revokes the allowance of ',
        name(spender),
        ' for ',
        ...token.unit,
        ...token.exactly,
        `${onChain(domain)} of `,
        name(owner),
        ', and anyone can submit this message.',
        ...(isNotOfSafe(facts, owner)
          ? tellOther('permit is for tokens of ', owner, 'of')
          : [' Sign only if you want to revoke this allowance.']),
      ],
      consequence: [
        name(spender),
        ' will no longer be able to take any ',
        ...token.unit,
      ],
    }
  const amount = tellUpTo(token, { value: message.value, isAll })
  const isOther = isNotOfSafe(facts, owner)
  return {
    id: 'message-permit',
    severity,
    headline: [
      name(spender),
      ' can take ',
      ...amount,
      ...(isOther ? [' from ', name(owner)] : []),
    ],
    words: [
      'This message lets ',
      name(spender),
      ' take ',
      ...amount,
      ...token.exactly,
      `${onChain(domain)} from `,
      name(owner),
      ', and anyone can submit this message.',
      ...(isAll ? [] : tellUnits([{ token, amount: message.value }])),
      ...(isOther
        ? tellOther('permit is for tokens of ', owner, 'of')
        : [' Sign only if you want to grant this allowance.']),
    ],
    consequence: isOther
      ? ['this permit is for tokens of ', name(owner), ', not of this safe']
      : [name(spender), ' will be able to take ', ...amount],
    gives: [spender],
  }
}

/** EIP-2612 revokes by a value of 0, DAI by its flag; both at once prove nothing. */
function isRevocation({ allowed, value }: Fields): boolean {
  if (allowed === undefined) return toNumber(value) === 0n
  return allowed === false && value === undefined
}

function describePermit2(facts: Facts): Description {
  const { domain, message } = facts
  const { spender } = message
  const grants = listGrants(message).map(({ token: address, amount }) => {
    const token = tellToken(facts, address)
    const isAll = isUnlimited(amount, 159n)
    const upTo = tellUpTo(token, { value: amount, isAll })
    return { token, amount, isAll, upTo }
  })
  const list = writeGrants(grants.map(({ upTo }) => upTo))
  const exact = writeGrants(
    grants.map(({ upTo, token }) => [...upTo, ...token.exactly]),
  )
  const isAll = grants.some((one) => one.isAll)
  return {
    id: 'message-permit',
    severity: judgePermit(facts, isAll),
    headline: [name(spender), ' can take ', ...list],
    words: [
      'This message lets ',
      name(spender),
      ' take ',
      ...exact,
      ' through the Permit2 contract ',
      name(domain.verifyingContract),
      `${onChain(domain)}.`,
      ...tellUnits(grants.filter((one) => !one.isAll)),
      ' Sign only if you want to grant this allowance.',
    ],
    consequence: [name(spender), ' will be able to take ', ...list],
    gives: [spender],
  }
}

function listGrants({ details, permitted }: Fields): readonly Fields[] {
  return toList(details ?? permitted).map(toRecord)
}

/** Hostile lists are long; the count says what is left out. */
function writeGrants(grants: readonly Words[]): Words {
  const most = 3
  const rest = grants.length - most
  if (grants.length === 0) return ['tokens']
  return listWords([
    ...grants.slice(0, most),
    ...(rest > 0 ? [[`${writeNumber(rest)} more`]] : []),
  ])
}

/**
 * Anyone who is known may have an amount; nobody has all of it without a tick.
 */
function judgePermit(
  { message, isKnown }: Facts,
  isAll: boolean,
): RiskSeverity {
  const spender = toAddress(message.spender)
  return spender && isKnown(spender) && !isAll ? 'warning' : 'danger'
}

/** EIP-3009: the signature is the transfer, no matter who submits it. */
function describeTransfer(facts: Facts): Description {
  const { domain, message } = facts
  const token = tellToken(facts, domain.verifyingContract)
  const amount = token.tell(toNumber(message.value))
  const isOther = isNotOfSafe(facts, message.from)
  return {
    id: 'message-transfer',
    headline: [...amount, ' to ', name(message.to)],
    words: [
      'This message moves ',
      ...amount,
      ...token.exactly,
      `${onChain(domain)} from `,
      name(message.from),
      ' to ',
      name(message.to),
      ' as soon as anyone submits it.',
      ...tellUnits([{ token, amount: message.value }]),
      ...(isOther
        ? tellOther('transfer is from ', message.from, 'from')
        : [' Sign only if you want to make this payment.']),
    ],
    consequence: isOther
      ? ['this transfer is from ', name(message.from), ', not from this safe']
      : [...amount, ' will move to ', name(message.to)],
    gives: [message.to],
  }
}

type ToldToken = {
  /** "10 USDC", or smallest units where nothing is known of the token. */
  tell: (value: bigint | undefined, isAll?: boolean) => Words
  unit: Words
  /** The address behind a symbol: any contract chooses its own. */
  exactly: Words
  /** Its amounts are told in smallest units. */
  isUnread: boolean
}

function tellToken(
  { tokens, domain, known }: Facts,
  value: unknown,
): ToldToken {
  const token = toAddress(value)
  if (!token)
    return {
      tell: () => [`an unknown amount of token ${show(value)}`],
      unit: [`token ${show(value)}`],
      exactly: [],
      isUnread: false,
    }
  const facts = tokens.get(token.toLowerCase())
  const chainId = Number(toNumber(domain.chainId) ?? known.chainId)
  const context = {
    tokens: new Map(facts ? [[token, facts]] : []),
    nativeCurrency: findChain(chainId)?.nativeCurrency,
  }
  const unit = tellUnit(tokenAmount(context, token, 0n))
  return {
    tell: (amount, isAll = false) =>
      amount === undefined && !isAll
        ? ['an unknown amount of ', ...unit]
        : tellLimit({
            amount: tokenAmount(context, token, amount ?? 0n),
            unlimited: isAll,
          }),
    unit,
    exactly: facts ? [' (token ', party(token), ')'] : [],
    isUnread: facts === undefined,
  }
}

function tellUnits(
  told: readonly { token: ToldToken; amount: unknown }[],
): Words {
  return told.some(
    ({ token, amount }) => token.isUnread && toNumber(amount) !== undefined,
  )
    ? [
        ' How many decimal places this token has is not known, so the amount is shown as a raw number.',
      ]
    : []
}

/** A signature of the safe counts for nobody else. */
function isNotOfSafe({ known: { safe } }: Facts, value: unknown): boolean {
  const named = toAddress(value)
  return Boolean(safe && named && !isSameAddress(named, safe))
}

function tellOther(what: string, who: unknown, of: 'of' | 'from'): Words {
  return [
    ` This ${what}`,
    name(who),
    `, not ${of} this safe. A signature of this safe should have no effect. Ask who requested it, and what for.`,
  ]
}

function tellUpTo(
  { tell }: ToldToken,
  { value, isAll }: { value: unknown; isAll: boolean },
): Words {
  const amount = toNumber(value)
  const words = tell(amount, isAll)
  return isAll || amount === undefined ? words : ['up to ', ...words]
}

/** Nobody has so many units: anyone who writes that means everything. */
function isUnlimited(value: unknown, unlimitedBits: bigint): boolean {
  return (toNumber(value) ?? 0n) >= 2n ** unlimitedBits
}

function showNumber(value: unknown): string {
  const number = toNumber(value)
  return number === undefined ? show(value) : writeNumber(number)
}

function onChain({ chainId }: Fields): string {
  if (chainId === undefined) return ''
  return ` on ${nameChain(toNumber(chainId) ?? show(chainId))}`
}

/** Signed as text it binds nobody, but nobody has a reason to ask for it. */
function asText({ id, words }: MessageFinding): MessageFinding {
  return entitle({
    id,
    severity: 'warning',
    words: [
      'This text is typed data written out. Signed as text, it has no effect on chain. Signed as typed data, it would mean: ',
      ...words,
    ],
  })
}

/** For the reader's own name of an address. */
function name(value: unknown): Word {
  const address = toAddress(value)
  return address ? party(address) : show(value)
}
