import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import type {
  CheckedConfirmation,
  ClaimedConfirmation,
} from '../../trust/confirmations.js'
import { Seal, type SealState } from '../../ui/drawn/Seal.js'
import { Moment } from '../../ui/Moment.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import classes from './SealList.module.css'

/** A claim as it came. */
type Claim = Pick<ClaimedConfirmation, 'signer' | 'at'>

/**
 * Who has sealed it and who has not: the owners in their fixed order, then
 * those who are none. Until a claim is checked it is called one.
 */
export function SealList({
  owners,
  claims,
  checked,
  nameOf,
  isOver = false,
}: {
  owners: readonly Address[]
  claims: readonly Claim[]
  checked: readonly CheckedConfirmation[] | undefined
  nameOf: NameOf
  /** Nobody is asked any more. */
  isOver?: boolean
}) {
  const { data: account } = useQuery(accountQuery)
  const others = claims
    .map(({ signer }) => signer)
    .filter((signer) => !owners.includes(signer))
  return (
    <ul>
      {[...owners, ...new Set(others)].map((owner) => {
        const claim = claims.find(({ signer }) => signer === owner)
        const check = checked?.find(({ signer }) => signer === owner)
        const isYou = owner === account
        const name = nameOf(owner) ?? formatAddress(owner, { digits: 4 })
        return (
          <li key={owner} className={classes.row}>
            <Seal
              address={owner}
              state={toSealState(claim, check, isYou && !isOver)}
              size={32}
            />
            <span className={classes.who}>
              <b title={owner}>
                {name}
                {isYou && ' (you)'}
              </b>
              <span className={classes.note}>
                {claim ? (
                  <Signed claim={claim} check={check} />
                ) : (
                  describeMissing({ isYou, isOver })
                )}
              </span>
              {check?.status === 'invalid' && (
                <Remark kind="danger" role="alert">
                  {check.reason} This signature does not count.
                </Remark>
              )}
              {check?.status === 'stranger' && (
                <span className={classes.note}>Not currently an owner</span>
              )}
            </span>
            {claim && <Mark check={check} />}
          </li>
        )
      })}
    </ul>
  )
}

function toSealState(
  claim: Claim | undefined,
  check: CheckedConfirmation | undefined,
  isAsked: boolean,
): SealState {
  if (!claim) return isAsked ? 'you' : 'open'
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
}: {
  claim: Claim
  check: CheckedConfirmation | undefined
}): ReactNode {
  const kind = check && 'kind' in check ? kinds[check.kind] : ''
  return (
    <>
      Signed {at !== undefined && <Moment at={at} />}
      {kind}
    </>
  )
}

function Mark({ check }: { check: CheckedConfirmation | undefined }) {
  if (!check) return <Status kind="waiting">reported by the gateway</Status>
  if (check.status === 'invalid')
    return <Status kind="danger">not valid</Status>
  return <Status kind="ok">verified</Status>
}
