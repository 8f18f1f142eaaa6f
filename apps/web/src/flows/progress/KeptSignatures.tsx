import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import { keptSignatures } from '../../preferences/keptSignatures.js'
import { useRecords } from '../../preferences/records.js'
import { livenessQuery } from '../../queries/health.js'
import { Banner } from '../../ui/Banner.js'
import { describeError } from '../../words/errors.js'
import { saveMessageSignature, saveSignature } from '../act/keptFiles.js'
import { keptMessageSignatures } from '../act/keptWork.js'
import { submitKept, submitKeptMessage } from '../act/submit.js'

/** A signature is on its way for that long; then something must be wrong. */
const underWayTime = 30_000

type Kept = {
  chainId: number
  safe: Address
  signer: Address
  at: number
  failedAt?: number | undefined
  isLate?: boolean | undefined
}

/** Signatures that the gateway does not have, submitted when it is back. */
export function KeptSignatures({
  isShown,
}: {
  isShown: (kept: Kept) => boolean
}) {
  const transactions = useRecords(keptSignatures) ?? []
  const messages = useRecords(keptMessageSignatures) ?? []
  const isLeft = ({ value }: { value: Kept }) =>
    Boolean(value.failedAt ?? value.isLate) || isStranded(value)
  return (
    <>
      {transactions.filter(isLeft).map(({ name, value }) => (
        <KeptSignature
          key={name}
          kept={value}
          isShown={isShown(value)}
          what={`nonce ${value.transaction.nonce}`}
          onSubmit={() => submitKept(value)}
          onSave={() => saveSignature(value)}
          onForget={() => keptSignatures.remove(name)}
        />
      ))}
      {messages.filter(isLeft).map(({ name, value }) => (
        <KeptSignature
          key={name}
          kept={value}
          isShown={isShown(value)}
          what={`message ${formatAddress(value.messageHash, { digits: 4 })}`}
          onSubmit={() => submitKeptMessage(value)}
          onSave={() => saveMessageSignature(value)}
          onForget={() => keptMessageSignatures.remove(name)}
        />
      ))}
    </>
  )
}

/** Whoever was submitting it has gone: it is older than this very page. */
function isStranded({ at }: Kept): boolean {
  return at < performance.timeOrigin || Date.now() - at > underWayTime
}

function KeptSignature({
  kept,
  isShown,
  what,
  onSubmit,
  onSave,
  onForget,
}: {
  kept: Kept
  isShown: boolean
  what: string
  onSubmit: () => Promise<void>
  onSave: () => void
  onForget: () => Promise<void>
}) {
  const { signer, isLate } = kept
  const queries = useQueryClient()
  const submit = useMutation({
    mutationFn: onSubmit,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gateway'] }),
  })
  useSubmitWhenBack(kept, submit.mutate)
  if (!isShown) return null
  return (
    <Banner
      title={
        isLate
          ? 'The wallet signed after you had stopped waiting.'
          : 'A signature of yours is kept in this browser.'
      }
      action={
        <>
          <Button
            size="xs"
            loading={submit.isPending}
            onClick={() => submit.mutate()}
          >
            {isLate ? 'Submit it' : 'Submit again'}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={onSave}>
            Save as a file
          </Button>{' '}
          {isLate && (
            <Button size="xs" variant="default" onClick={() => onForget()}>
              Forget it
            </Button>
          )}
        </>
      }
    >
      {formatAddress(signer, { digits: 4 })} has signed {what}, and the gateway
      does not have it yet.
      {isLate && ' It is kept in this browser until you say what to do.'}
      {submit.error && ` It says: ${describeError(submit.error)}`}
    </Banner>
  )
}

/**
 * By itself after every outage, and when it has been lying for a while. Not
 * what came late: whether it is still meant is for its owner to say.
 */
function useSubmitWhenBack(kept: Kept, submit: () => void): void {
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
