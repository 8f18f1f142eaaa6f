import type { Message } from '@covault/api'
import { unsaid } from '../../queries/localSignables.js'
import type { Claim } from '../../trust/checkSignable.js'
import type { MultisigExecution } from '../decode/readTransaction.js'

/** What the gateway says of a transaction. */
export function claimTransaction({
  safeTxHash,
  confirmationsRequired,
  confirmations,
}: MultisigExecution): Claim {
  return {
    hash: safeTxHash,
    threshold: readThreshold(confirmationsRequired),
    confirmations: confirmations.map(
      ({ signer, signature, submittedAt: at }) => ({
        signer: signer.value,
        signature,
        ...(at === unsaid ? {} : { at }),
      }),
    ),
  }
}

/** What it says of a message. */
export function claimMessage({
  messageHash,
  confirmationsRequired,
  confirmations,
}: Message): Claim {
  return {
    hash: messageHash,
    threshold: readThreshold(confirmationsRequired),
    confirmations: confirmations.map(({ owner, signature }) => ({
      signer: owner.value,
      signature,
    })),
  }
}

/** Of what only this browser has, nobody says how many signatures it takes. */
export function isAtGateway(claim: Claim | undefined): boolean {
  return claim?.threshold !== undefined
}

function readThreshold(said: number): number | undefined {
  return said === unsaid ? undefined : said
}
