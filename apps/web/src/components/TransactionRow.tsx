import type { TransactionSummary } from '@covault/api'
import {
  IconAdjustmentsHorizontal,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCode,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAmount } from '../lib/formatAmount.js'
import type { ChainConfig } from '../trust/chainClient.js'
import {
  type Description,
  describeTransaction,
  type TransferredAmount,
} from './describeTransaction.js'
import { useFindName } from './names.js'
import classes from './TransactionRow.module.css'

const icons = {
  in: IconArrowDownLeft,
  out: IconArrowUpRight,
  settings: IconAdjustmentsHorizontal,
  call: IconCode,
  creation: IconSparkles,
  rejection: IconX,
}

/** One transaction: when or which, what it does, what moves, how it stands. */
export function TransactionRow({
  chain,
  transaction: { txInfo, note, txStatus },
  lead,
  end,
}: {
  chain: ChainConfig
  transaction: TransactionSummary
  /** The nonce of a queue, the time of a history. */
  lead: ReactNode
  /** Confirmations, or how it ended. */
  end: ReactNode
}) {
  const findName = useFindName()
  const { icon, words, amount } = describeTransaction(txInfo, {
    nameOf: (address) => findName({ chainId: chain.chainId, address }),
    nativeSymbol: chain.nativeCurrency.symbol,
  })
  const Icon = icons[icon]
  const hasHappened = txStatus !== 'FAILED' && txStatus !== 'CANCELLED'
  return (
    <li className={classes.row}>
      <span className={classes.lead}>{lead}</span>
      <Icon
        className={classes[icon]}
        size={20}
        stroke={1.75}
        aria-hidden="true"
      />
      <span className={classes.sentence}>
        <Words words={words} />
        {note && <span className={classes.note}>{note}</span>}
      </span>
      <span className={classes.amount}>
        {amount && <Amount amount={amount} hasHappened={hasHappened} />}
      </span>
      <span className={classes.end}>{end}</span>
    </li>
  )
}

function Words({ words }: Pick<Description, 'words'>) {
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

function Amount({
  amount: { sign, value, decimals, symbol },
  hasHappened,
}: {
  amount: TransferredAmount
  /** What did not happen is struck through. */
  hasHappened: boolean
}) {
  const { integer, fraction } = formatAmount(value, decimals ?? 0)
  return (
    <span className={hasHappened ? undefined : classes.struck}>
      <span className={sign === '+' ? classes.in : classes.out}>{sign}</span>{' '}
      {integer}
      {fraction && <span className={classes.fraction}>.{fraction}</span>}{' '}
      <span className={classes.unit}>{symbol}</span>
    </span>
  )
}
