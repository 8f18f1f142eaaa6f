import type { SafeTransaction } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { CallOutline } from '../../components/transaction/CallOutline.js'
import { Findings } from '../../components/transaction/Findings.js'
import { NestedEffects } from '../../components/transaction/NestedEffects.js'
import { RawData } from '../../components/transaction/RawData.js'
import { useAssessment } from '../../hooks/useAssessment.js'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { useNested } from '../../hooks/useNested.js'
import { useSimulation } from '../../hooks/useSimulation.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { toDomain } from '../../trust/domain.js'
import { computedHere } from '../../trust/provenance.js'
import { readHashes } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import type {
  NestedTransaction,
  SeenTransaction,
} from '../../understand/assess/nested.js'
import { withSimulation } from '../../understand/assess/simulation.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeCoverage } from '../../understand/tell/describeCalls.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { describeError } from '../../words/errors.js'
import { NonceField } from './NonceField.js'
import { NoteField } from './NoteField.js'
import { OtherWays } from './OtherWays.js'
import { PinnedNames } from './PinnedNames.js'
import { ProposedBy } from './ProposedBy.js'
import { hasMoved, usePinnedNames } from './pinned.js'
import { describeTotal, Recipients } from './Recipients.js'
import { Refund } from './Refund.js'
import classes from './Review.module.css'
import { ReviewDocument } from './ReviewDocument.js'
import type { ReviewProps } from './reviewProps.js'
import { SettingsSection } from './SettingsSection.js'
import { SimulationSection } from './SimulationSection.js'
import { Tally } from './Tally.js'

/**
 * The heart of the product: a document of what will happen, computed here from
 * the bytes, that ends in the signature. Nothing can be signed before all of
 * it stands there and agrees.
 */
export function Review(props: ReviewProps) {
  const { place, transaction, proposal, nonce } = props
  const { chain, address, safe } = place
  const nameOf = useNameOf(place)
  const { signable: signed, hashes } = useSignable(place, transaction)
  const digest = hashes.signed
  const decoded = useDecoded(place, { call: transaction, signed, digest })
  const nested = useNested(place, { decoded: decoded.data, digest })
  const assessment = useAssessment(place, {
    signed,
    digest,
    decoded: decoded.data,
    nested,
  })
  const simulation = useSimulation(place, {
    transaction,
    digest,
    intent: decoded.data?.intent,
  })
  const refund = transaction.gasPrice > 0n && (
    <Refund chain={chain} transaction={transaction} nameOf={nameOf} />
  )
  const found = assessment.data
    ? withSimulation(assessment.data, simulation)
    : undefined
  const names = usePinnedNames(chain, props.names ?? [])
  const contracts = useMemo(
    () => (decoded.data ? [...decoded.data.contracts.values()] : undefined),
    [decoded.data],
  )
  const claim = proposal && claimTransaction(proposal.execution)
  const check = useQuery({
    ...checkQuery({
      chain,
      signable: signed,
      claim,
      hash: hashes.signed,
      contracts,
    }),
    // What the calls were explained with is checked along with them.
    enabled: contracts !== undefined,
  })
  if (!decoded.data)
    return decoded.error ? (
      <>
        <Remark kind="danger" role="alert">
          What it does could not be read: {describeError(decoded.error)}
          Nothing can be signed without it.
        </Remark>
        <RetryButton onRetry={decoded.refetch} />
      </>
    ) : (
      <LoadingRows count={5} />
    )
  return (
    <ReviewDocument
      head={
        <Head
          {...props}
          decoded={decoded.data}
          assessment={found}
          isRefused={check.data?.isRefused || names.some(hasMoved)}
          nested={nested ?? []}
          nameOf={nameOf}
          refund={refund}
        />
      }
      body={
        <>
          <Recipients
            chain={chain}
            decoded={decoded.data}
            safe={address}
            owners={safe.owners}
            refund={refund}
          />
          <SettingsSection
            place={place}
            intent={decoded.data.intent}
            nameOf={nameOf}
          />
          <SimulationSection
            place={place}
            nonce={transaction.nonce}
            state={simulation}
            nameOf={nameOf}
          />
          {found && found.findings.length > 0 && (
            <aside
              aria-labelledby="review-findings"
              className={classes.findings}
            >
              <h2 id="review-findings" className={classes.heading}>
                Findings
              </h2>
              <Findings {...found} />
            </aside>
          )}
          {assessment.error && (
            <div>
              <Remark kind="danger" role="alert">
                The rules could not be applied:{' '}
                {describeError(assessment.error)}
                Nothing can be signed without them.
              </Remark>
              <RetryButton size="xs" onRetry={assessment.refetch} />
            </div>
          )}
          <section aria-labelledby="review-calls" className={classes.section}>
            <h2 id="review-calls" className={classes.heading}>
              What it calls <small>{describeCoverage(decoded.data.tree)}</small>
              <ProvenanceMark of={computedHere} />
            </h2>
            {decoded.data.unaskedCount > 0 && (
              <Remark kind="warn">
                It names too many contracts: {decoded.data.unaskedCount} of them
                were not looked up, and their calls are shown as unknown.
              </Remark>
            )}
            <CallOutline
              chain={chain}
              decoded={decoded.data}
              findings={found?.findings}
              nameOf={nameOf}
            />
            <RawData call={transaction} transaction={transaction} />
          </section>
          {nested && nested.length > 0 && (
            <section
              aria-labelledby="review-nested"
              className={classes.section}
            >
              <h2 id="review-nested" className={classes.heading}>
                What it approves in other safes
              </h2>
              <NestedEffects nested={nested} nameOf={nameOf} />
            </section>
          )}
        </>
      }
      hashes={hashes}
      device="A hardware wallet shows the domain hash and the message hash."
      beneath={<NonceField transaction={transaction} choice={nonce} />}
      beside={
        <>
          <NoteField {...props} />
          <PinnedNames chain={chain} names={names} />
        </>
      }
      check={check}
      known={{
        kind: 'transaction',
        decoded: decoded.data,
        simulation,
        proposal,
      }}
      seal={{
        ...props,
        signable: signed,
        summary:
          describeTotal(decoded.data.intent, chain) ??
          `Nonce ${transaction.nonce}`,
        claim,
        claims: (proposal?.execution.confirmations ?? []).map(
          ({ signer, submittedAt }) => ({
            signer: signer.value,
            at: submittedAt,
          }),
        ),
        contracts,
        findings: simulation.isSettled ? found?.findings : undefined,
        hasMovedNames: names.some(hasMoved),
        nonceError: nonce?.reading.error,
        marks: props.message,
        nameOf,
        backTitle: proposal ? 'Close' : 'Back',
        children: (
          <OtherWays
            {...props}
            signable={signed}
            hash={hashes.signed}
            check={check.data}
            nameOf={nameOf}
          />
        ),
      }}
    />
  )
}

function Head({
  place: { chain, safe },
  transaction,
  proposal,
  decoded,
  assessment,
  isRefused,
  nested,
  nameOf,
  refund,
}: ReviewProps & {
  decoded: DecodedTransaction
  assessment: Assessment | undefined
  isRefused: boolean
  nested: readonly NestedTransaction[]
  nameOf: NameOf
  refund: ReactNode
}) {
  // All digits of every address stand in the rows below.
  const inShort: NameOf = (who) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  return (
    <header className={classes.head}>
      <h1 ref={focusWhenLost} className={classes.sentence} tabIndex={-1}>
        {describeEffect({ decoded, nested }, inShort)}
        {nested.length > 0 ? '; here at nonce ' : ', at nonce '}
        {String(transaction.nonce)}
        {refund && <>, and pay {refund}</>}.
      </h1>
      {proposal && <ProposedBy proposal={proposal} nameOf={inShort} />}
      <Tally
        assessment={assessment}
        isRefused={isRefused}
        note={`${chain.name}, needs ${safe.threshold} of ${safe.owners.length} seals`}
      />
    </header>
  )
}

/** An approval is told by what it is for, however many safes further down. */
function describeEffect(
  { decoded: { intent }, nested }: Pick<SeenTransaction, 'decoded' | 'nested'>,
  nameOf: NameOf,
): string {
  const [only] = nested
  if (intent.kind !== 'approveHash') return describeIntent(intent, nameOf)
  const where = nameOf(intent.safe)
  if (only?.status !== 'seen')
    return `Approve an unknown transaction of ${where}`
  const { nonce } = only.signed.transaction
  return `Approve in ${where} at its nonce ${nonce}: ${describeEffect(only, nameOf)}`
}

function useSignable({ chain, safe }: SafePlace, transaction: SafeTransaction) {
  const { address, version } = safe
  return useMemo(() => {
    const domain = toDomain(chain, { address, version })
    const signable = { kind: 'transaction', domain, transaction } as const
    return { signable, hashes: readHashes(signable) }
  }, [chain, address, version, transaction])
}
