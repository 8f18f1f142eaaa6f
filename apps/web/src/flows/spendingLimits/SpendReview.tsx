import type { TokenFacts } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type Address, type Hex, keccak256, zeroAddress } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { CodeName } from '../../components/CodeName.js'
import { RawData } from '../../components/transaction/RawData.js'
import { type Allowance, getRemaining } from '../../trust/assets/allowances.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { headQuery } from '../../trust/head.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { writeAmount } from '../../understand/tell/limitWords.js'
import { type Connection, connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { refusalWords, waitWords, writeOpen } from '../../words/demands.js'
import type { Execution } from '../act/execute.js'
import { executionCostQuery } from '../act/executionCost.js'
import type { FeeEdit } from '../act/feeChoice.js'
import { findPlaceReason, type Reason } from '../act/findPlaceReason.js'
import { Acknowledgements } from '../review/Acknowledgements.js'
import { ActBlock } from '../review/ActBlock.js'
import { useDemands } from '../review/demands.js'
import { FeeFields } from '../review/FeeFields.js'
import review from '../review/Review.module.css'
import { listSourceDemands } from '../review/sourceDemands.js'
import { useWalletWork } from '../review/useWalletWork.js'
import classes from './SpendReview.module.css'
import { sendSpending } from './sendSpending.js'
import { encodeSpending, type Spending } from './spending.js'

/** What leaves the safe, what is left afterwards, and the button. */
export function SpendReview({
  place: { chain, address: safe },
  limit,
  token,
  spending: { recipient, value },
  onBack,
  onSent,
}: {
  place: SafePlace
  limit: Allowance
  token: TokenFacts
  spending: Spending
  onBack: () => void
  onSent: (hash: Hex) => void
}) {
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const execution = useMemo(
    () => encodeSpending({ safe, limit, recipient, value }),
    [safe, limit, recipient, value],
  )
  const sender = limit.delegate
  const cost = useQuery(executionCostQuery(chain, { execution, sender }))
  const [fees, setFees] = useState<FeeEdit>()
  const send = useWalletWork({
    about: execution.data,
    ask: (_: undefined, waiting) =>
      sendSpending(wallet, {
        chainId: chain.chainId,
        sender,
        execution,
        fees: fees ? fees.choice : cost.data,
        waiting,
      }),
    onDone: onSent,
  })
  const { data: head } = useQuery(headQuery(chain))
  const demands = useDemands(
    keccak256(execution.data),
    listSourceDemands(head?.source === 'door'),
  )
  return (
    <article className={classes.document}>
      <header className={review.head}>
        <h1 className={review.sentence}>
          Spend {writeAmount(value, token)} from the safe
        </h1>
        <p>
          Your wallet sends this immediately, without the owners’ signatures. It
          can’t be undone.
        </p>
      </header>
      <WhatHappens
        chain={chain}
        safe={safe}
        limit={limit}
        token={token}
        spending={{ recipient, value }}
        execution={execution}
      />
      <ActBlock
        title="Spend"
        words="Spend"
        chain={chain}
        reason={findReason({
          connection,
          chain,
          isTried: cost.data !== undefined,
          isRefused: cost.error !== null,
          openDemands: demands.open,
          feeProblem: fees?.problem,
        })}
        work={send}
        onAct={() => send.start(undefined)}
        back={{ title: 'Back', onBack }}
      >
        {demands.list.length > 0 && <Acknowledgements demands={demands} />}
        <FeeFields
          chain={chain}
          execution={execution}
          cost={cost.data}
          error={cost.error}
          edit={fees}
          onEdit={setFees}
        />
      </ActBlock>
    </article>
  )
}

function WhatHappens({
  chain,
  safe,
  limit,
  token,
  spending: { recipient, value },
  execution,
}: {
  chain: ChainConfig
  safe: Address
  limit: Allowance
  token: TokenFacts
  spending: Spending
  execution: Execution
}) {
  const id = useId()
  const remaining = getRemaining(limit)
  return (
    <section aria-labelledby={id} className={review.section}>
      <h2 id={id} className={review.heading}>
        Payment
      </h2>
      <dl className={classes.facts}>
        <dt>From the safe</dt>
        <dd>
          <AddressName chain={chain} address={safe} isFull />
        </dd>
        <dt>To</dt>
        <dd>
          <AddressName chain={chain} address={recipient} isFull />
        </dd>
        {limit.token !== zeroAddress && (
          <>
            <dt>Token</dt>
            <dd>
              <AddressName chain={chain} address={limit.token} isFull />
            </dd>
          </>
        )}
        <dt>Left before</dt>
        <dd>{writeAmount(remaining, token)}</dd>
        <dt>Left after</dt>
        <dd>{writeAmount(remaining - value, token)}</dd>
        <dt>Through</dt>
        <dd>
          <CodeName chain={chain} address={limit.module} />
        </dd>
      </dl>
      <RawData
        call={{ ...execution, value: 0n, operation: 0 }}
        transaction={undefined}
      />
    </section>
  )
}

function findReason({
  connection,
  chain,
  isTried,
  isRefused,
  openDemands,
  feeProblem,
}: {
  connection: Connection | undefined
  chain: ChainConfig
  isTried: boolean
  isRefused: boolean
  openDemands: number
  feeProblem: string | undefined
}): Reason | undefined {
  const placeReason = findPlaceReason(connection, { chain })
  if (placeReason) return placeReason
  if (isRefused)
    return {
      kind: 'reason',
      words: refusalWords.module,
    }
  if (!isTried) return { kind: 'reason', words: waitWords.simulating }
  if (openDemands > 0) return { kind: 'reason', words: writeOpen(openDemands) }
  return feeProblem ? { kind: 'reason', words: feeProblem } : undefined
}
