import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Signable } from '../../trust/signable.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { accountQuery } from '../../wallet/account.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import { LazySignAsParent, LazyWithheld } from './lateParts.js'
import type { ReviewProps } from './reviewProps.js'

export type OtherWaysProps = Omit<ReviewProps, 'transaction'> & {
  signable: Signable<'transaction'>
  hash: Hex
  check: SignableCheck | undefined
  nameOf: NameOf
}

/** Signatures that are withheld, and safes of the reader that can say yes. */
export function OtherWays(props: OtherWaysProps) {
  const {
    place: { chain, address },
    check,
  } = props
  const { data: account } = useQuery(accountQuery)
  const { data: owning = [] } = useQuery(
    owningSafesQuery(account ? { chain, address, account } : undefined),
  )
  const signed = check?.confirmations.flatMap(({ signer, status }) =>
    status === 'verified' ? signer : [],
  )
  const parents = signed
    ? owning.filter((one) => !signed.includes(one.address))
    : []
  return (
    <>
      {props.proposal && <LazyWithheld {...props} />}
      {parents.length > 0 && (
        <LazySignAsParent parents={parents} props={props} />
      )}
    </>
  )
}
