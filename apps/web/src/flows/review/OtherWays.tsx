import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isAlone } from '../../queries/gateway.js'
import { livenessQuery } from '../../queries/health.js'
import { connectionQuery } from '../../wallet/connection.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import { useRole } from '../../wallet/role.js'
import { useMember } from '../../wallet/useMember.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import type { Outcome } from '../act/outcome.js'
import { proposeUnsigned } from '../act/submit.js'
import type { OtherWaysProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { ShareReview } from './ShareReview.js'
import { SignAsParent } from './SignAsParent.js'
import { Withheld } from './Withheld.js'
import { WorkError } from './WorkError.js'

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

/** For the other members to look at and sign; nothing is signed here. */
function SaveDraft({
  place: { chain },
  signable,
  hash,
  note,
  app,
  nonce,
  onDone,
}: OtherWaysProps) {
  const { data: connection } = useQuery(connectionQuery)
  const role = useRole([chain], connection?.account ?? null)
  const wallet = useWalletLayer()
  const member = useMember()
  const { isError: isAway } = useQuery(livenessQuery)
  const save = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      if (member)
        await proposeUnsigned({ ...{ signable, note, app }, sender: member })
      return { kind: 'drafted', safeTxHash: hash }
    },
    onSuccess: onDone,
  })
  if (role !== 'owner' && role !== 'proposer') return null
  // Where there is no gateway, sharing keeps it in this browser.
  if (isAlone) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconNotes size={16} stroke={1.75} aria-hidden="true" />}
        loading={save.isPending}
        disabled={isAway || nonce?.reading.error !== undefined || !wallet}
        onClick={() => (member ? save.mutate() : wallet?.openSignIn())}
      >
        {member ? 'Save as draft' : 'Sign in to save as draft'}
      </Button>
      {isAway && (
        <p className={classes.reason}>
          The gateway stores drafts and can’t be reached. Wait until it answers,
          or share this transaction instead.
        </p>
      )}
      {member && !isAway && (
        <p className={classes.reason}>
          A draft is for the other members of this safe and needs no signature.
        </p>
      )}
      <WorkError error={save.error} />
    </>
  )
}
