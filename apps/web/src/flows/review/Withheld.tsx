import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { formatExactTime } from '../../lib/formatTime.js'
import { useRecords } from '../../preferences/records.js'
import {
  isSeenLately,
  rememberSeen,
  type SeenSignature,
  seenSignatures,
} from '../../preferences/seenSignatures.js'
import { isAlone } from '../../queries/gateway.js'
import { Remark } from '../../ui/Remark.js'
import { claimTransaction, isAtGateway } from '../../understand/assess/claim.js'
import { keepSeen } from '../act/kept.js'
import type { OtherWaysProps } from './reviewProps.js'
import { useHandIn } from './useHandIn.js'
import { WorkError } from './WorkError.js'

/**
 * S56: a signature that this browser has seen and that the gateway does not
 * return any more. What it returns now is remembered, once it is verified.
 */
export function Withheld({
  signable: { domain, transaction },
  hash,
  proposal,
  check,
  nameOf,
}: OtherWaysProps) {
  const seen = useRecords(seenSignatures)
  const isTold = proposal && isAtGateway(claimTransaction(proposal.execution))
  const claimed = isTold ? proposal.execution.confirmations : undefined
  const verified = check?.hash === hash ? check.confirmations : undefined
  useEffect(() => {
    if (!claimed || !verified) return
    const { chainId, safe } = domain
    const signed = { chainId, safe, transaction, safeTxHash: hash }
    void rememberSeen(signed, verified)
  }, [claimed, verified, domain, transaction, hash])
  const missing = (seen ?? [])
    .map(({ value }) => value)
    .filter((one) => one.safeTxHash === hash && isSeenLately(one))
    .filter(
      ({ signer }) => !claimed?.some((claim) => claim.signer.value === signer),
    )
  if (isAlone || !claimed || missing.length === 0) return null
  return (
    <>
      {missing.map((one) => (
        <MissingSignature
          key={one.signer}
          seen={one}
          name={nameOf(one.signer) ?? one.signer}
        />
      ))}
    </>
  )
}

function MissingSignature({
  seen,
  name,
}: {
  seen: SeenSignature
  name: string
}) {
  const submit = useHandIn(keepSeen([seen]))
  return (
    <div data-withheld={seen.signer}>
      <Remark kind="warn" role="alert">
        The gateway no longer returns the signature of {name}, which this
        browser saw on {formatExactTime(seen.at)}. The signature is still valid.
      </Remark>
      <Button
        size="xs"
        variant="default"
        loading={submit.isPending}
        onClick={() => submit.mutate()}
      >
        Resubmit signature
      </Button>
      <WorkError error={submit.error} />
    </div>
  )
}
