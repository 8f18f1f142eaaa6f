import type { Message } from '@covault/api'
import type { SafeDomain } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { CopyButton } from '../../components/CopyButton.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { LongText } from '../../components/transaction/LongText.js'
import { isAlone } from '../../queries/gateway.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { computedHere } from '../../trust/provenance.js'
import { validSignatureQuery } from '../../trust/validSignature.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { collectSignature } from '../../understand/assess/collectSignature.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import classes from './Review.module.css'

/** What apps are given, made here from the seals that were verified. */
export function CollectedSignature({
  place,
  domain,
  contentHash,
  check,
  proposal,
}: {
  place: SafePlace
  domain: SafeDomain
  contentHash: Hex
  check: SignableCheck
  proposal: Message
}) {
  const signature = collectSignature(check)
  if (!signature) return null
  return (
    <section aria-labelledby="review-collected" className={classes.section}>
      <h2 id="review-collected" className={classes.heading}>
        The signature <ProvenanceMark of={computedHere} />
      </h2>
      <Validity
        place={place}
        domain={domain}
        contentHash={contentHash}
        signature={signature}
      />
      <dl className={classes.facts}>
        <div className={classes.fact} data-collected={signature}>
          <dt>Signature</dt>
          <dd>
            <LongText text={signature} isCode />
          </dd>
          <dd className={classes.side}>
            <CopyButton label="Copy signature" text={signature} />
          </dd>
        </div>
      </dl>
      <Compared own={signature} prepared={proposal.preparedSignature} />
    </section>
  )
}

function Validity({
  place: { chain, address },
  domain: { version },
  contentHash,
  signature,
}: {
  place: SafePlace
  domain: SafeDomain
  contentHash: Hex
  signature: Hex
}) {
  const { data, error, refetch } = useQuery(
    validSignatureQuery(chain, { address, version, contentHash, signature }),
  )
  if (error && data === undefined)
    return (
      <>
        <Remark kind="warn" role="alert">
          Can’t check whether the safe accepts the signature:{' '}
          {describeError(error)}
        </Remark>
        <RetryButton size="xs" onRetry={refetch} />
      </>
    )
  if (data === undefined)
    return <p className={classes.hint}>Checking with the safe…</p>
  return data ? (
    <Remark kind="ok" role="status">
      The safe accepts the signature: isValidSignature on {chain.name} confirms
      it (EIP-1271).
    </Remark>
  ) : (
    <Remark kind="danger" role="alert">
      The safe does not accept the signature: isValidSignature on {chain.name}{' '}
      refuses. Check the fallback handler.
    </Remark>
  )
}

/** A server that joins other seals may have older ones, or false ones. */
function Compared({ own, prepared }: { own: Hex; prepared: Hex | null }) {
  if (isAlone) return null
  if (prepared === null || prepared.toLowerCase() === own)
    return (
      <p className={classes.hint}>
        {prepared === null
          ? 'The gateway has no combined signature yet.'
          : 'The gateway reports the same signature.'}
      </p>
    )
  return (
    <Remark kind="warn" role="alert">
      The gateway reports another signature. Use the one shown here: every part
      of it was verified.
    </Remark>
  )
}
