import type { TransactionDetails } from '@covault/api'
import type { Call } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../hooks/useDraft.js'
import { useLocal } from '../../hooks/useLocal.js'
import { type FlowName, openFlow } from '../../lib/flowSearch.js'
import { localTransactions } from '../../preferences/localQueue.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { findForm } from '../../understand/decode/listCalls.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import { DiscardLocal } from '../DiscardLocal.js'
import { DeleteDraft } from '../team/DeleteDraft.js'
import classes from './TransactionDetails.module.css'

/** What can be done about one that waits. Others see why they cannot. */
export function TransactionActions({
  place,
  details: { txId, executedAt, detailedExecutionInfo },
  call,
  isMismatch,
}: {
  place: SafePlace
  details: TransactionDetails
  call: Call | undefined
  /** Bytes, chain and gateway do not agree: nothing is offered first. */
  isMismatch: boolean
}) {
  const { chain, address, safe } = place
  const { data: account } = useQuery(accountQuery)
  const draft = useDraft(place, txId)
  const local = useLocal(localTransactions, place, txId)
  const { data: through = [] } = useQuery(
    owningSafesQuery({ chain, address, account: account ?? null }),
  )
  if (executedAt !== null || detailedExecutionInfo?.type !== 'MULTISIG')
    return null
  const { nonce, proposer, proposedByDelegate, confirmations } =
    detailedExecutionInfo
  if (nonce < safe.nonce) return null
  const isOwner = account && safe.owners.includes(account)
  // What the gateway does not have it cannot delete.
  const isProposer =
    account &&
    local?.isProposed !== false &&
    [proposer?.value, proposedByDelegate?.value].includes(account)
  const signers = confirmations
    .map(({ signer }) => signer.value)
    .filter((signer) => safe.owners.includes(signer))
  const isAsked = isOwner && !signers.includes(account)
  const isFull =
    nonce === safe.nonce && signers.length + (isAsked ? 1 : 0) >= safe.threshold
  const canAct = account && !isMismatch && (isAsked || isFull)
  const form = call && findForm(call)
  return (
    <div className={classes.actions}>
      <FlowButton flow="confirm" subject={{ id: txId }} isPrimary={canAct}>
        {!canAct ? 'Review' : isFull ? 'Review and execute' : 'Review and sign'}
      </FlowButton>
      {isOwner && (
        <>
          <FlowButton flow="reject" subject={{ nonce: String(nonce) }}>
            Reject
          </FlowButton>
          <FlowButton
            flow={form ?? 'send-tokens'}
            subject={{ nonce: String(nonce), ...(form && { id: txId }) }}
          >
            Replace
          </FlowButton>
        </>
      )}
      <FlowButton flow="share" subject={{ id: txId }}>
        Share
      </FlowButton>
      {draft && (isOwner || draft.savedBy === account) && (
        <DeleteDraft place={place} draft={draft} />
      )}
      {isProposer && !draft && (
        <FlowButton flow="delete" subject={{ id: txId }}>
          Delete
        </FlowButton>
      )}
      {local && (
        <DiscardLocal
          place={place}
          kind="transaction"
          hash={local.safeTxHash}
          local={local}
        />
      )}
      {!isOwner && !isMismatch && (
        <p className={classes.note}>
          {through.length > 0
            ? 'You own this safe through another safe. Sign as that safe in the review.'
            : account
              ? 'Only owners can sign. Anyone can execute with enough signatures.'
              : account === null &&
                (isFull
                  ? 'Connect a wallet to execute.'
                  : 'Connect an owner’s wallet to sign.')}
        </p>
      )}
    </div>
  )
}

function FlowButton({
  flow,
  subject,
  isPrimary = false,
  children,
}: {
  flow: FlowName
  subject: Parameters<typeof openFlow>[1]
  isPrimary?: boolean | null | undefined
  children: string
}) {
  return (
    <LinkButton
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      to="."
      search={openFlow(flow, subject)}
      preload={false}
    >
      {children}
    </LinkButton>
  )
}
