import { useMemo } from 'react'
import type { Address } from 'viem'
import { MessageBody } from '../../components/transaction/MessageBody.js'
import { useDecoded } from '../../hooks/useDecoded.js'
import { useHeadline } from '../../hooks/useHeadline.js'
import { formatNumber } from '../../lib/formatCount.js'
import type { Signable } from '../../trust/signable.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import { listRecipients } from '../../understand/reasons/transactionReasons.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './BringIn.module.css'
import type { Judged } from './judgeCarried.js'

/** What it does, read from its bytes. */
export function BroughtContent({
  place,
  signable,
  hash,
}: {
  place: SafePlace
  signable: Signable<CarriedKind>
  hash: Judged['hash']
}) {
  if (signable.kind === 'message')
    return <MessageBody content={signable.message} />
  return <Effect place={place} signable={signable} hash={hash} />
}

/** In one sentence, and to whom. */
function Effect({
  place,
  signable,
  hash,
}: {
  place: SafePlace
  signable: Signable<'transaction'>
  hash: Judged['hash']
}) {
  const { transaction } = signable
  const words = useHeadline(place, transaction)
  const { chain, address } = place
  const { intent } = useMemo(
    () => decodeBytes({ chain, address }, signable),
    [chain, address, signable],
  )
  const { data } = useDecoded(place, {
    call: transaction,
    signed: signable,
    digest: hash,
  })
  return (
    <>
      <h2 className={classes.sentence}>
        {words ?? 'Transaction'}
        {intent.kind !== 'reject' && `, at nonce ${transaction.nonce}`}.
      </h2>
      {data && <Recipients recipients={listRecipients(data)} />}
    </>
  )
}

/** More are read in the review that follows. */
const mostRecipients = 20

/** In full: the sentence shortens them. */
function Recipients({ recipients }: { recipients: readonly Address[] }) {
  if (recipients.length === 0) return null
  const rest = recipients.length - mostRecipients
  return (
    <ul className={classes.recipients} aria-label="Recipients">
      {recipients.slice(0, mostRecipients).map((one) => (
        <li key={one}>{one}</li>
      ))}
      {rest > 0 && <li>and {formatNumber(rest)} more</li>}
    </ul>
  )
}
