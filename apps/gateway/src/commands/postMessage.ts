import type { MessageContent } from '@covault/api'
import { listDomainFields } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { StorageFailure } from '../failures.js'
import { readMessage, saveMessage } from '../store/messages.js'
import { checkMessageSignature, hashMessageNow } from './messageHash.js'
import { noteWrite } from './noteWrite.js'
import { decideNow } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'

/** A list shows many at once. */
const mostBytes = 65_536

/** Messages of one owner that may wait for signatures in one safe. */
const mostWaiting = 500

/**
 * Stores a message for the owners to sign, with the first signature. Sent
 * again it changes nothing; a second one with the same hash is refused.
 */
export async function postMessage(
  context: Context,
  parameters: {
    chainId: number
    safe: Address
    message: MessageContent
    signature: Hex
    safeAppId: number | null
    origin: string | null
  },
): Promise<'stored' | 'unchanged'> {
  const { chainId, safe, signature, safeAppId } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const content = toContent(parameters.message)
  const origin = parameters.origin?.replace(/\0/g, '') ?? null
  assertSize(content)
  await allowances.assertWritable({ chainId, safe })
  const { messageHash, confirmation, threshold } = await decideNow(
    access.firstPool,
    safe,
    async (present) => {
      const messageHash = hashMessageNow(present, content)
      const confirmation = await checkMessageSignature(context, present, {
        content,
        messageHash,
        signature,
      })
      return { messageHash, confirmation, threshold: present.threshold }
    },
  )
  await readSafeState(context, { chainId, safe, interest: 'proven' })
  const outcome = await saveMessage(
    store,
    {
      chainId,
      safe,
      messageHash,
      content,
      origin,
      safeAppId,
      confirmation,
    },
    { threshold, waiting: mostWaiting },
  )
  if (outcome === 'tooManyWaiting') throw tooManyWaiting(confirmation.owner)
  if (outcome === 'stored') {
    await noteWrite(context, { chainId, safe })
    return outcome
  }
  const known = await readMessage(store, { chainId, messageHash })
  const first = known?.confirmations.find(
    ({ owner }) => owner === known.proposer,
  )
  const isSame =
    known?.origin === origin &&
    known.safeAppId === safeAppId &&
    first?.signature === confirmation.signature
  if (!isSame)
    throw new StorageFailure(
      400,
      `A message with the hash ${messageHash} already exists.`,
    )
  return outcome
}

function assertSize(content: MessageContent): void {
  assertFlat(content)
  const bytes = Buffer.byteLength(JSON.stringify(content))
  if (bytes > mostBytes)
    throw new StorageFailure(
      422,
      `The message has ${bytes} bytes as JSON; the maximum is ${mostBytes}. Shorten it.`,
    )
}

const deepest = 100

/** From what is nested without end no reader of it comes back. */
function assertFlat(content: MessageContent): void {
  if (typeof content === 'string') return
  const types = Object.values(content.types).flat()
  let isDeep = types.some(({ type }) => type.split('[').length > deepest)
  let level: unknown[] = [content]
  for (let depth = 0; level.length > 0 && !isDeep; depth++) {
    isDeep = depth > deepest
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  if (isDeep)
    throw new StorageFailure(
      422,
      `The message is nested more than ${deepest} levels deep.`,
    )
}

function tooManyWaiting(owner: Address): StorageFailure {
  return new StorageFailure(
    422,
    `${owner} has ${mostWaiting} messages waiting for signatures in this safe, the maximum. Collect the signatures for some of them first.`,
  )
}

/** What is hashed and stored of a message as it was sent. */
export function toContent(message: MessageContent): MessageContent {
  if (typeof message === 'string') return message
  const signed = listDomainFields(message).map(({ name }) => name)
  const known = Object.entries(message.domain).filter(([key]) =>
    signed.includes(key),
  )
  const domain = Object.fromEntries(
    known.map(([key, value]) => [
      key,
      key === 'chainId' ? toNumber(value) : value,
    ]),
  )
  return { ...message, domain }
}

/** Wallets send chain ids as numbers, decimal or hexadecimal text. */
function toNumber(value: unknown): unknown {
  const number = typeof value === 'string' ? Number(value) : value
  return Number.isSafeInteger(number) ? number : value
}
