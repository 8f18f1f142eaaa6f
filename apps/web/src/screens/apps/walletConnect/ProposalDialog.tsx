import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { VerificationRemark } from '../../../components/VerificationRemark.js'
import { useFindName } from '../../../hooks/useFindName.js'
import { Dialog, DialogActions } from '../../../ui/Dialog.js'
import { Fact } from '../../../ui/Fact.js'
import { Remark } from '../../../ui/Remark.js'
import { showToast } from '../../../ui/toasts.js'
import { WholeAddress } from '../../../ui/WholeAddress.js'
import type { SafeScope } from '../../../understand/safe/safePlace.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import {
  judgeProposal,
  type Proposal,
} from '../../../walletConnect/proposal.js'
import { describeError } from '../../../words/errors.js'
import { AppMark } from '../AppMark.js'
import classes from './WalletConnect.module.css'

/** A dapp wants to be connected. Who it is stands before what it wants. */
export function ProposalDialog({
  dapps,
  proposal,
  scope: { chain, address },
}: {
  dapps: Dapps
  proposal: Proposal
  scope: SafeScope
}) {
  const findName = useFindName()
  const { peer } = proposal
  const place = { chainId: chain.chainId, chainName: chain.name, address }
  const verdict = judgeProposal(proposal, place, Date.now())
  const refusal = 'refusal' in verdict ? verdict.refusal : undefined
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dapps.approve(proposal, place),
  })
  const refuse = () =>
    void dapps
      .reject(proposal, refusal)
      .catch((failure) =>
        showToast({ kind: 'error', text: describeError(failure) }),
      )
  const isDoubtful = peer?.verification.kind === 'mismatch'
  return (
    <Dialog
      title={refusal ? 'This dapp can’t be connected' : 'Connect this dapp?'}
      size="form"
      onClose={refuse}
    >
      {peer && <Who peer={peer} />}
      {refusal ? (
        <Remark kind="danger" role="alert">
          {refusal.message}
        </Remark>
      ) : (
        <>
          <dl className={classes.facts}>
            <Fact name="As">
              {findName({ chainId: chain.chainId, address }) ?? 'This safe'}{' '}
              <WholeAddress address={address} />
            </Fact>
            <Fact name="On">{chain.name} only</Fact>
          </dl>
          <p className={classes.quiet}>
            The dapp sees the safe’s address and can request transactions and
            signatures. Nothing happens without your review. The name and
            description are the dapp’s own claims.
          </p>
        </>
      )}
      {error && (
        <Remark kind="danger" role="alert">
          Can’t connect. {describeError(error)}
        </Remark>
      )}
      <DialogActions>
        {refusal ? (
          <Button onClick={refuse}>Don’t connect</Button>
        ) : (
          <>
            <Button
              variant={isDoubtful ? 'default' : 'filled'}
              loading={isPending}
              onClick={() => mutate()}
            >
              {isDoubtful ? 'Connect anyway' : 'Connect'}
            </Button>
            <Button
              variant={isDoubtful ? 'filled' : 'default'}
              onClick={refuse}
            >
              Don’t connect
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Who({
  peer: { name, description, origin, verification },
}: {
  peer: NonNullable<Proposal['peer']>
}) {
  return (
    <>
      <div className={classes.peer}>
        <AppMark origin={origin} />
        <div className={classes.who}>
          <b>{name}</b>
          {description && <span className={classes.quiet}>{description}</span>}
          <span className={classes.origin}>{origin}</span>
        </div>
      </div>
      <VerificationRemark origin={origin} verification={verification} />
    </>
  )
}
