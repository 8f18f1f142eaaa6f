import type { TransactionDetails as Details } from '@covault/api'
import type { SafeTransaction } from '@covault/protocol'
import { useMemo } from 'react'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useFindName } from '../../hooks/useFindName.js'
import { endHeadline } from '../../lib/endHeadline.js'
import { isUnreached } from '../../trust/chainClient.js'
import { computedHere } from '../../trust/provenance.js'
import type { SafeState } from '../../trust/safe.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import { describeIfPublished } from '../../understand/carry/offline.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import {
  findMismatch,
  readExecution,
  withThoseOfThen,
} from '../../understand/decode/execution.js'
import {
  type ReadTransaction,
  readTransaction,
  type SignedTransaction,
} from '../../understand/decode/readTransaction.js'
import { findEarlier } from '../../understand/rows/rowStanding.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeCoverage } from '../../understand/tell/describeCalls.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { describeError } from '../../words/errors.js'
import { writeUnchecked } from '../../words/outages.js'
import { MismatchBanner } from '../MismatchBanner.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { Comments } from '../team/Comments.js'
import { CallOutline } from './CallOutline.js'
import { ChainOutcome } from './ChainOutcome.js'
import { Conflicts } from './Conflicts.js'
import { DetailsFrame, Part } from './DetailsFrame.js'
import { Movements } from './Movements.js'
import { RawData } from './RawData.js'
import { SafeRecord } from './SafeRecord.js'
import { SealSection } from './SealSection.js'
import { TransactionActions } from './TransactionActions.js'
import classes from './TransactionDetails.module.css'
import { TransactionDocument } from './TransactionDocument.js'
import { WhatHappened } from './WhatHappened.js'

export { MessageDetails } from './MessageDetails.js'

/**
 * Everything about one transaction: what it does in words, every call of it,
 * who has signed it, and the record. The bytes are read here; of what the
 * gateway says only those bytes, times and notes are used.
 */
export function TransactionDetails({
  place,
  details: joined,
}: {
  place: SafePlace
  details: Details
}) {
  const { chain, address, safe } = place
  const given = useMemo(() => withThoseOfThen(joined, safe), [joined, safe])
  const isContradicted = readExecution(given, safe) === 'contradicted'
  const details = isContradicted ? { ...given, executedAt: null } : given
  const findName = useFindName()
  const nameOf: NameOf = (who) =>
    who === address
      ? (findName({ chainId: chain.chainId, address: who }) ?? 'this safe')
      : findName({ chainId: chain.chainId, address: who })
  const read = useMemo(
    () =>
      readTransaction(given, {
        chainId: chain.chainId,
        address,
        version: safe.version,
      }),
    [given, chain.chainId, address, safe.version],
  )
  const mismatch = findMismatch(given, { safe, signed: read.signed })
  return (
    <DetailsFrame
      banner={
        mismatch && <MismatchBanner words={mismatch} signed={read.signed} />
      }
      margin={
        <>
          <TransactionActions
            place={place}
            details={details}
            call={read.call}
            isMismatch={mismatch !== undefined}
          />
          {read.signed && (
            <SealSection
              place={place}
              signed={read.signed}
              claim={claimTransaction(read.signed.execution)}
              executor={
                details.executedAt === null
                  ? undefined
                  : read.signed.execution.executor?.value
              }
              isOver={details.executedAt !== null}
              rest={describeRest(safe, read.signed.transaction)}
              nameOf={nameOf}
            />
          )}
          <SafeRecord
            place={place}
            details={details}
            signed={read.signed}
            nameOf={nameOf}
          />
          {read.signed?.isAsClaimed && (
            <Comments
              place={place}
              id={given.txId}
              safeTxHash={read.signed.hashes.signed}
              nameOf={nameOf}
            />
          )}
        </>
      }
    >
      {read.signed && details.executedAt === null && (
        <Conflicts
          place={place}
          nonce={read.signed.transaction.nonce}
          hash={read.signed.hashes.signed}
        />
      )}
      <Executed place={place} details={details} read={read} />
      {read.call ? (
        <Decoded place={place} details={details} read={read} nameOf={nameOf} />
      ) : (
        <WhatHappened place={place} details={details} />
      )}
      {read.call && (
        <RawData call={read.call} transaction={read.signed?.transaction} />
      )}
    </DetailsFrame>
  )
}

function Executed({
  place,
  details,
  read,
}: {
  place: SafePlace
  details: Details
  read: ReadTransaction
}) {
  const { executedAt, txHash } = details
  if (executedAt === null || !txHash) return null
  const executed = { place, details, txHash }
  return (
    <>
      <ChainOutcome {...executed} />
      <Movements {...executed} read={read} />
    </>
  )
}

function describeRest(
  safe: Pick<SafeState, 'nonce'>,
  { nonce }: Pick<SafeTransaction, 'nonce'>,
) {
  const earlier = findEarlier(safe, nonce)
  return (missing: number): string => {
    // Another one was executed at its nonce.
    if (nonce < safe.nonce) return ''
    if (missing > 0) return `, ${missing} missing`
    return earlier === undefined
      ? ', enough to execute'
      : `, enough to execute after nonce ${earlier}`
  }
}

function Decoded({
  place,
  details,
  read,
  nameOf,
}: {
  place: SafePlace
  details: Details
  read: ReadTransaction
  nameOf: NameOf
}) {
  const { data, error, refetch } = useDecoded(place, read)
  if (!data && error) {
    const isTold = read.signed?.isAsClaimed && details.executedAt === null
    return (
      <>
        <div className={classes.failure}>
          <Remark kind="warn" role="alert">
            {isTold
              ? `${writeUnchecked(place.chain.name, isUnreached(error))}. Read from the bytes alone: contracts, tokens and effects may differ. `
              : 'Can’t decode this transaction: '}
            {describeError(error)}
          </Remark>
          <RetryButton size="xs" onRetry={refetch} />
        </div>
        {isTold && read.signed && (
          <BytesDocument place={place} signed={read.signed} nameOf={nameOf} />
        )}
      </>
    )
  }
  if (!data) return <DecodingSkeleton />
  return (
    <TransactionDocument
      place={place}
      details={details}
      read={read}
      decoded={data}
      nameOf={nameOf}
    />
  )
}

/** Where no chain answers: what the release itself knows of the bytes. */
function BytesDocument({
  place,
  signed,
  nameOf,
}: {
  place: SafePlace
  signed: SignedTransaction
  nameOf: NameOf
}) {
  const decoded = useMemo(() => decodeBytes(place, signed), [place, signed])
  const expected = describeIfPublished(decoded.intent, nameOf)
  return (
    <>
      <Part
        title={
          <>
            What it does <ProvenanceMark of={computedHere} />
          </>
        }
      >
        <p className={classes.sentence}>
          <AddressText
            text={endHeadline(describeIntent(decoded.intent, nameOf))}
          />
        </p>
        {expected && <p className={classes.hint}>{expected}</p>}
      </Part>
      <Part title="Contract calls" note={describeCoverage(decoded.tree)}>
        <CallOutline
          chain={place.chain}
          decoded={decoded}
          findings={undefined}
          nameOf={nameOf}
        />
      </Part>
    </>
  )
}

function DecodingSkeleton() {
  return (
    <div role="status" aria-label="Decoding" className={classes.skeleton}>
      <SkeletonBar width={120} />
      <SkeletonBar width={320} height={20} />
      <SkeletonBar width={240} />
      <SkeletonBar width={280} />
    </div>
  )
}
