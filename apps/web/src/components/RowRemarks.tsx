import type { TransactionSummary } from '@covault/api'
import type { ReactNode } from 'react'
import type { LocalTransaction } from '../preferences/localQueue.js'
import type { ChainConfig } from '../trust/chainClient.js'
import type { FoundIn } from '../trust/signable.js'
import { Status } from '../ui/Status.js'
import { Tag } from '../ui/Tag.js'
import type { RowCheck } from '../understand/rows/rowCheck.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'
import { isToldOtherwise } from '../understand/tell/isToldOtherwise.js'
import { toReported } from '../understand/tell/reported.js'
import { toldOtherwiseWords } from '../words/rows.js'
import classes from './ListRow.module.css'
import { OnlyHere } from './OnlyHere.js'
import { GravestFinding } from './transaction/GravestFinding.js'

/** What the check of a row found, below its sentence. */
export function RowRemarks({
  chain,
  transaction,
  local,
  draft,
  check,
  standing,
  findings,
  isChecking,
}: {
  chain: ChainConfig
  transaction: Pick<TransactionSummary, 'txInfo'>
  /** What only this browser has of it. */
  local: LocalTransaction | undefined
  /** Who saved it, where it is a draft. */
  draft?: ReactNode
  check: RowCheck<'transaction'> | undefined
  standing: RowStanding | undefined
  /** What the rules find; undefined until they were applied. */
  findings: readonly FoundIn[] | undefined
  isChecking: boolean
}) {
  // Owners sign what they propose.
  const isUnsigned =
    !local &&
    standing?.signed === 0 &&
    standing.invalid.length === 0 &&
    standing.unheard.length === 0
  const intent =
    check?.status === 'checked'
      ? check.meaning.judged.decoded.intent
      : undefined
  const said = toReported(transaction.txInfo, {
    nativeCurrency: chain.nativeCurrency,
  })
  return (
    <>
      {isUnsigned && (draft ?? <Tag>From a proposer</Tag>)}
      {local && <OnlyHere local={local} />}
      {standing?.doubt && (
        <Status kind="danger" isSentence>
          {standing.doubt}
        </Status>
      )}
      {intent && isToldOtherwise(said, intent) && (
        <Status kind="danger" isSentence>
          {toldOtherwiseWords}
        </Status>
      )}
      {isChecking && <RowChecking />}
      {findings && <GravestFinding findings={findings} />}
    </>
  )
}

/** Until the rules were applied, a row has not been found to be harmless. */
export function RowChecking() {
  return (
    <span className={`${classes.note} ${classes.checking}`}>Checking…</span>
  )
}
