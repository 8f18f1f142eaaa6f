import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup, Nothing } from '../../components/LookupStates.js'
import { useRecords } from '../../preferences/records.js'
import { sentExecutions } from '../../preferences/sentExecutions.js'
import { transactionQuery } from '../../queries/transactions.js'
import { Remark } from '../../ui/Remark.js'
import {
  contradictedWords,
  readExecution,
} from '../../understand/decode/execution.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { Outcome } from '../act/outcome.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { Progress } from '../progress/Progress.js'
import { Review } from '../review/Review.js'

/** The review of something that the gateway has. */
export function Confirm({ place, search, onClose }: ActionProps) {
  const { chain, address, safe } = place
  const id = search.id ?? ''
  const { data, error, refetch } = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  const pending = useRecords(sentExecutions)
  const [outcome, setOutcome] = useState<Outcome>()
  const read = useMemo(
    () =>
      data &&
      readTransaction(data, {
        chainId: chain.chainId,
        address,
        version: safe.version,
      }),
    [data, chain.chainId, address, safe.version],
  )
  const execution = read?.signed?.execution
  // The link carries the hash: what was sent is known without the gateway.
  const sent = pending?.find(({ name }) => id.endsWith(name))
  // Followed to its end here, also when it is not pending any more.
  if (sent && !outcome) setOutcome({ kind: 'sent', sent: sent.value })
  if (outcome)
    return (
      <>
        <Steps at="progress" from="review" />
        <Progress place={place} outcome={outcome} onClose={onClose} />
      </>
    )
  if (!data && error)
    return (
      <FailedLookup thing="transaction" error={error} onRetry={refetch}>
        The gateway knows no transaction of this hash. It may belong to another
        network, or it was deleted.
      </FailedLookup>
    )
  if (!data || !pending) return <LoadingRows count={4} />
  if (data.safeAddress !== address || !isAbout(id, data))
    return (
      <Nothing title="The gateway answered with another transaction.">
        It is not shown, so that nobody signs it for the one that was asked for.
      </Nothing>
    )
  const standing = readExecution(data, safe)
  if (standing === 'executed')
    return (
      <Nothing title="This has been executed already.">
        There is nothing left to sign. It is in the history now.
      </Nothing>
    )
  if (!read?.signed || !execution)
    return (
      <Nothing title="This is nothing that owners sign.">
        It can be looked at, but not be confirmed.
      </Nothing>
    )
  return (
    <>
      <Steps at="review" from="review" />
      {standing === 'contradicted' && (
        <Remark kind="danger" role="alert">
          {contradictedWords}
        </Remark>
      )}
      <Review
        place={place}
        transaction={read.signed.transaction}
        proposal={{ details: data, execution }}
        nonce={undefined}
        note=""
        onNote={() => undefined}
        onBack={onClose}
        onDone={setOutcome}
      />
    </>
  )
}
