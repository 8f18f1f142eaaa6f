import type { MessageContent } from '@covault/api'
import { nameChain } from '@covault/protocol'
import { formatNumber } from '../../lib/formatCount.js'
import { canSignOffChain, longestMessage, type MessageInput } from './input.js'
import { readTypedData } from './readTypedData.js'

type Facts = { chain: { chainId: number; name: string } }

export type CheckedMessage = {
  /** Undefined as long as there is a mistake. */
  content: MessageContent | undefined
  /** Beside the text, and beside the choice of the way. */
  mistakes: { text?: string; way?: string }
  /** Worth knowing, but no reason to stop. */
  warning: string | undefined
}

export function checkMessageInput(
  input: MessageInput,
  { chain }: Facts,
): CheckedMessage {
  const read = input.kind === 'text' ? readText(input.text) : readJson(input)
  const way =
    input.way === 'offChain' && !canSignOffChain(chain)
      ? `${chain.name} doesn’t support off-chain messages. Sign on chain.`
      : undefined
  return {
    content: way ? undefined : read.content,
    mistakes: {
      ...(read.mistake && { text: read.mistake }),
      ...(way && { way }),
    },
    warning:
      read.content &&
      (warnOfKind(read.content) ?? warnOfChain(read.content, chain)),
  }
}

type Reading = { content?: MessageContent; mistake?: string }

function readText(text: string): Reading {
  if (text === '') return { mistake: 'Enter the message to sign.' }
  const tooLong = describeLength(text)
  return tooLong ? { mistake: tooLong } : { content: text }
}

function readJson({ typedData }: MessageInput): Reading {
  if (typedData.trim() === '')
    return { mistake: 'Paste the typed data to sign, as JSON.' }
  const tooLong = describeLength(typedData)
  return tooLong ? { mistake: tooLong } : readTypedData(typedData)
}

function describeLength(text: string): string | undefined {
  if (text.length <= longestMessage) return undefined
  return `The message has ${formatNumber(text.length)} characters. The maximum is ${formatNumber(longestMessage)}.`
}

/** The same letters as a text are another hash than as typed data. */
function warnOfKind(content: MessageContent): string | undefined {
  if (typeof content !== 'string' || !isTypedData(content)) return undefined
  return 'This is typed data (EIP-712). Signed as text, it won’t be accepted where typed data is expected.'
}

/** Only what can be an object is parsed at every letter. */
export function isTypedData(text: string): boolean {
  return (
    text.trimStart().startsWith('{') && Boolean(readTypedData(text).content)
  )
}

/** Signed here, asked there: the other network has another safe, or none. */
function warnOfChain(
  content: MessageContent,
  { chainId, name }: Facts['chain'],
): string | undefined {
  if (typeof content === 'string') return undefined
  const { chainId: named } = content.domain
  if (named === undefined || BigInt(String(named)) === BigInt(chainId))
    return undefined
  const meant = nameChain(BigInt(String(named)))
  const own = nameChain(chainId, [{ chainId, name }])
  return `The domain is for ${meant}, but this safe is on ${own}. The signature would not be accepted on ${meant}.`
}
