import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { Nothing } from '../../components/LookupStates.js'
import { useTokenFacts } from '../../hooks/useTokenFacts.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { allowancesQuery } from '../../trust/assets/allowances.js'
import { connectionQuery } from '../../wallet/connection.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { SpendForm } from './SpendForm.js'
import { SpendReview } from './SpendReview.js'
import { SpendSent } from './SpendSent.js'
import type { Spending } from './spending.js'

type Stage =
  | { step: 'compose' }
  | { step: 'review'; spending: Spending }
  | { step: 'progress'; hash: `0x${string}`; spending: Spending }

/** The beneficiary of a limit spends from it: form, review, progress. */
export function Spend(props: ActionProps) {
  const { place, search } = props
  const { chain, safe } = place
  const { data: connection } = useQuery(connectionQuery)
  const limits = useQuery(allowancesQuery(chain, safe))
  const [stage, setStage] = useState<Stage>({ step: 'compose' })
  const [texts, setTexts] = useState({ recipient: '', amount: '' })
  const limit = limits.data?.books
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ allowances }) => allowances)
    .find(
      ({ delegate, token }) =>
        delegate.toLowerCase() === search.recipient?.toLowerCase() &&
        token.toLowerCase() === search.token?.toLowerCase(),
    )
  const { token } = useTokenFacts(chain, limit?.token)
  if (limits.error && !limits.data)
    return (
      <FailedList
        title={`Can’t read the spending limits on ${chain.name}.`}
        error={limits.error}
        onRetry={limits.refetch}
      >
        Nothing was sent.
      </FailedList>
    )
  if (!limits.data || (limit && !token)) return <LoadingRows count={3} />
  if (stage.step === 'progress' && token)
    return (
      <>
        <Steps at="progress" />
        <SpendSent {...props} {...stage} token={token} />
      </>
    )
  if (!limit || !token)
    return (
      <Nothing title="Spending limit not found.">
        This safe doesn’t have this limit, or it was removed.
      </Nothing>
    )
  const isBeneficiary = connection?.account === limit.delegate
  if (connection?.account && !isBeneficiary)
    return (
      <Nothing title="Only the spender can spend from this limit.">
        The limit is for {limit.delegate}; you are connected as{' '}
        {formatAddress(connection.account, { digits: 4 })}. Choose that account
        in the wallet.
      </Nothing>
    )
  return (
    <>
      <Steps at={stage.step} />
      {stage.step === 'compose' ? (
        <SpendForm
          place={place}
          limit={limit}
          token={token}
          texts={texts}
          onTexts={setTexts}
          onDone={(spending) => setStage({ step: 'review', spending })}
        />
      ) : (
        stage.step === 'review' && (
          <SpendReview
            place={place}
            limit={limit}
            token={token}
            spending={stage.spending}
            onBack={() => setStage({ step: 'compose' })}
            onSent={(hash) =>
              setStage({ step: 'progress', hash, spending: stage.spending })
            }
          />
        )
      )}
    </>
  )
}
