import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatAddress } from '../../lib/formatAddress.js'
import { useRecords } from '../../preferences/records.js'
import { livenessQuery } from '../../queries/health.js'
import type { SignableKind } from '../../trust/signable.js'
import { Banner } from '../../ui/Banner.js'
import { describeError } from '../../words/errors.js'
import { describeKept, forgetKept, saveKept } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import { acting } from '../act/signables/signables.js'
import { useHandIn } from '../review/useHandIn.js'

/** A signature is on its way for that long; then something must be wrong. */
const underWayTime = 30_000

const kinds = Object.keys(acting) as SignableKind[]

type KeptValue = Kept['value']

/** Signatures that the gateway does not have, submitted when it is back. */
export function KeptSignatures(props: {
  isShown: (kept: KeptValue) => boolean
}) {
  return kinds.map((kind) => <KeptOf key={kind} kind={kind} {...props} />)
}

function KeptOf<Kind extends SignableKind>({
  kind,
  isShown,
}: {
  kind: Kind
  isShown: (kept: KeptValue) => boolean
}) {
  const records = useRecords(acting[kind].kept.records) ?? []
  return records
    .filter(({ value }) => isLeft(value))
    .map(({ name, value }) => (
      <KeptSignature
        key={name}
        kept={{ kind, value } as Kept}
        isShown={isShown(value)}
      />
    ))
}

function isLeft(value: KeptValue): boolean {
  return Boolean(value.failedAt ?? value.isLate) || isStranded(value)
}

/** Whoever was submitting it has gone: it is older than this very page. */
function isStranded({ at }: KeptValue): boolean {
  return at < performance.timeOrigin || Date.now() - at > underWayTime
}

function KeptSignature({ kept, isShown }: { kept: Kept; isShown: boolean }) {
  const { signer, isLate } = kept.value
  const submit = useHandIn([kept])
  useSubmitWhenBack(kept.value, submit.mutate)
  if (!isShown) return null
  return (
    <Banner
      title={
        isLate
          ? 'Your wallet signed after you stopped waiting.'
          : 'A signature hasn’t been submitted yet.'
      }
      action={
        <>
          <Button
            size="xs"
            loading={submit.isPending}
            onClick={() => submit.mutate()}
          >
            {isLate ? 'Submit signature' : 'Resubmit'}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={() => saveKept(kept)}>
            Save as file
          </Button>{' '}
          {isLate && (
            <Button
              size="xs"
              variant="default"
              onClick={() => forgetKept(kept)}
            >
              Discard
            </Button>
          )}
        </>
      }
    >
      {formatAddress(signer, { digits: 4 })} signed {describeKept(kept)}, and
      the gateway doesn’t have the signature yet.
      {isLate &&
        ' This browser keeps the signature until you submit or discard it.'}
      {submit.error && ` ${describeError(submit.error)}`}
    </Banner>
  )
}

/**
 * By itself after every outage, and when it has been lying for a while. Not
 * what came late: whether it is still meant is for its owner to say.
 */
function useSubmitWhenBack(kept: KeptValue, submit: () => void): void {
  const { failedAt, isLate } = kept
  const { isSuccess, isError } = useQuery(livenessQuery)
  const isWaiting = useRef(
    failedAt === undefined
      ? isStranded(kept)
      : Date.now() - failedAt > underWayTime,
  )
  useEffect(() => {
    if (isLate) return
    if (isError) isWaiting.current = true
    if (!isSuccess || !isWaiting.current) return
    isWaiting.current = false
    submit()
  }, [isSuccess, isError, isLate, submit])
}
