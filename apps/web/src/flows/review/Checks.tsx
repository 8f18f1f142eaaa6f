import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { SignableReasons } from '../../components/transaction/SignableReasons.js'
import { WhyBelieve } from '../../components/transaction/WhyBelieve.js'
import { capitalise } from '../../lib/capitalise.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { isAlone } from '../../queries/gateway.js'
import { isUnreached } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import {
  type FieldCheck,
  secondSource,
  singleSource,
} from '../../trust/fieldCheck.js'
import { gatewaySays, isGatewaysWord } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import { describeError } from '../../words/errors.js'
import { writeUnreachable } from '../../words/outages.js'
import { uncheckedWords, writeUncounted } from '../../words/seals.js'
import { FailedCheck, listFailed, toCheckId } from './Refusals.js'
import classes from './Review.module.css'

/** What was compared, with whom, and what did not agree. */
export function Checks({
  check: { data, error, refetch },
  ...known
}: {
  check: Pick<UseQueryResult<SignableCheck>, 'data' | 'error' | 'refetch'>
} & Omit<ComponentProps<typeof SignableReasons>, 'check'>) {
  const isAway = isUnreached(error)
  return (
    <section aria-labelledby="review-checks" className={classes.section}>
      <h2 id="review-checks" className={classes.heading}>
        What was checked {data && <ProvenanceMark of={data.provenance} />}
      </h2>
      {error && (
        <>
          <Remark kind="danger" role="alert">
            {isAway && `${writeUnreachable(known.place.chain.name)} `}
            {describeError(error)} Nothing can be signed until{' '}
            {isAway ? 'the network answers' : 'the checks pass'}.
          </Remark>
          <RetryButton size="xs" onRetry={refetch} />
        </>
      )}
      {!data && !error && (
        <div role="status" aria-label="Checking">
          <SkeletonBar width={280} />
        </div>
      )}
      {data && <Report check={data} />}
      <WhyBelieve>
        <SignableReasons {...known} check={data} />
      </WhyBelieve>
    </section>
  )
}

function writeUncompared(count: number): string {
  const why = isAlone ? 'there is no gateway' : 'the gateway doesn’t answer'
  return `${formatNumber(count)} couldn’t be compared, because ${why}.`
}

function Report({ check: { fields, provenance } }: { check: SignableCheck }) {
  const differing = listFailed(fields)
  const passed = fields.filter(({ status }) => status === 'ok').length
  const sources = fields.find(({ field }) => field === secondSource)
  const unknown = fields.filter(
    (one) =>
      one.status === 'unknown' &&
      one !== sources &&
      one.fact !== 'confirmations',
  ).length
  const uncounted = fields.filter(
    ({ status, fact }) => status === 'unknown' && fact === 'confirmations',
  ).length
  return (
    <>
      {differing.length > 0 && (
        <div className={classes.refusal}>
          <Remark kind="danger">
            Do not sign. {formatCount(differing.length, 'check')} failed:
          </Remark>
          <ul className={classes.failed}>
            {differing.map((one) => (
              <li
                key={one.field}
                id={toCheckId(one)}
                data-refused={one.field}
                tabIndex={-1}
              >
                <FailedCheck one={one} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {differing.length === 0 && (
        <Status kind="ok" isSentence>
          Signatures and chain data: {formatCount(passed, 'check')} passed
          {unknown > 0 && `. ${writeUncompared(unknown)}`}
        </Status>
      )}
      {uncounted > 0 && (
        <Remark kind="warn">{writeUncounted(uncounted)}</Remark>
      )}
      {isGatewaysWord(provenance) && (
        <Remark kind="warn">
          Reported by the gateway only. No other RPC endpoint answered: neither
          your own, nor your wallet’s, nor Covault’s default. To check what the
          gateway reports, set your own RPC endpoint in Settings, Servers.
        </Remark>
      )}
      {sources?.status === 'unknown' && (
        <Status kind="waiting" isSentence>
          {sources.here === singleSource
            ? 'The chain was read through one server (RPC endpoint) only. For more safety, add a second in Settings, Servers.'
            : `${capitalise(sources.here)}.`}
        </Status>
      )}
      <details>
        <summary>Every check</summary>
        <ul className={classes.checks}>
          {fields.map((one) => (
            <li key={one.field} className={classes.check}>
              <span>{one.field}</span>
              <span className={classes.value}>{one.here}</span>
              <Compared one={one} />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Compared({
  one: { fact, status, claim, provenance },
}: {
  one: FieldCheck
}) {
  if (status === 'differs') return <Status kind="danger">differs</Status>
  if (status === 'unknown' && fact === 'confirmations')
    return <Status kind="waiting">{uncheckedWords}</Status>
  return (
    <span className={classes.compared}>
      {status === 'unknown' ? (
        <Status kind="waiting">
          {provenance.kind === 'gateway' ? 'gateway only' : 'chain only'}
        </Status>
      ) : (
        <Status kind="ok">agrees</Status>
      )}
      {provenance.kind === 'computed' && <ProvenanceMark of={provenance} />}
      {claim?.by === 'gateway' && (
        <ProvenanceMark of={gatewaySays}>gateway agrees</ProvenanceMark>
      )}
    </span>
  )
}
