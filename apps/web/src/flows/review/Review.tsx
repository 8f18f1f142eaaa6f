import type { SafeTransaction } from '@covault/protocol'
import { writeEnvelope } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { Conflicts } from '../../components/transaction/Conflicts.js'
import { useAssessment } from '../../hooks/useAssessment.js'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { useNested } from '../../hooks/useNested.js'
import { useSimulation } from '../../hooks/useSimulation.js'
import { useWaiting } from '../../hooks/useWaiting.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { conflictsQuery, listOthers } from '../../queries/transactions.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import { toDomain } from '../../trust/domain.js'
import { readHashes } from '../../trust/hashSignable.js'
import { AddressText } from '../../ui/AddressText.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import { withSimulation } from '../../understand/assess/simulation.js'
import { toParcel } from '../../understand/carry/parcel.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeEffect } from '../../understand/tell/describeEffect.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { describeError } from '../../words/errors.js'
import { NoteField } from './NoteField.js'
import { OtherWays } from './OtherWays.js'
import { hasMoved, type NameState, usePinnedNames } from './pinned.js'
import { Refusals } from './Refusals.js'
import { ReviewDocument, ReviewHead } from './ReviewDocument.js'
import type { ReviewProps } from './reviewProps.js'
import { readCheckState, Tally } from './Tally.js'
import { NonceField } from './transaction/NonceField.js'
import { PinnedNames } from './transaction/PinnedNames.js'
import { ProposedBy } from './transaction/ProposedBy.js'
import { describeTotal } from './transaction/Recipients.js'
import {
  hasRefund,
  RefundOf,
  type Reviewed,
  TransactionBody,
} from './transaction/TransactionBody.js'

/**
 * The heart of the product: a document of what will happen, computed here from
 * the bytes, that ends in the signature. Nothing can be signed before all of
 * it stands there and agrees.
 */
export function Review(props: ReviewProps) {
  const { place, transaction } = props
  const signed = useSignable(place, transaction)
  const { hashes } = signed
  const { data, error, refetch } = useDecoded(place, {
    call: transaction,
    signed,
    digest: hashes.signed,
  })
  if (data) return <Decoded {...props} signed={signed} decoded={data} />
  if (!error) return <LoadingRows count={5} />
  return (
    <>
      <Remark kind="danger" role="alert">
        Can’t read this transaction: {describeError(error)} Retry before you
        sign.
      </Remark>
      <div className={column.actions}>
        <RetryButton onRetry={refetch} />
        <OfflineButton {...props} signed={signed} />
      </div>
    </>
  )
}

/** Signing what is known without a chain is a review of its own. */
function OfflineButton({
  place,
  proposal,
  note,
  signed,
}: ReviewProps & Pick<Reviewed, 'signed'>) {
  const navigate = useNavigate()
  const claim = proposal && claimTransaction(proposal.execution)
  const parcel = () =>
    toParcel(signed, { confirmations: claim?.confirmations ?? [], note })
  return (
    <Button
      variant="default"
      onClick={() =>
        void navigate({
          to: paths.bringIn,
          search: toSafeSearch(place),
          state: { brought: [{ text: writeEnvelope(parcel()) }] },
        })
      }
    >
      Review without the network
    </Button>
  )
}

function Decoded(props: ReviewProps & Pick<Reviewed, 'signed' | 'decoded'>) {
  const { place, transaction, proposal, nonce, signed, decoded } = props
  const { chain } = place
  const nameOf = useNameOf(place)
  const digest = signed.hashes.signed
  const nested = useNested(place, { decoded, digest })
  const waiting = useWaiting(place)
  const asked = { signed, digest, decoded, nested, waiting }
  const assessment = useAssessment(place, asked)
  const { intent } = decoded
  const simulation = useSimulation(place, { transaction, digest, intent })
  const found = assessment.data
    ? withSimulation(assessment.data, simulation)
    : undefined
  const judged = { nested: nested ?? [], assessment, simulation, found }
  const names = usePinnedNames(chain, props.names ?? [])
  const hasMovedNames = names.some(hasMoved)
  const contracts = useMemo(() => [...decoded.contracts.values()], [decoded])
  const claim = proposal && claimTransaction(proposal.execution)
  const check = useQuery(
    checkQuery({ chain, signable: signed, claim, hash: digest, contracts }),
  )
  const { onUseInstead } = props
  const reviewed = { place, signed, decoded, nameOf, onUseInstead, ...judged }
  return (
    <ReviewDocument
      head={
        <Head {...reviewed} proposal={proposal} check={check} names={names} />
      }
      body={
        <>
          <Conflicts
            place={place}
            nonce={transaction.nonce}
            hash={digest}
            isRejection={intent.kind === 'reject'}
          />
          <TransactionBody {...reviewed} />
        </>
      }
      hashes={signed.hashes}
      device="Compare with what your hardware wallet shows: the domain hash and message hash, or fields such as recipient and amount."
      beneath={
        <NonceField
          transaction={transaction}
          choice={nonce}
          isSigned={check.data?.confirmations.some(isVerified) ?? false}
        />
      }
      beside={
        <>
          <NoteField {...props} />
          <PinnedNames names={names} />
        </>
      }
      check={check}
      known={{ kind: 'transaction', decoded, simulation, proposal }}
      seal={{
        ...props,
        signable: signed,
        summary: describeTotal(intent, chain) ?? `Nonce ${transaction.nonce}`,
        claim,
        contracts,
        findings: simulation.isSettled ? found?.findings : undefined,
        failure: assessment.data ? null : assessment.error,
        hasMovedNames,
        nonceError: nonce?.reading.error,
        marks: props.message,
        nameOf,
        backTitle: proposal ? 'Close' : 'Back',
        children: (
          <OtherWays
            {...props}
            signable={signed}
            hash={digest}
            check={check.data}
            nameOf={nameOf}
          />
        ),
      }}
    />
  )
}

function isVerified({ status }: CheckedConfirmation): boolean {
  return status === 'verified'
}

function useSignable({ chain, safe }: SafePlace, transaction: SafeTransaction) {
  const { address, version } = safe
  return useMemo(() => {
    const domain = toDomain(chain, { address, version })
    const signable = { kind: 'transaction', domain, transaction } as const
    return { ...signable, hashes: readHashes(signable) }
  }, [chain, address, version, transaction])
}

function Head({
  proposal,
  check,
  names,
  ...reviewed
}: Reviewed &
  Pick<ReviewProps, 'proposal'> & {
    check: UseQueryResult<SignableCheck>
    names: readonly NameState[]
  }) {
  const { place, signed, decoded, nested, nameOf, found } = reviewed
  const { chainId } = place.chain
  const { nonce } = signed.transaction
  const { data: conflicts } = useQuery(
    conflictsQuery({ chainId, address: place.address, nonce }),
  )
  // All digits of every address stand in the rows below.
  const inShort: NameOf = (who) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  return (
    <ReviewHead
      sentence={
        <>
          <AddressText text={describeEffect(reviewed, inShort)} />
          {/* A rejection names the nonce itself. */}
          {decoded.intent.kind !== 'reject' &&
            (nested.length > 0
              ? `; the approval has nonce ${signed.transaction.nonce} in this safe`
              : `, at nonce ${signed.transaction.nonce}`)}
          {hasRefund(reviewed) && (
            <>
              , and pay <RefundOf {...reviewed} />
            </>
          )}
          .
        </>
      }
    >
      <Refusals check={check.data} nameOf={nameOf} names={names} />
      {proposal && <ProposedBy proposal={proposal} nameOf={inShort} />}
      <Tally
        place={place}
        assessment={found}
        conflicts={listOthers(conflicts?.waiting, signed.hashes.signed).length}
        check={names.some(hasMoved) ? 'refused' : readCheckState(check)}
      />
    </ReviewHead>
  )
}
