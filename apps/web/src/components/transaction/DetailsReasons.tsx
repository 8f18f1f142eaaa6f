import type { TransactionDetails as Details, Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { useSimulation } from '../../hooks/useSimulation.js'
import type { Signable, SignableHashes } from '../../trust/signable.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import {
  claimMessage,
  claimTransaction,
} from '../../understand/assess/claim.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import type { SignedTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { SignableReasons } from './SignableReasons.js'

/* The details are read by everybody; the check is made for those who ask. */

export function DetailsReasons({
  place,
  details,
  signed,
  decoded,
}: {
  place: SafePlace
  details: Details
  signed: SignedTransaction
  decoded: DecodedTransaction
}) {
  const { transaction, execution } = signed
  const hash = signed.hashes.signed
  const isOver = details.executedAt !== null
  const { data } = useQuery(
    checkQuery({
      chain: place.chain,
      signable: signed,
      claim: claimTransaction(execution),
      hash,
      contracts: [...decoded.contracts.values()],
      executed: isOver ? { executor: execution.executor?.value } : undefined,
    }),
  )
  const isWaiting = !isOver && transaction.nonce >= place.safe.nonce
  const simulation = useSimulation(place, {
    transaction,
    digest: hash,
    intent: isWaiting ? decoded.intent : undefined,
  })
  return (
    <SignableReasons
      place={place}
      {...(isOver && { note: 'as the safe is now, not as it was when it ran' })}
      hash={hash}
      check={data}
      known={{
        kind: 'transaction',
        decoded,
        simulation: isWaiting ? simulation : undefined,
        proposal: { details, execution },
      }}
    />
  )
}

export function MessageDetailsReasons({
  place,
  message,
  signable,
  hashes,
}: {
  place: SafePlace
  message: Message
  signable: Signable<'message'>
  hashes: SignableHashes
}) {
  const hash = hashes.signed
  const { data } = useQuery(
    checkQuery({
      chain: place.chain,
      signable,
      claim: claimMessage(message),
      hash,
    }),
  )
  return (
    <SignableReasons
      place={place}
      hash={hash}
      check={data}
      known={{ kind: 'message', content: message.message, proposal: message }}
    />
  )
}
