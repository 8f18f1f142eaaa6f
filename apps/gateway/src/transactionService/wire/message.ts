import type { EndpointWire } from '@covault/api'
import type { getServiceMessage } from '@covault/api/transaction-service'
import { buildSignatures } from '@covault/protocol'
import type { StoredMessage } from '../../store/messages.js'
import { prepareSignatures } from '../../wire/message.js'
import { writeDate } from '../writeJson.js'
import { signatureTypes } from './transaction.js'

type MessageWire = EndpointWire<typeof getServiceMessage>

export function toMessage(message: StoredMessage): MessageWire {
  const { safe, confirmations } = message
  const data = prepareSignatures(confirmations)
  return {
    created: writeDate(message.createdAt),
    modified: writeDate(message.modifiedAt),
    safe,
    messageHash: message.messageHash,
    message: message.content,
    proposedBy: message.proposer,
    safeAppId: message.safeAppId,
    confirmations: confirmations.map(
      ({ owner, signature, kind, submittedAt }) => ({
        created: writeDate(submittedAt),
        // A signature that is there does not change.
        modified: writeDate(submittedAt),
        owner,
        signature,
        signatureType: signatureTypes[kind],
      }),
    ),
    preparedSignature: data,
    // As a safe signs that is an owner elsewhere.
    preparedSignatureEip1271: buildSignatures([
      { kind: 'contract', signer: safe, data },
    ]),
    origin: message.origin ?? '{}',
  }
}
