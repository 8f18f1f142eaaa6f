import { type Address, type Hex, hashMessage, recoverAddress, size } from 'viem'
import {
  createSiweMessage,
  parseSiweMessage,
  type SiweMessage,
} from 'viem/siwe'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure } from '../failures.js'
import { saveSession, takeNonce } from '../store/sessions.js'
import {
  isSignedByContract,
  longestContractSignature,
} from './contractCalls.js'

const day = 24 * 60 * 60 * 1000
/** Reading a text takes time that grows with the square of its length. */
const longestText = 4_096
/** How much two clocks may differ. */
const skew = 30 * 1000

/**
 * Begins a session for the one who signed an EIP-4361 message that names one of
 * our domains, a chain we serve and a nonce we gave. Answers with whose it is, and its end.
 */
export async function signIn(
  context: Context,
  parameters: {
    message: string
    signature: Hex
    /** Where the page that asks may be; its host stands in the message. */
    domains: readonly string[]
    token: string
    now: number
  },
): Promise<{ account: Address; expiresAt: Date }> {
  const { message: text, signature, domains, token, now } = parameters
  const message = readMessage(text)
  if (!message || !domains.includes(message.domain)) throw invalidMessage()
  checkTimes(message, now)
  const { chainId, address, expirationTime } = message
  const isServed = context.chains.some((chain) => chain.chainId === chainId)
  if (!isServed) throw invalidMessage()
  // Taken before anything else is looked at: it is good for one attempt.
  if (!(await takeNonce(context.store, message.nonce)))
    throw new RuleFailure('Invalid nonce', { status: 401 })
  const signer = await findSigner(context, {
    text,
    chainId,
    address,
    signature,
  })
  if (!signer) throw new RuleFailure('Invalid signature', { status: 401 })
  const expiresAt = expirationTime ?? new Date(now + day)
  const anyChain = signer === 'key'
  await saveSession(context.store, {
    token,
    chainId,
    address,
    anyChain,
    expiresAt,
  })
  return { account: address, expiresAt }
}

function invalidMessage(): RuleFailure {
  return new RuleFailure('Invalid message', { status: 401 })
}

/**
 * Exactly what EIP-4361 writes: a text that reads in two ways must not be
 * one. Written again from its fields it has to be the same.
 */
function readMessage(text: string): SiweMessage | undefined {
  if (text.length > longestText) return undefined
  try {
    const message = parseSiweMessage(text) as SiweMessage
    const isExact = createSiweMessage(message) === toFullTimes(text)
    const isOfDomain = new URL(message.uri).host === message.domain
    return isExact && isOfDomain ? message : undefined
  } catch {
    return undefined
  }
}

/** The same moments with milliseconds, as some writers leave them out. */
function toFullTimes(text: string): string {
  return text.replace(
    /^(Issued At|Expiration Time|Not Before): (\S+)$/gm,
    (_, name: string, time: string) =>
      `${name}: ${new Date(time).toISOString()}`,
  )
}

function checkTimes(message: SiweMessage, now: number): void {
  const { issuedAt, notBefore, expirationTime } = message
  const isEarly = [issuedAt, notBefore].some(
    (time) => time && time.getTime() > now + skew,
  )
  const isLate = expirationTime && expirationTime.getTime() <= now
  if (!issuedAt || isEarly || isLate) throw invalidMessage()
  if (expirationTime && expirationTime.getTime() > now + day + skew)
    throw new RuleFailure(
      'The session can last 24 hours at most. Set an earlier Expiration Time.',
      { status: 403 },
    )
}

/** What of the account has signed: its key, or the contract on that chain. */
async function findSigner(
  context: Context,
  parameters: {
    text: string
    chainId: number
    address: Address
    signature: Hex
  },
): Promise<'key' | 'contract' | undefined> {
  const { text, chainId, address, signature } = parameters
  const hash = hashMessage(text)
  const recovered = await recoverAddress({ hash, signature }).catch(
    () => undefined,
  )
  if (recovered === address) return 'key'
  if (size(signature) > longestContractSignature) return undefined
  const { access } = getServedChain(context, chainId)
  const isSigned = await isSignedByContract(access.firstPool, {
    signer: address,
    signature,
    texts: [{ hash }],
  })
  return isSigned ? 'contract' : undefined
}
