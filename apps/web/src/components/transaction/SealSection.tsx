import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { isAlone } from '../../queries/gateway.js'
import type { Claim } from '../../trust/checkSignable.js'
import { findSilence } from '../../trust/confirmations.js'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import { isAtGateway } from '../../understand/assess/claim.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { writeUnchecked } from '../../words/seals.js'
import { Part } from './DetailsFrame.js'
import { SealList } from './SealList.js'
import { UncheckedSeals } from './UncheckedSeals.js'

/** Who has signed, each signature checked over the hash computed here. */
export function SealSection({
  place,
  signed: { domain, hashes },
  claim,
  executor,
  isOver = false,
  rest,
  nameOf,
  children,
}: {
  place: SafePlace
  signed: Pick<Signable, 'domain'> & { hashes: SignableHashes }
  claim: Claim
  /** Who sent what has run. */
  executor?: Address | undefined
  isOver?: boolean
  /** What it takes still, in words. */
  rest?: (missing: number) => string
  nameOf: NameOf
  children?: ReactNode
}) {
  const { safe } = place
  const { data, error, refetch } = useQuery(
    sealsQuery(place, { domain, hashes, claim, executor }),
  )
  const isReported = !isAlone && isAtGateway(claim)
  const required = (isOver && claim.threshold) || safe.threshold
  const valid = data?.filter(({ status }) =>
    isOver
      ? status === 'verified' || status === 'stranger'
      : status === 'verified',
  ).length
  const silence = error ?? (data && findSilence(data))
  return (
    <Part
      title="Signatures"
      note={
        <>
          {valid ?? claim.confirmations.length} of {required}
          {valid === undefined
            ? `, ${writeUnchecked({ isReported })}`
            : ', checked in this browser'}
          {!isOver && valid !== undefined && rest?.(required - valid)}
        </>
      }
    >
      {silence !== undefined && silence !== null && (
        <UncheckedSeals error={silence} onRetry={refetch} />
      )}
      <SealList
        place={place}
        hash={hashes.signed}
        owners={safe.owners}
        claims={claim.confirmations}
        checked={data}
        nameOf={nameOf}
        isReported={isReported}
        isOver={isOver}
      />
      {children}
    </Part>
  )
}
