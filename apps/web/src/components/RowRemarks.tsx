import type { TransactionSummary } from '@covault/api'
import type { ReactNode } from 'react'
import type { LocalTransaction } from '../preferences/localQueue.js'
import { Status } from '../ui/Status.js'
import { Tag } from '../ui/Tag.js'
import type { RowCheck } from '../understand/rows/rowCheck.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { isToldOtherwise } from '../understand/tell/isToldOtherwise.js'
import { toReported } from '../understand/tell/reported.js'
import { toldOtherwiseWords } from '../words/rows.js'
import { OnlyHere } from './OnlyHere.js'
import { RowFindings } from './transaction/RowFindings.js'

/** What the check of a row found, below its sentence. */
export function RowRemarks({
  place: { chain, address, safe },
  transaction,
  local,
  draft,
  check,
  standing,
}: {
  place: OpenPlace
  transaction: Pick<TransactionSummary, 'txInfo'>
  /** What only this browser has of it. */
  local: LocalTransaction | undefined
  /** Who saved it, where it is a draft. */
  draft?: ReactNode
  check: RowCheck<'transaction'> | undefined
  standing: RowStanding | undefined
}) {
  // Owners sign what they propose.
  const isUnsigned =
    !local &&
    standing?.signed === 0 &&
    standing.invalid.length === 0 &&
    standing.unheard.length === 0
  const source = (
    <>
      {isUnsigned && (draft ?? <Tag>From a proposer</Tag>)}
      {local && <OnlyHere local={local} />}
    </>
  )
  const doubt = standing?.doubt && (
    <Status kind="danger">{standing.doubt}</Status>
  )
  if (!check || !safe || check.status === 'differs')
    return (
      <>
        {source}
        {doubt}
      </>
    )
  const said = toReported(transaction.txInfo, {
    nativeCurrency: chain.nativeCurrency,
  })
  return (
    <>
      {source}
      {doubt}
      {isToldOtherwise(said, check.meaning.judged.decoded.intent) && (
        <Status kind="danger">{toldOtherwiseWords}</Status>
      )}
      <RowFindings
        place={{ chain, address, safe }}
        judged={check.meaning.judged}
      />
    </>
  )
}
