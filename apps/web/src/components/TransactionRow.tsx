import type { TransactionSummary } from '@covault/api'
import { type Telling, tellIntent } from '@covault/protocol'
import {
  IconAdjustmentsHorizontal,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconChevronRight,
  IconCode,
  IconPlug,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useScopeSearch } from '../hooks/scope.js'
import { useFindName } from '../hooks/useFindName.js'
import type { Measured } from '../hooks/useRowsInView.js'
import { toForeignText } from '../lib/foreignText.js'
import { formatAmount } from '../lib/formatAmount.js'
import { paths } from '../lib/paths.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { decimalsQuery } from '../trust/contracts.js'
import { gatewaySays } from '../trust/provenance.js'
import { Tag } from '../ui/Tag.js'
import {
  nameReported,
  readTense,
  reportTransaction,
} from '../understand/tell/reported.js'
import {
  type Row,
  type TransferredAmount,
  toRow,
} from '../understand/tell/row.js'
import { ProvenanceMark } from './ProvenanceMark.js'
import classes from './TransactionRow.module.css'

const icons = {
  in: IconArrowDownLeft,
  out: IconArrowUpRight,
  settings: IconAdjustmentsHorizontal,
  call: IconCode,
  module: IconPlug,
  creation: IconSparkles,
  rejection: IconX,
}

/** What the columns of the rows below are, where they are columns. */
export function TransactionHeads({
  lead,
  sentence,
  end,
  hasActions = false,
}: {
  lead: string
  sentence: string
  end: ReactNode
  /** The rows have something to press at their end. */
  hasActions?: boolean
}) {
  return (
    // Every row says it by itself to those who hear it.
    <div className={classes.headRow} aria-hidden="true">
      <div className={`${classes.row} ${classes.heads}`}>
        <span>{lead}</span>
        <span className={classes.sentenceHead}>{sentence}</span>
        <span className={classes.amount}>
          <span>
            <span className={classes.integer}>Amount</span>
            <span className={classes.fraction} />
            <span className={classes.unit} />
          </span>
        </span>
        <span className={classes.end}>{end}</span>
        {hasActions && <span className={classes.action} />}
      </div>
    </div>
  )
}

/** A row that opens in place: whether it is, and what is inside. */
export type Opening = {
  isOpen: boolean
  onToggle: () => void
  /** Made only while it is open. */
  renderInside: () => ReactNode
}

/**
 * One transaction: when or which, what it does, what moves, how it stands. It
 * leads to its page, or opens in place where the list lets it.
 */
export function TransactionRow({
  className,
  chain,
  transaction,
  lead,
  end,
  action,
  telling,
  remarks,
  opening,
  measured,
}: {
  /** What the list draws beside it. */
  className?: string | undefined
  chain: ChainConfig
  transaction: TransactionSummary
  /** The nonce of a queue, the time of a history. */
  lead: ReactNode
  /** Confirmations, or how it ended. */
  end: ReactNode
  /** What the reader can do about it. */
  action?: ReactNode
  /** What its bytes mean, where that was found out. */
  telling?: Telling | undefined
  /** What was found about it. */
  remarks?: ReactNode
  opening?: Opening
  /** For lists that show only what is in view. */
  measured?: Measured
}) {
  const { id, txInfo, note, executionInfo } = transaction
  const findName = useFindName()
  const inside = useId()
  const nameOf = (address: `0x${string}`) =>
    findName({ chainId: chain.chainId, address })
  const { icon, words, amount } = telling
    ? toRow(telling, nameOf)
    : toRow(
        tellIntent(
          reportTransaction(transaction, chain.nativeCurrency.symbol),
          {
            tense: readTense(transaction),
          },
        ),
        nameReported(txInfo, nameOf),
      )
  const isModule = executionInfo?.type === 'MODULE'
  const Icon = icons[isModule ? 'module' : icon]
  return (
    <li
      className={className ? `${classes.item} ${className}` : classes.item}
      data-open={opening?.isOpen || undefined}
      data-transaction={id}
      data-index={measured?.index}
      ref={measured?.ref}
    >
      <div className={classes.box}>
        <div className={classes.row}>
          <span className={classes.lead}>{lead}</span>
          <Icon
            className={classes[icon]}
            size={20}
            stroke={1.75}
            aria-hidden="true"
          />
          <span className={classes.sentence}>
            <Handle id={id} inside={inside} opening={opening}>
              <Words words={words} />
            </Handle>
            {isModule && (
              <span className={classes.note}>
                by module{' '}
                {nameOf(executionInfo.address.value) ??
                  executionInfo.address.value}
              </span>
            )}
            {note && (
              <span className={classes.note}>
                {toForeignText(note, 200)} <ProvenanceMark of={gatewaySays} />
              </span>
            )}
            <Suspicion transaction={transaction} />
            {remarks}
          </span>
          <span className={classes.amount}>
            {amount && (
              <Amount
                chain={chain}
                amount={amount}
                hasHappened={
                  transaction.txStatus !== 'FAILED' &&
                  transaction.txStatus !== 'CANCELLED'
                }
              />
            )}
          </span>
          <span className={classes.end}>{end}</span>
          {action && <span className={classes.action}>{action}</span>}
          <IconChevronRight
            className={classes.chevron}
            size={16}
            stroke={1.75}
            aria-hidden="true"
          />
        </div>
        {opening?.isOpen && (
          <div id={inside} className={classes.inside}>
            {opening.renderInside()}
          </div>
        )}
      </div>
    </li>
  )
}

/** The sentence is what is pressed; its area is the whole row. */
function Handle({
  id,
  inside,
  opening,
  children,
}: {
  id: string
  inside: string
  opening: Opening | undefined
  children: ReactNode
}) {
  if (!opening) return <PageLink id={id}>{children}</PageLink>
  return (
    <button
      type="button"
      className={classes.handle}
      aria-expanded={opening.isOpen}
      aria-controls={inside}
      onClick={opening.onToggle}
    >
      {children}
    </button>
  )
}

function PageLink({ id, children }: { id: string; children: ReactNode }) {
  const search = useScopeSearch()
  return (
    <Link
      className={classes.handle}
      to={paths.transaction}
      search={{ ...search, id }}
      preload={false}
    >
      {children}
    </Link>
  )
}

/** Poisoned or unknown: said in the row, beside the words. */
function Suspicion({
  transaction: { txInfo },
}: {
  transaction: TransactionSummary
}) {
  if (txInfo.type !== 'Transfer' || txInfo.transferInfo.type !== 'ERC20')
    return null
  const { imitation, trusted, tokenAddress } = txInfo.transferInfo
  if (imitation)
    return (
      <span className={classes.flags}>
        <Tag>imitates an address you have dealt with</Tag>
      </span>
    )
  if (trusted !== false) return null
  return (
    <span className={classes.flags}>
      <Tag>unverified token {tokenAddress}</Tag>
    </span>
  )
}

function Words({ words }: Pick<Row, 'words'>) {
  return (
    <span>
      {words.map(({ text, isObject }) =>
        isObject ? (
          <b key={text} className={classes.object}>
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </span>
  )
}

/** Where the chain answers, its decimals count and not the gateway's. */
export function Amount({
  chain,
  amount: { sign, value, decimals, symbol, token, collection },
  hasHappened,
}: {
  chain: ChainConfig
  amount: TransferredAmount
  /** What did not happen is struck through. */
  hasHappened: boolean
}) {
  const { data } = useQuery(decimalsQuery(chain, token))
  const places = data ?? decimals ?? 0
  const { integer, fraction } = formatAmount(value, places)
  const isContradicted = typeof data === 'number' && data !== decimals
  const contract = token ?? collection
  return (
    <span
      className={hasHappened ? undefined : classes.struck}
      title={contract ? `Token ${contract}` : undefined}
    >
      <span className={classes.integer}>
        <span className={sign === '+' ? classes.in : classes.out}>{sign}</span>{' '}
        {integer}
      </span>
      <span className={classes.fraction}>{fraction && `.${fraction}`}</span>{' '}
      <span className={classes.unit}>{symbol}</span>
      {isContradicted && token && decimals !== null && (
        <span className={classes.contradiction}>
          chain: {data} decimals, gateway: {decimals}
        </span>
      )}
    </span>
  )
}
