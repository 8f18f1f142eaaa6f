import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { Address } from 'viem'
import type { Claim } from '../../trust/checkSignable.js'
import type { Signable, SignableHashes } from '../../trust/signable.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { SealList } from './SealList.js'
import classes from './TransactionDetails.module.css'
import { UncheckedSeals } from './UncheckedSeals.js'

/** Who has signed, each signature checked over the hash computed here. */
export function SealSection({
  place,
  signed: { domain, hashes },
  claim,
  claims,
  executor,
  isOver = false,
  rest,
  nameOf,
  children,
}: {
  place: SafePlace
  signed: Pick<Signable, 'domain'> & { hashes: SignableHashes }
  claim: Claim
  /** Who is said to have signed, and when. */
  claims: ComponentProps<typeof SealList>['claims']
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
  const required = isOver ? claim.threshold : safe.threshold
  const valid = data?.filter(({ status }) =>
    isOver ? status !== 'invalid' : status === 'verified',
  ).length
  return (
    <section>
      <h3 className={classes.title}>
        Seals
        <span className={classes.note}>
          {valid ?? claims.length} of {required}
          {valid === undefined ? ', gateway says' : ', checked here'}
          {!isOver && valid !== undefined && rest?.(required - valid)}
        </span>
      </h3>
      {error && <UncheckedSeals error={error} onRetry={refetch} />}
      <SealList
        owners={safe.owners}
        claims={claims}
        checked={data}
        nameOf={nameOf}
        isOver={isOver}
      />
      {children}
    </section>
  )
}
