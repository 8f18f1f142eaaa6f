import type { ExecutionInfo, TransactionSummary } from '@covault/api'
import type { SafeTransaction } from '@covault/protocol'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isAddressEqual } from 'viem'
import { useHeadline } from '../../hooks/useHeadline.js'
import { useLocal } from '../../hooks/useLocal.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { capitalise } from '../../lib/capitalise.js'
import { toForeignText } from '../../lib/foreignText.js'
import { choosePlural, formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { localTransactions } from '../../preferences/localQueue.js'
import { unsaid } from '../../queries/localSignables.js'
import { conflictsQuery, listOthers } from '../../queries/transactions.js'
import { gatewaySays } from '../../trust/provenance.js'
import look from '../../ui/Note.module.css'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  describeReported,
  reportsRejection,
} from '../../understand/tell/reported.js'
import { nameConflicting } from '../../words/nonces.js'
import { onlyHereWords } from '../../words/rows.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import classes from './Conflicts.module.css'

/** What else waits at a nonce: its content, its note and its signatures. */
export function Conflicts({
  place,
  nonce,
  hash,
  isRejection = false,
}: {
  place: SafePlace
  nonce: bigint
  /** Of the one that is looked at; undefined while it is written. */
  hash?: string | undefined
  isRejection?: boolean
}) {
  const { chain, address } = place
  const { data, isError } = useQuery(
    conflictsQuery({ chainId: chain.chainId, address, nonce }),
  )
  // What it listed before stays, and may not be all any more.
  const isUnheard = isError || data?.isGatewayUnheard === true
  const others = listOthers(data?.waiting, hash)
  const unheard = isUnheard && (
    <Remark kind="warn">
      Can’t ask the gateway: it may have other transactions at nonce{' '}
      {String(nonce)}.
    </Remark>
  )
  if (others.length === 0) return unheard || null
  const isReported = others.every(({ isOnlyHere }) => !isOnlyHere)
  return (
    <aside
      className={look.note}
      data-severity="warning"
      aria-label={`Conflicting transactions at nonce ${nonce}`}
    >
      <p className={`${look.title} ${classes.title}`}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        <b>
          Warning:{' '}
          <span>
            {isRejection
              ? `Executing this rejection cancels ${choosePlural(others.length, { one: 'this transaction', other: 'these transactions' })}:`
              : `Conflicting transactions at nonce ${nonce}. Only one can be executed.`}
          </span>
        </b>
        {isReported && <ProvenanceMark of={gatewaySays} />}
      </p>
      <div className={`${look.sentence} ${classes.rest}`}>
        <ul>
          {others.map((one) => (
            <Other
              key={one.id}
              place={place}
              nonce={nonce}
              transaction={one}
              isMarked={!isReported && !one.isOnlyHere}
            />
          ))}
        </ul>
        <p>
          Executing one cancels{' '}
          {choosePlural(others.length, {
            one: 'the other',
            other: 'the others',
          })}
          . Signing one does not.
        </p>
        {unheard}
      </div>
    </aside>
  )
}

function describeSigned({
  confirmationsSubmitted: signed,
  confirmationsRequired: required,
}: Extract<ExecutionInfo, { type: 'MULTISIG' }>): string {
  return required === unsaid
    ? `${formatCount(signed, 'signature')}, ${onlyHereWords}`
    : `${signed} of ${formatCount(required, 'signature')}`
}

function Other({
  place,
  nonce,
  transaction,
  isMarked,
}: {
  place: SafePlace
  nonce: bigint
  transaction: TransactionSummary
  /** As the gateway's, where others beside it are not. */
  isMarked: boolean
}) {
  const nameOf = useNameOf(place)
  const { id, note, executionInfo, txInfo } = transaction
  const local = useLocal(localTransactions, place, id)
  const words = useHeadline(place, local?.transaction)
  const isRejecting = local
    ? doesNothing(place, local.transaction)
    : reportsRejection(txInfo)
  return (
    <li>
      <Link
        to={paths.transaction}
        search={{ ...toSafeSearch(place), id }}
        target="_blank"
      >
        {capitalise(
          nameConflicting({
            headline:
              words ??
              describeReported(transaction, {
                nativeCurrency: place.chain.nativeCurrency,
                nameOf,
              }),
            nonce,
            isRejection: isRejecting,
          }),
        )}
      </Link>
      {note && <> (“{toForeignText(note, 200)}”)</>}
      {executionInfo?.type === 'MULTISIG' && (
        <>, {describeSigned(executionInfo)}</>
      )}
      {isMarked && (
        <>
          {' '}
          <ProvenanceMark of={gatewaySays} />
        </>
      )}
    </li>
  )
}

/** As its bytes say: those of a copy are known. */
function doesNothing(
  { address }: SafePlace,
  { to, value, data }: SafeTransaction,
): boolean {
  return isAddressEqual(to, address) && value === 0n && data === '0x'
}
