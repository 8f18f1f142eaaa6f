import type { MessageContent } from '@covault/api'
import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { StorageFailure } from '../failures.js'
import { readMessage, saveMessage } from '../store/messages.js'
import { checkMessageSignature, hashMessageNow } from './messageHash.js'
import { decideNow } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'

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
): Promise<void> {
  const { chainId, safe, signature, safeAppId } = parameters
  const { store } = context
  const { access } = getServedChain(context, chainId)
  const content = toContent(parameters.message)
  const origin = parameters.origin?.replace(/\0/g, '') ?? null
  const { messageHash, confirmation } = await decideNow(
    access.pool,
    safe,
    async (present) => {
      const messageHash = hashMessageNow(present, content)
      const confirmation = await checkMessageSignature(context, present, {
        content,
        messageHash,
        signature,
      })
      return { messageHash, confirmation }
    },
  )
  await readSafeState(context, { chainId, safe })
  const isNew = await saveMessage(store, {
    chainId,
    safe,
    messageHash,
    content,
    origin,
    safeAppId,
    confirmation,
  })
  if (isNew) return
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
      `A message with the hash ${messageHash} is there already.`,
    )
}

/** What EIP-712 gives a domain; the rest is no part of what is signed. */
const domainKeys = ['name', 'version', 'chainId', 'verifyingContract', 'salt']

function toContent(message: MessageContent): MessageContent {
  if (typeof message === 'string') return message
  const known = Object.entries(message.domain).filter(([key]) =>
    domainKeys.includes(key),
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
