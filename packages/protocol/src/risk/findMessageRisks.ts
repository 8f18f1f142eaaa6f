import type { MessageContent, TypedDataContent } from '../safeMessage.js'
import type { MessageRiskId } from './messageRules.js'
import type { RiskSeverity } from './severity.js'

export type MessageFinding = {
  readonly id: MessageRiskId
  readonly severity: RiskSeverity
  readonly sentence: string
  /** Who gets how much, for the head of the page. */
  readonly headline?: string
}

/**
 * A message for a safe to sign may itself be a transaction of another safe, an
 * allowance that a token or Permit2 accepts, or a transfer that a token makes.
 */
export function findMessageRisks(content: MessageContent): MessageFinding[] {
  if (typeof content === 'object' && content !== null)
    return findTypedDataRisks(content)
  if (typeof content !== 'string') return []
  const written = parseTypedData(content)
  return written ? findTypedDataRisks(written).map(asText) : []
}

function findTypedDataRisks(content: TypedDataContent): MessageFinding[] {
  const describe = descriptions.get(content.primaryType)
  if (describe === undefined) return []
  const facts = {
    domain: signedDomain(content),
    message: signedFields(content, content.primaryType, content.message),
  }
  return [{ severity: 'danger', ...describe(facts) }]
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
type Facts = { readonly domain: Fields; readonly message: Fields }
type Description = Omit<MessageFinding, 'severity'>
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

function describeSafeTransaction({ domain, message }: Facts): Description {
  const kind = show(message.operation) === '1' ? 'delegatecall' : 'call'
  return {
    id: 'message-safe-transaction',
    sentence: `This message is a transaction of the safe ${show(domain.verifyingContract)}${onChain(domain)}: nonce ${show(message.nonce)}, a ${kind} of ${show(message.to)} with value ${show(message.value)}. Signing it confirms that transaction: review it there.`,
  }
}

/** Of another safe, of which this one is an owner. */
function describeSafeMessage({ domain, message }: Facts): Description {
  return {
    id: 'message-safe-message',
    sentence: `This message is one of the safe ${show(domain.verifyingContract)}${onChain(domain)}, with the content ${show(message.message)}. Signing it confirms that message, and what is behind a hash cannot be seen here: review it there.`,
  }
}

/** EIP-2612 names an owner and a value, DAI a holder and all or nothing. */
function describePermit({ domain, message }: Facts): Description {
  const holder = show(message.owner ?? message.holder)
  const amount = (() => {
    if (message.allowed === true) return 'all'
    if (message.allowed === false) return 'nothing any more'
    return showUnits(message.value, 255n)
  })()
  return {
    id: 'message-permit',
    headline: `${show(message.spender)} may take ${amount} of ${show(domain.verifyingContract)}`,
    sentence: `This message lets ${show(message.spender)} take ${amount} of the token ${show(domain.verifyingContract)}${onChain(domain)} from ${holder}, and anybody can put it to use. Sign only if you mean to grant that allowance.`,
  }
}

function describePermit2({ domain, message }: Facts): Description {
  const grants = toList(message.details ?? message.permitted).map(toRecord)
  const tokens = grants
    .slice(0, 3)
    .map(({ amount, token }) => `${showUnits(amount, 159n)} of ${show(token)}`)
  const rest = grants.length - tokens.length
  const list = rest > 0 ? [...tokens, `${rest} more`] : tokens
  const tokenList = list.join(', ') || 'tokens'
  return {
    id: 'message-permit',
    headline: `${show(message.spender)} may take ${tokenList}`,
    sentence: `This message lets ${show(message.spender)} take ${tokenList} through the Permit2 contract ${show(domain.verifyingContract)}${onChain(domain)}. Sign only if you mean to grant that allowance.`,
  }
}

/** EIP-3009: the signature is the transfer, whoever submits it. */
function describeTransfer({ domain, message }: Facts): Description {
  return {
    id: 'message-transfer',
    sentence: `This message moves ${show(message.value)} units of the token ${show(domain.verifyingContract)}${onChain(domain)} from ${show(message.from)} to ${show(message.to)} as soon as somebody submits it. Sign only if you mean to pay that.`,
  }
}

/** Nobody has so many units: whoever writes that means everything, for good. */
function showUnits(value: unknown, unlimitedBits: bigint): string {
  const text = show(value)
  const isUnlimited =
    /^[0-9]+$|^0x[0-9a-fA-F]+$/.test(text) &&
    BigInt(text) >= 2n ** unlimitedBits
  return isUnlimited ? `an unlimited amount (${text})` : `up to ${text} units`
}

function onChain({ chainId }: Fields): string {
  return chainId === undefined ? '' : ` on chain ${show(chainId)}`
}

/** Signed as text it binds nobody, but nobody has a reason to ask for it. */
function asText({ id, sentence }: MessageFinding): MessageFinding {
  return {
    id,
    severity: 'warning',
    sentence: `The text is typed data written out; signed as text it has no effect on chain. ${sentence}`,
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
