import type { EndpointWire, getMessage, getMessages } from '@covault/api'
import {
  buildSignatures,
  parseSignatures,
  type SafeSignature,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { Config } from '../config.js'
import type { NewConfirmation } from '../store/confirmations.js'
import type { StoredMessage } from '../store/messages.js'
import { toContractInfo } from './addressInfo.js'

type MessageWire = EndpointWire<typeof getMessage>
type MessageItemWire = EndpointWire<typeof getMessages>['results'][number]

export function toMessage(
  { config, threshold }: { config: Config; threshold: number },
  message: StoredMessage,
): MessageWire {
  const { confirmations, safeAppId } = message
  const app = config.safeApps.find(({ id }) => id === safeAppId)
  const isConfirmed = confirmations.length >= threshold
  return {
    messageHash: message.messageHash,
    status: isConfirmed ? 'CONFIRMED' : 'NEEDS_CONFIRMATION',
    logoUri: app?.iconUrl ?? null,
    name: app?.name ?? null,
    message: message.content,
    creationTimestamp: message.createdAt.getTime(),
    modifiedTimestamp: message.modifiedAt.getTime(),
    confirmationsSubmitted: confirmations.length,
    confirmationsRequired: threshold,
    proposedBy: toContractInfo(message.proposer),
    confirmations: confirmations.map(({ owner, signature }) => ({
      owner: toContractInfo(owner),
      signature,
    })),
    preparedSignature: isConfirmed ? prepareSignatures(confirmations) : null,
    origin: message.origin ?? '{}',
  }
}

/** As `isValidSignature` takes them: by owner, dynamic parts at the end. */
export function prepareSignatures(
  confirmations: readonly NewConfirmation[],
): Hex {
  return buildSignatures(
    confirmations.map(({ owner, signature }) => toSigned(owner, signature)),
  )
}

function toSigned(signer: Address, signature: Hex): SafeSignature {
  const [part] = parseSignatures(signature)
  // Nothing is stored that is not one signature.
  if (!part) throw new TypeError('A stored signature is empty.')
  return { ...part, signer }
}

const day = 24 * 60 * 60 * 1000

/** A label of midnight, in UTC, before the messages of each day. */
export function withDayLabels(
  messages: readonly MessageWire[],
): MessageItemWire[] {
  return messages.flatMap((message, index): MessageItemWire[] => {
    const item = { type: 'MESSAGE' as const, ...message }
    const today = toDay(message)
    const before = messages[index - 1]
    if (before && toDay(before) === today) return [item]
    return [{ type: 'DATE_LABEL', timestamp: today }, item]
  })
}

function toDay({ creationTimestamp }: MessageWire): number {
  return Math.floor(creationTimestamp / day) * day
}
