import { useQuery } from '@tanstack/react-query'
import { connectionQuery } from '../../wallet/connection.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import type { OtherWaysProps } from './reviewProps.js'
import { SaveDraft } from './SaveDraft.js'
import { ShareReview } from './ShareReview.js'
import { SignAsParent } from './SignAsParent.js'
import { Withheld } from './Withheld.js'

/** Signatures that are withheld, and safes of the reader that can say yes. */
export function OtherWays(props: OtherWaysProps) {
  const {
    place: { chain, address },
    check,
  } = props
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account
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
      {props.proposal && <Withheld {...props} />}
      {parents.length > 0 && <SignAsParent parents={parents} props={props} />}
      {!props.proposal && <SaveDraft {...props} />}
      <ShareReview
        signable={props.signable}
        isProposed={props.proposal !== undefined}
        note={props.note}
      />
    </>
  )
}
