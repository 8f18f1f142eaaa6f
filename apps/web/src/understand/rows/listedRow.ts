import type { Message, TransactionSummary } from '@covault/api'
import type { Address, Hex } from 'viem'
import type {
  LocalMessage,
  LocalTransaction,
} from '../../preferences/localQueue.js'
import { joinMessage } from '../../queries/localSignables.js'
import type { SignableKind } from '../../trust/signable.js'
import type { Standing } from '../../words/statuses.js'
import type { RowSubject } from '../signables/signables.js'

/** What owners sign, as a list of the gateway has it. */
export type ListedRow<Kind extends SignableKind = SignableKind> = {
  kind: Kind
  hash: Hex
  subject: RowSubject<Kind>
  said: {
    nonce: bigint | undefined
    signed: number
    required: number
    /** Undefined: nobody says whose signature is missing. */
    listMissing: (owners: readonly Address[]) => readonly Address[] | undefined
    status: Standing
  }
  /** How it stands with as many signatures as it takes. */
  complete: Standing
}

/** Undefined for what owners do not sign. */
export function listTransaction(
  { id, executionInfo, txStatus }: TransactionSummary,
  /** What this browser has of it, and its list does not. */
  local?: LocalTransaction,
): ListedRow<'transaction'> | undefined {
  if (executionInfo?.type !== 'MULTISIG') return undefined
  const { nonce, confirmationsSubmitted: signed } = executionInfo
  return {
    kind: 'transaction',
    // The id of what owners sign ends with its hash.
    hash: id.split('_').at(-1) as Hex,
    subject: { kind: 'transaction', id, signed, keptAt: local?.at },
    said: {
      nonce,
      signed,
      required: executionInfo.confirmationsRequired,
      listMissing: () =>
        executionInfo.missingSigners?.map(({ value }) => value),
      status: txStatus,
    },
    complete: 'AWAITING_EXECUTION',
  }
}

export function listMessage(
  told: Message,
  local?: LocalMessage,
): ListedRow<'message'> {
  const message = local ? joinMessage(told, local) : told
  return {
    kind: 'message',
    hash: message.messageHash,
    subject: { kind: 'message', message },
    said: {
      nonce: undefined,
      signed: message.confirmationsSubmitted,
      required: message.confirmationsRequired,
      listMissing: (owners) =>
        owners.filter((owner) =>
          message.confirmations.every((one) => one.owner.value !== owner),
        ),
      status:
        message.status === 'CONFIRMED' ? 'CONFIRMED' : 'AWAITING_CONFIRMATIONS',
    },
    complete: 'CONFIRMED',
  }
}
