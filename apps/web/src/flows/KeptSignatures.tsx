import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { describeError } from '../lib/describeError.js'
import { formatAddress } from '../lib/formatAddress.js'
import { keptSignatures } from '../preferences/keptSignatures.js'
import { useRecords } from '../preferences/records.js'
import { livenessQuery } from '../queries/health.js'
import { Banner } from '../ui/Banner.js'
import { saveMessageSignature, saveSignature } from './keptFiles.js'
import { keptMessageSignatures } from './keptWork.js'
import { submitKept, submitKeptMessage } from './submit.js'

/** A signature is on its way for that long; then its page must have gone. */
const underWayTime = 30_000

type Kept = {
  chainId: number
  safe: Address
  signer: Address
  at: number
  failedAt?: number | undefined
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
    value.failedAt !== undefined || Date.now() - value.at > underWayTime
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
        />
      ))}
    </>
  )
}

function KeptSignature({
  kept: { at, failedAt = at, signer },
  isShown,
  what,
  onSubmit,
  onSave,
}: {
  kept: Kept
  isShown: boolean
  what: string
  onSubmit: () => Promise<void>
  onSave: () => void
}) {
  const queries = useQueryClient()
  const submit = useMutation({
    mutationFn: onSubmit,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gateway'] }),
  })
  useSubmitWhenBack(failedAt, submit.mutate)
  if (!isShown) return null
  return (
    <Banner
      title="A signature of yours is kept in this browser."
      action={
        <>
          <Button
            size="xs"
            loading={submit.isPending}
            onClick={() => submit.mutate()}
          >
            Submit again
          </Button>{' '}
          <Button size="xs" variant="default" onClick={onSave}>
            Save as a file
          </Button>
        </>
      }
    >
      {formatAddress(signer, { digits: 4 })} has signed {what}, and the gateway
      does not have it yet.
      {submit.error && ` It says: ${describeError(submit.error)}`}
    </Banner>
  )
}

/** By itself after every outage, and when it has been lying for a while. */
function useSubmitWhenBack(failedAt: number, submit: () => void): void {
  const { isSuccess, isError } = useQuery(livenessQuery)
  const isWaiting = useRef(Date.now() - failedAt > underWayTime)
  useEffect(() => {
    if (isError) isWaiting.current = true
    if (!isSuccess || !isWaiting.current) return
    isWaiting.current = false
    submit()
  }, [isSuccess, isError, submit])
}
