import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address, Hex } from 'viem'
import { useAddedAt } from '../../hooks/useAddedAt.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type {
  CheckedConfirmation,
  ClaimedConfirmation,
} from '../../trust/confirmations.js'
import { AddressText } from '../../ui/AddressText.js'
import { Seal, type SealState } from '../../ui/drawn/Seal.js'
import { Moment } from '../../ui/Moment.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import { uncheckedWords, writeUnchecked } from '../../words/seals.js'
import { LeftOut } from '../LeftOut.js'
import classes from './SealList.module.css'

/** A claim as it came. */
type Claim = Pick<ClaimedConfirmation, 'signer' | 'at'>

/**
 * Who has sealed it and who has not: the owners in their fixed order, then
 * those who are none. Until a claim is checked it is called one.
 */
export function SealList({
  owners,
  place,
  hash,
  claims,
  checked,
  nameOf,
  isReported,
  isOver = false,
}: {
  place: Pick<SafePlace, 'chain' | 'address'>
  /** What they sign. */
  hash: Hex
  owners: readonly Address[]
  claims: readonly Claim[]
  checked: readonly CheckedConfirmation[] | undefined
  nameOf: NameOf
  /** The claims are the gateway's. */
  isReported: boolean
  /** Nobody is asked any more. */
  isOver?: boolean
}) {
  const { data: account } = useQuery(accountQuery)
  const addedAt = useAddedAt(place, hash)
  const others = claims
    .map(({ signer }) => signer)
    .filter((signer) => !owners.includes(signer))
  return (
    <ul>
      {[...owners, ...new Set(others)].map((owner) => {
        const check = checked?.find(({ signer }) => signer === owner)
        const { leftOut } = check ?? {}
        const told = check ?? claims.find(({ signer }) => signer === owner)
        const claim = check?.status === 'leftOut' ? undefined : told
        const isYou = owner === account
        const name = nameOf(owner) ?? formatAddress(owner, { digits: 4 })
        return (
          <li key={owner} className={classes.row}>
            <Seal
              address={owner}
              state={toSealState(claim, check, { isYou, isOver })}
              size={32}
            />
            <span className={classes.who}>
              <b title={owner}>
                {name}
                {isYou && ' (you)'}
              </b>
              <span className={classes.note}>
                {claim ? (
                  <Signed
                    claim={claim}
                    check={check}
                    addedAt={leftOut ? undefined : addedAt(owner)}
                  />
                ) : (
                  describeMissing({ isYou, isOver })
                )}
              </span>
              {leftOut && (
                <LeftOut place={place} hash={hash} of={owner} {...leftOut} />
              )}
              {isByStranger(check) && (
                <span className={classes.note}>
                  {isOver
                    ? 'Not currently an owner'
                    : 'Not currently an owner. This signature does not count.'}
                </span>
              )}
            </span>
            {claim && (
              <Mark check={check} isReported={isReported} isOver={isOver} />
            )}
            {check?.status === 'invalid' && (
              <div className={classes.reason}>
                <Remark kind="danger" role="alert">
                  <AddressText text={`${check.reason} It does not count.`} />
                </Remark>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function isByStranger(check: CheckedConfirmation | undefined): boolean {
  return (
    check?.status === 'stranger' ||
    (check?.status === 'unchecked' && check.cause === undefined)
  )
}

function toSealState(
  claim: Claim | undefined,
  check: CheckedConfirmation | undefined,
  { isYou, isOver }: { isYou: boolean; isOver: boolean },
): SealState {
  if (!claim) return isYou && !isOver ? 'you' : 'open'
  if (isByStranger(check) && !isOver) return 'open'
  if (check?.status === 'unchecked' && !isByStranger(check)) return 'unheard'
  return check?.status === 'invalid' ? 'invalid' : 'signed'
}

function describeMissing({
  isYou,
  isOver,
}: {
  isYou: boolean
  isOver: boolean
}): string {
  // The gateway may not know every signature that was executed with.
  if (isOver) return 'No signature'
  return isYou ? 'Your signature is missing' : 'Not signed'
}

const kinds = {
  ecdsa: '',
  ethSign: ', eth_sign',
  approvedHash: ', approved on chain',
  contract: ', by its contract',
} as const

function Signed({
  claim: { at },
  check,
  addedAt,
}: {
  claim: Claim
  check: CheckedConfirmation | undefined
  addedAt: number | undefined
}): ReactNode {
  const kind = check && 'kind' in check ? kinds[check.kind] : ''
  return (
    <>
      Signed
      {at !== undefined && (
        <>
          {' '}
          <Moment at={at} />
        </>
      )}
      {kind}
      {at === undefined && addedAt !== undefined && (
        <>
          , added here <Moment at={addedAt} />
        </>
      )}
    </>
  )
}

function Mark({
  check,
  isReported,
  isOver,
}: {
  check: CheckedConfirmation | undefined
  isReported: boolean
  /** Who is no owner any more may have been one then. */
  isOver: boolean
}) {
  if (!check)
    return <Status kind="waiting">{writeUnchecked({ isReported })}</Status>
  if (check.status === 'invalid')
    return <Status kind="danger">not valid</Status>
  if (check.status === 'unchecked')
    return <Status kind="waiting">{uncheckedWords}</Status>
  if (check.status === 'stranger' && !isOver)
    return <Status kind="warn">not counted</Status>
  return <Status kind="ok">verified</Status>
}
