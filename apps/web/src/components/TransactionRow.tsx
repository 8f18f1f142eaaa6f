import type { TransactionSummary } from '@covault/api'
import { type Telling, tellIntent } from '@covault/protocol'
import {
  IconAdjustmentsHorizontal,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCode,
  IconPlug,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { useFindName } from '../hooks/useFindName.js'
import { toForeignText } from '../lib/foreignText.js'
import { formatAddress } from '../lib/formatAddress.js'
import { formatAmount } from '../lib/formatAmount.js'
import { keepTogether } from '../lib/keepTogether.js'
import { toNumbered } from '../lib/numbered.js'
import { paths } from '../lib/paths.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { decimalsQuery } from '../trust/contracts.js'
import { Status } from '../ui/Status.js'
import type { NameOf } from '../understand/tell/describeIntent.js'
import { nameModule } from '../understand/tell/nameModule.js'
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
import { movementWords } from '../words/movements.js'
import { ListRow, type RowFrame } from './ListRow.js'
import classes from './ListRow.module.css'

const icons = {
  in: IconArrowDownLeft,
  out: IconArrowUpRight,
  settings: IconAdjustmentsHorizontal,
  call: IconCode,
  module: IconPlug,
  creation: IconSparkles,
  rejection: IconX,
}

/** One transaction of a queue or a history, whose head says who lists it. */
export function TransactionRow({
  chain,
  transaction,
  telling,
  remarks,
  ...frame
}: RowFrame & {
  chain: ChainConfig
  transaction: TransactionSummary
  /** What its bytes mean, where that was found out. */
  telling?: Telling | undefined
  /** What was found about it. */
  remarks?: ReactNode
}) {
  const { id, txStatus, executionInfo } = transaction
  const findName = useFindName()
  const nameOf = (address: Address) =>
    findName({ chainId: chain.chainId, address })
  const { icon, words, amount } = telling
    ? toRow(telling, nameOf)
    : tellReported(transaction, { chain, nameOf })
  const Icon = icons[executionInfo?.type === 'MODULE' ? 'module' : icon]
  return (
    <ListRow
      {...frame}
      name={id}
      page={{ to: paths.transaction, search: { id } }}
      icon={
        <Icon
          className={classes[icon]}
          size={20}
          stroke={1.75}
          aria-hidden="true"
        />
      }
      words={<Words words={words} />}
      notes={
        <>
          <Notes chain={chain} transaction={transaction} nameOf={nameOf} />
          {remarks}
        </>
      }
      amount={
        amount && (
          <Amount
            chain={chain}
            amount={amount}
            hasHappened={txStatus !== 'FAILED' && txStatus !== 'CANCELLED'}
          />
        )
      }
    />
  )
}

/** As the gateway tells it. */
function tellReported(
  transaction: TransactionSummary,
  { chain, nameOf }: { chain: ChainConfig; nameOf: NameOf },
): Row {
  const intent = reportTransaction(transaction, chain.nativeCurrency)
  return toRow(
    tellIntent(intent, { tense: readTense(transaction) }),
    nameReported(transaction.txInfo, nameOf),
  )
}

/** Who asked the safe, what somebody wrote to it, and whether it is a trick. */
function Notes({
  chain,
  transaction,
  nameOf,
}: {
  chain: ChainConfig
  transaction: TransactionSummary
  nameOf: NameOf
}) {
  const { note, executionInfo, movementsUnknown } = transaction
  const module =
    executionInfo?.type === 'MODULE' ? executionInfo.address.value : undefined
  return (
    <>
      {module && (
        <span className={classes.note} title={module}>
          by {nameModule(chain, module, nameOf)}
        </span>
      )}
      {note && <span className={classes.note}>{toForeignText(note, 200)}</span>}
      {movementsUnknown && (
        <span className={classes.note}>{movementWords.mayBeMore}</span>
      )}
      <Suspicion transaction={transaction} />
    </>
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
      <Status kind="warn" isSentence>
        imitates an address you have dealt with
      </Status>
    )
  if (trusted !== false) return null
  return (
    <span title={tokenAddress}>
      <Status kind="warn" isSentence>
        unverified token {formatAddress(tokenAddress)}
      </Status>
    </span>
  )
}

function Words({ words }: Pick<Row, 'words'>) {
  return (
    <span>
      {toNumbered(joinPlain(words)).map(({ item: { text, isObject }, at }) =>
        isObject ? (
          // Somebody may be named twice in one sentence.
          <b key={at} className={classes.object}>
            {text}
          </b>
        ) : (
          keepTogether(text)
        ),
      )}
    </span>
  )
}

/** A number and its unit come as two words. */
function joinPlain(words: Row['words']): Row['words'] {
  const joined: Row['words'][number][] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (!last || last.isObject || word.isObject) joined.push(word)
    else joined.splice(-1, 1, { text: last.text + word.text })
  }
  return joined
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
