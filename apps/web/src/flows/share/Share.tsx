import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isHash } from 'viem'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup, Nothing } from '../../components/LookupStates.js'
import { SharePanel } from '../../components/share/SharePanel.js'
import { useLocal } from '../../hooks/useLocal.js'
import {
  localMessages,
  localTransactions,
} from '../../preferences/localQueue.js'
import { messageQuery } from '../../queries/messages.js'
import { transactionQuery } from '../../queries/transactions.js'
import {
  type CheckedConfirmation,
  findSilence,
} from '../../trust/confirmations.js'
import type { SafeState } from '../../trust/safe.js'
import column from '../../ui/Column.module.css'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import { toParcel } from '../../understand/carry/parcel.js'
import { describeError } from '../../words/errors.js'
import {
  absentMessageWords,
  absentTransactionWords,
} from '../../words/lookups.js'
import { writeLeftOut } from '../../words/seals.js'
import type { ActionProps } from '../machine/flow.js'
import classes from '../progress/Progress.module.css'
import {
  readSharedMessage,
  readSharedTransaction,
  type Shared,
} from './readShared.js'
import { ShareAll } from './ShareAll.js'

/** Of one transaction or message; without either, of all that waits here. */
export function Share(props: ActionProps) {
  if (!props.search.messageHash && !props.search.id)
    return <ShareAll {...props} />
  return props.search.messageHash ? (
    <ShareMessage {...props} />
  ) : (
    <ShareTransaction {...props} />
  )
}

function ShareTransaction(props: ActionProps) {
  const { chain, address } = props.place
  const { chainId } = chain
  const id = props.search.id ?? ''
  const { data, error, refetch } = useQuery(
    transactionQuery({ chainId, address, id }),
  )
  // What was just signed here leaves at once, though the page may still be
  // asking a gateway that does not answer.
  const local = useLocal(localTransactions, props.place, id)
  if (!data && error)
    return (
      <FailedLookup thing="transaction" error={error} onRetry={refetch}>
        {absentTransactionWords}
      </FailedLookup>
    )
  if (!data) return <LoadingRows count={3} />
  const shared = readSharedTransaction(props.place, { id, told: data, local })
  if (!shared)
    return (
      <Nothing title="This transaction can’t be shared.">
        Its content doesn’t match its hash, or it needs no owner signatures.
      </Nothing>
    )
  return <Ready {...props} {...shared} />
}

function ShareMessage(props: ActionProps) {
  const { chain, address } = props.place
  const { chainId } = chain
  const asked = (props.search.messageHash ?? '').toLowerCase()
  const messageHash = isHash(asked) ? asked : '0x'
  const { data, error, refetch } = useQuery(
    messageQuery({ chainId, address, messageHash }),
  )
  const local = useLocal(localMessages, props.place, messageHash)
  if (!data && error)
    return (
      <FailedLookup thing="message" error={error} onRetry={refetch}>
        {absentMessageWords}
      </FailedLookup>
    )
  if (!data) return <LoadingRows count={3} />
  const asking = { messageHash, told: data, local } as const
  const shared = readSharedMessage(props.place, asking)
  if (!shared)
    return (
      <Nothing title="This message can’t be shared.">
        Its content doesn’t match its hash.
      </Nothing>
    )
  return <Ready {...props} {...shared} />
}

/**
 * Only signatures that count leave: others would be dropped elsewhere. What
 * only a silent chain could tell is left out, and named.
 */
function Ready({
  place,
  signable,
  claim,
  note,
  isCopy,
  onClose,
}: ActionProps & Shared) {
  const { data, error, refetch } = useQuery(
    sealsQuery(place, { ...signable, claim }),
  )
  if (!data && !error) return <LoadingRows count={3} />
  const checked = data ?? []
  const confirmations = checked.filter(({ status }) => status === 'verified')
  const silence = error ?? findSilence(checked)
  const isUnheard = (one: CheckedConfirmation) =>
    one.status === 'unchecked' && one.cause !== undefined
  const unheard = data?.filter(isUnheard) ?? claim.confirmations
  return (
    <section className={column.column} aria-labelledby="share">
      <h1 id="share" className={classes.title}>
        Share {signable.kind}
      </h1>
      <p className={column.hint}>
        {describeReach(place.safe, signable, confirmations)} What you share
        contains no private keys, and opening it executes nothing.
      </p>
      {unheard.length > 0 && (
        <>
          <Remark kind="warn" role="alert">
            {describeError(silence)}{' '}
            {writeLeftOut(unheard.map(({ signer }) => signer))}
          </Remark>
          <RetryButton size="xs" onRetry={refetch} />
        </>
      )}
      {isCopy && (
        <Remark kind="warn" role="status">
          The gateway reports other content under this hash. This browser’s own
          copy is shared, because its content has this hash.
        </Remark>
      )}
      <SharePanel
        chain={place.chain}
        parcel={toParcel(signable, { confirmations, note })}
        isPage
      />
      <div className={column.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

/** Where it has what it takes, whoever has it can use it. */
function describeReach(
  { threshold, nonce }: SafeState,
  signable: Shared['signable'],
  confirmations: readonly CheckedConfirmation[],
): string {
  const { kind } = signable
  const signers = new Set(confirmations.map(({ signer }) => signer)).size
  const canExecute =
    signable.kind === 'transaction' &&
    signers >= threshold &&
    signable.transaction.nonce >= nonce
  return canExecute
    ? `Anyone who receives this ${kind} can read it and, when its nonce is next, execute it.`
    : `Anyone who receives this ${kind} can read it. Only signatures by owners count.`
}
