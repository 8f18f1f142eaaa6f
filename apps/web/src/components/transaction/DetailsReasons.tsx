import type { TransactionDetails as Details } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { useSimulation } from '../../hooks/useSimulation.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import type { SignedTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { TransactionReasons } from './TransactionReasons.js'

/** The details are read by everybody; the check is made for those who ask. */
export function DetailsReasons({
  place,
  details,
  signed: { transaction, hashes, execution },
  decoded,
}: {
  place: SafePlace
  details: Details
  signed: SignedTransaction
  decoded: DecodedTransaction
}) {
  const { chain, address, safe } = place
  const hash = hashes.safeTxHash
  const isOver = details.executedAt !== null
  const { data } = useQuery(
    checkQuery({
      chain,
      address,
      transaction,
      proposal: { execution },
      hash,
      contracts: [...decoded.contracts.values()],
      executed: isOver ? { executor: execution.executor?.value } : undefined,
    }),
  )
  const isWaiting = !isOver && transaction.nonce >= safe.nonce
  const simulation = useSimulation(place, {
    transaction,
    digest: hash,
    intent: isWaiting ? decoded.intent : undefined,
  })
  return (
    <TransactionReasons
      place={place}
      {...(isOver && { note: 'as the safe is now, not as it was when it ran' })}
      hash={hash}
      check={data}
      decoded={decoded}
      simulation={isWaiting ? simulation : undefined}
      proposal={{ details, execution }}
    />
  )
}
