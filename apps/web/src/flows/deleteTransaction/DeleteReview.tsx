import { getTotp } from '@covault/protocol'
import { useId } from 'react'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { endHeadline } from '../../lib/endHeadline.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import { computedHere } from '../../trust/provenance.js'
import { AddressText } from '../../ui/AddressText.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Note } from '../../ui/Note.js'
import { Remark } from '../../ui/Remark.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import type { SignedTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeIntent } from '../../understand/tell/describeIntent.js'
import type { Connection } from '../../wallet/connection.js'
import { describeError } from '../../words/errors.js'
import { findPlaceReason } from '../act/findPlaceReason.js'
import { ActBlock } from '../review/ActBlock.js'
import { HashFact } from '../review/HashList.js'
import review from '../review/Review.module.css'
import seal from '../review/SealBlock.module.css'
import type { WalletWork } from '../review/useWalletWork.js'
import classes from './DeleteReview.module.css'
import { describeRest, type Neighbours, warnOfGap } from './judgeDeletion.js'

/** Transaction, what that leaves behind, and the button. */
export function DeleteReview({
  place,
  signed: { transaction, hashes, execution },
  neighbours,
  connection,
  refusal,
  work,
  onDelete,
  onClose,
}: {
  place: SafePlace
  signed: SignedTransaction
  neighbours: Neighbours
  connection: Connection | undefined
  refusal: string | undefined
  work: Pick<WalletWork<never>, 'isPending' | 'error' | 'stop'>
  onDelete: () => void
  onClose: () => void
}) {
  const id = useId()
  const { nonce } = transaction
  const gap = warnOfGap(nonce, neighbours)
  return (
    <article className={classes.document}>
      <header className={review.head}>
        <h1 className={review.sentence}>Delete this transaction</h1>
        <Words place={place} transaction={transaction} hashes={hashes} />
      </header>
      <section aria-labelledby={`${id}-what`} className={review.section}>
        <h2 id={`${id}-what`} className={review.heading}>
          Transaction
        </h2>
        <dl className={review.facts}>
          <HashFact id="safeTxHash" name="safeTxHash" hash={hashes.signed}>
            <ProvenanceMark of={computedHere} />
          </HashFact>
        </dl>
        <p className={review.hint}>{describeRest(nonce, neighbours)}</p>
        {gap && <Remark kind="warn">{gap}</Remark>}
      </section>
      <section aria-labelledby={`${id}-stays`} className={review.section}>
        <h2 id={`${id}-stays`} className={review.heading}>
          Signatures
        </h2>
        <Note
          severity="warning"
          title="Deleting does not cancel the transaction."
          actions={
            <LinkButton
              size="xs"
              to="."
              search={openFlow('reject', { nonce: String(nonce) })}
            >
              Reject instead
            </LinkButton>
          }
        >
          {describeSignatures(execution.confirmations.length)} until nonce{' '}
          {String(nonce)} is used. To cancel the transaction, reject it instead.
        </Note>
      </section>
      <ActBlock
        title="Delete from the queue"
        words="Delete"
        isDanger
        chain={place.chain}
        reason={findPlaceReason(connection, {
          chain: place.chain,
          refuse: () => refusal,
        })}
        work={work}
        onAct={onDelete}
        back={{ title: 'Cancel', onBack: onClose }}
      >
        <p className={seal.reason}>
          Your wallet shows “DeleteRequest”, this hash and the number{' '}
          {String(getTotp({ unixSeconds: Date.now() / 1000 }))}: the time, in
          hours since 1970. Nothing happens on the chain.
        </p>
      </ActBlock>
    </article>
  )
}

function Words({
  place,
  transaction,
  hashes,
}: { place: SafePlace } & Pick<SignedTransaction, 'transaction' | 'hashes'>) {
  const nameOf = useNameOf(place)
  const { data, error } = useDecoded(place, {
    call: transaction,
    signed: undefined,
    digest: hashes.signed,
  })
  if (data)
    return (
      <p className={classes.words}>
        <AddressText text={endHeadline(describeIntent(data.intent, nameOf))} />
      </p>
    )
  if (!error) return <SkeletonBar width={280} />
  return (
    <Remark kind="warn">
      Can’t read the transaction. {describeError(error)}
    </Remark>
  )
}

function describeSignatures(count: number): string {
  if (count === 1)
    return 'The existing signature stays valid outside this gateway, and anyone who has a copy can use it'
  const which =
    count === 0
      ? 'Existing signatures'
      : `The ${formatCount(count, 'existing signature')}`
  return `${which} stay valid outside this gateway, and anyone who has a copy can use them`
}
