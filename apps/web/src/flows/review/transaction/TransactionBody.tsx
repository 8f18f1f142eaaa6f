import type { UseQueryResult } from '@tanstack/react-query'
import { ProvenanceMark } from '../../../components/ProvenanceMark.js'
import { CallOutline } from '../../../components/transaction/CallOutline.js'
import { NestedEffects } from '../../../components/transaction/NestedEffects.js'
import { RawData } from '../../../components/transaction/RawData.js'
import { computedHere } from '../../../trust/provenance.js'
import type { Signable } from '../../../trust/signable.js'
import type { SignableHashes } from '../../../trust/signables/definition.js'
import { Remark } from '../../../ui/Remark.js'
import { RetryButton } from '../../../ui/RetryButton.js'
import type { Assessment } from '../../../understand/assess/applyRules.js'
import type { NestedTransaction } from '../../../understand/assess/nested.js'
import type { SimulationState } from '../../../understand/assess/simulationState.js'
import type { DecodedTransaction } from '../../../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../../../understand/safe/safePlace.js'
import { describeCoverage } from '../../../understand/tell/describeCalls.js'
import type { NameOf } from '../../../understand/tell/describeIntent.js'
import { describeError } from '../../../words/errors.js'
import { FindingsAside, ReviewSection } from '../ReviewDocument.js'
import type { ReviewProps } from '../reviewProps.js'
import { Recipients } from './Recipients.js'
import { Refund } from './Refund.js'
import { SettingsSection } from './SettingsSection.js'
import { SimulationSection } from './SimulationSection.js'

/** A transaction, and what was found out about it. */
export type Reviewed = {
  place: SafePlace
  signed: Signable<'transaction'> & { hashes: SignableHashes }
  decoded: DecodedTransaction
  nested: readonly NestedTransaction[]
  assessment: UseQueryResult<Assessment | null>
  simulation: SimulationState
  /** All findings; undefined while the rules are being applied. */
  found: Assessment | undefined
  nameOf: NameOf
  onUseInstead: ReviewProps['onUseInstead']
}

/** What was found, then what will happen: what changes, who gets what. */
export function TransactionBody(reviewed: Reviewed) {
  const { place, signed, decoded, nested, simulation, found, nameOf } = reviewed
  const { chain, address, safe } = place
  return (
    <>
      {found && (
        <FindingsAside
          {...found}
          nameOf={nameOf}
          onUseInstead={reviewed.onUseInstead}
        />
      )}
      <Unjudged {...reviewed} />
      <SettingsSection place={place} intent={decoded.intent} nameOf={nameOf} />
      <Recipients
        chain={chain}
        decoded={decoded}
        safe={address}
        owners={safe.owners}
        refund={hasRefund(reviewed) && <RefundOf {...reviewed} />}
      />
      <SimulationSection
        place={place}
        nonce={signed.transaction.nonce}
        state={simulation}
        nameOf={nameOf}
      />
      <Calls {...reviewed} />
      {nested.length > 0 && (
        <ReviewSection name="nested" title="What it approves in other safes">
          <NestedEffects nested={nested} nameOf={nameOf} />
        </ReviewSection>
      )}
    </>
  )
}

export function hasRefund({ signed }: Reviewed): boolean {
  return signed.transaction.gasPrice > 0n
}

/** What is paid to the executor. */
export function RefundOf({ place, signed, nameOf }: Reviewed) {
  return (
    <Refund
      chain={place.chain}
      transaction={signed.transaction}
      nameOf={nameOf}
    />
  )
}

function Unjudged({ assessment: { error, refetch } }: Reviewed) {
  if (!error) return null
  return (
    <div>
      <Remark kind="danger" role="alert">
        Can’t run the checks: {describeError(error)} Retry before you sign.
      </Remark>
      <RetryButton size="xs" onRetry={refetch} />
    </div>
  )
}

function Calls({ place, signed, decoded, found, nameOf }: Reviewed) {
  const { transaction } = signed
  return (
    <ReviewSection
      name="calls"
      title={
        <>
          Contract calls <small>{describeCoverage(decoded.tree)}</small>
          <ProvenanceMark of={computedHere} />
        </>
      }
    >
      <CallOutline
        chain={place.chain}
        decoded={decoded}
        findings={found?.findings}
        nameOf={nameOf}
      />
      <RawData call={transaction} transaction={transaction} />
    </ReviewSection>
  )
}
