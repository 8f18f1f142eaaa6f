import type { Message } from '@covault/api'
import { unsaid } from '../../queries/localSignables.js'
import type { Claim } from '../../trust/checkSignable.js'
import type { ClaimedConfirmation } from '../../trust/confirmations.js'
import type { MultisigExecution } from '../decode/readTransaction.js'

/** With what is this browser's own beside it. */
type WithKept<Confirmation> = Confirmation &
  Pick<ClaimedConfirmation, 'isKept' | 'told'>

/** What the gateway says of a transaction. */
export function claimTransaction({
  safeTxHash,
  confirmationsRequired,
  confirmations,
}: Pick<MultisigExecution, 'safeTxHash' | 'confirmationsRequired'> & {
  confirmations: readonly WithKept<MultisigExecution['confirmations'][number]>[]
}): Claim {
  return {
    hash: safeTxHash,
    threshold: readThreshold(confirmationsRequired),
    confirmations: confirmations.map(
      ({ signer, signature, submittedAt: at, ...rest }) => ({
        signer: signer.value,
        signature,
        ...(at === unsaid ? {} : { at }),
        ...readKept(rest),
      }),
    ),
  }
}

/** What it says of a message. */
export function claimMessage({
  messageHash,
  confirmationsRequired,
  confirmations,
}: Pick<Message, 'messageHash' | 'confirmationsRequired'> & {
  confirmations: readonly WithKept<Message['confirmations'][number]>[]
}): Claim {
  return {
    hash: messageHash,
    threshold: readThreshold(confirmationsRequired),
    confirmations: confirmations.map(({ owner, signature, ...rest }) => ({
      signer: owner.value,
      signature,
      ...readKept(rest),
    })),
  }
}

function readKept({ isKept, told }: WithKept<object>) {
  return { ...(isKept && { isKept }), ...(told && { told }) }
}

/** Of what only this browser has, nobody says how many signatures it takes. */
export function isAtGateway(claim: Claim | undefined): boolean {
  return claim?.threshold !== undefined
}

function readThreshold(said: number): number | undefined {
  return said === unsaid ? undefined : said
}
