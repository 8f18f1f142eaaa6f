import type { TransactionDetails } from '@covault/api'
import { tellIntent, tellsPayments } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import {
  type Address,
  getAddress,
  type Hex,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { useFindName } from '../../hooks/useFindName.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { writeCents } from '../../lib/money.js'
import { toNumbered } from '../../lib/numbered.js'
import {
  type Movement,
  mostOfOne,
  movementsOfQuery,
} from '../../queries/movements.js'
import {
  describePrices,
  pricesThenQuery,
  sumValue,
} from '../../queries/pricesThen.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { contractsQuery } from '../../trust/contracts.js'
import { gatewaySays } from '../../trust/provenance.js'
import { receiptQuery } from '../../trust/sentTransactions.js'
import { Remark } from '../../ui/Remark.js'
import {
  compareMovements,
  type Opened,
  readTotal,
} from '../../understand/decode/compareMovements.js'
import {
  listMovedTokens,
  listReadMoved,
  type Moved,
  toMoved,
} from '../../understand/decode/readMoved.js'
import type { ReadTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { nameReported, toReported } from '../../understand/tell/reported.js'
import { toRow } from '../../understand/tell/row.js'
import { movementDetailsWords } from '../../words/movementDetails.js'
import rows from '../ListRow.module.css'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { Amount } from '../TransactionRow.js'
import { MovementLabel } from './MovementLabel.js'
import classes from './Movements.module.css'
import frame from './TransactionDetails.module.css'

/** A batch may pay thousands; that many rows are drawn. */
const mostRows = 60

/** What an execution moved, each of it, and what it cost whom. */
export function Movements({
  place: { chain, address },
  details: { txId, txStatus, executedAt },
  txHash,
  read: { call, signed },
}: {
  place: SafePlace
  details: TransactionDetails
  txHash: Hex
  read: ReadTransaction
}) {
  const { data, isError } = useQuery(
    movementsOfQuery({ chainId: chain.chainId, address }, txHash),
  )
  const { data: known } = useQuery(receiptQuery(chain, txHash))
  const mine =
    data?.filter(({ transactionId, id }) => (transactionId ?? id) === txId) ??
    []
  const opened: Opened | undefined = known?.receipt
    ? {
        safe: address,
        receipt: known.receipt,
        call,
        id: txId,
        refund: signed && {
          token: signed.transaction.gasToken,
          receiver: signed.transaction.refundReceiver,
        },
      }
    : undefined
  const difference = data && opened && compareMovements(data, opened)
  // Without the gateway's list the receipt tells what moved.
  const read = useReadMoved(chain, isError && !data ? opened : undefined)
  const hasSucceeded = txStatus === 'SUCCESS'
  const isWhole = data !== undefined && data.length < mostOfOne
  const told = difference === 'missing' && !isWhole ? undefined : difference
  const isTold = call !== undefined && tellsPayments(call)
  const isUnknown = isExecution(txId) && hasSucceeded && !isTold
  const reported = mine.find((movement) => movement.fee)?.fee
  const fee = !isExecution(txId)
    ? null
    : known?.receipt
      ? readFee(known.receipt, reported?.maxFeePerGas)
      : reported
  const symbols = useSymbols(chain, mine)
  const shown = mine.length + read.length
  if (shown === 0 && !told && !isUnknown && !fee) return null
  return (
    <section>
      <h3 className={frame.title}>
        Movements{' '}
        <ProvenanceMark
          of={data || !known?.receipt ? gatewaySays : known.provenance}
        />
      </h3>
      {told && (
        <Remark kind="danger" role="alert">
          {movementDetailsWords[told]}
        </Remark>
      )}
      <ul className={classes.list} aria-label="Movements">
        {mine.slice(0, mostRows).map((movement) => (
          <li key={movement.id} className={classes.line}>
            <Line chain={chain} movement={movement} symbols={symbols} />
            <MovementLabel
              chainId={chain.chainId}
              address={address}
              movement={movement}
            />
          </li>
        ))}
        {toNumbered(read.slice(0, mostRows)).map(({ item, at }) => (
          <li key={at} className={classes.line}>
            <Line chain={chain} movement={item} symbols={symbols} />
          </li>
        ))}
      </ul>
      {shown > mostRows && (
        <p>and {formatCount(shown - mostRows, 'more movement')}</p>
      )}
      {isUnknown && (
        <p className={classes.fee}>{movementDetailsWords.unknown}</p>
      )}
      {fee && <FeeLine chain={chain} fee={fee} executedAt={executedAt} />}
    </section>
  )
}

/** With symbols and decimals of the chain: until they are there, no amounts. */
function useReadMoved(
  chain: ChainConfig,
  opened: Opened | undefined,
): readonly Moved[] {
  const read = opened ? listReadMoved(opened) : []
  const tokens = listMovedTokens(read).slice(0, mostSymbols)
  const { data } = useQuery({
    ...contractsQuery(chain, tokens),
    enabled: tokens.length > 0,
  })
  if (tokens.length > 0 && !data) return []
  return read.map((one) => toMoved(one, data ?? []))
}

/** Others run no code in the name of the safe. */
function isExecution(id: string): boolean {
  return id.startsWith('multisig_') || id.startsWith('module_')
}

/** More tokens of one transaction are not asked for. */
const mostSymbols = 20

/** What tokens call themselves, for lines that must not take the gateway's word. */
function useSymbols(
  chain: ChainConfig,
  movements: readonly Movement[],
): ReadonlyMap<Address, string> {
  const tokens = new Set(
    movements.flatMap(({ transferInfo }) =>
      transferInfo.type === 'ERC20' ? transferInfo.tokenAddress : [],
    ),
  )
  const asked = [...tokens].slice(0, mostSymbols)
  const { data = [] } = useQuery({
    ...contractsQuery(chain, asked),
    enabled: asked.length > 0,
  })
  return new Map(
    data.flatMap(({ address, token }) =>
      token ? [[address, token.symbol] as const] : [],
    ),
  )
}

function Line({
  chain,
  movement,
  symbols,
}: {
  chain: ChainConfig
  movement: Moved
  symbols: ReadonlyMap<Address, string>
}) {
  const findName = useFindName()
  const { sender, recipient, direction, transferInfo, cause } = movement
  const txInfo = {
    type: 'Transfer',
    humanDescription: null,
    direction: direction === 'SELF' ? 'OUTGOING' : direction,
    ...{ sender, recipient, transferInfo },
  } as const
  const { words, amount } = toRow(
    tellIntent(toReported(txInfo, { nativeCurrency: chain.nativeCurrency }), {
      tense: 'done',
    }),
    nameReported(txInfo, (one) =>
      findName({ chainId: chain.chainId, address: one }),
    ),
  )
  return (
    <>
      <span>
        {words.map(({ text }) => text).join('')}
        {cause === 'REFUND' && `, ${movementDetailsWords.refund}`}
      </span>
      {amount && (
        <Amount
          chain={chain}
          amount={direction === 'SELF' ? { ...amount, sign: '' } : amount}
          hasHappened
        />
      )}
      <SymbolDoubt transferInfo={transferInfo} symbols={symbols} />
    </>
  )
}

/** A symbol is no identity, but one that the chain does not know is a lie. */
function SymbolDoubt({
  transferInfo,
  symbols,
}: {
  transferInfo: Movement['transferInfo']
  symbols: ReadonlyMap<Address, string>
}) {
  if (transferInfo.type !== 'ERC20') return null
  const symbol = symbols.get(transferInfo.tokenAddress)
  if (symbol === undefined || symbol === transferInfo.tokenSymbol) return null
  return (
    <span className={rows.contradiction} role="alert">
      chain: {toForeignText(symbol, 20)}, gateway:{' '}
      {toForeignText(transferInfo.tokenSymbol ?? 'no symbol', 20)}
    </span>
  )
}

type Fee = Pick<
  NonNullable<Movement['fee']>,
  'payer' | 'total' | 'gasUsed' | 'gasPrice' | 'maxFeePerGas'
>

/** As the chain has it; the receipt does not tell the cap. */
function readFee(
  receipt: TransactionReceipt,
  maxFeePerGas: bigint | null = null,
): Fee {
  const { gasUsed, effectiveGasPrice: gasPrice } = receipt
  const payer = { value: getAddress(receipt.from), name: null, logoUri: null }
  return { payer, gasUsed, gasPrice, maxFeePerGas, total: readTotal(receipt) }
}

function FeeLine({
  chain: { chainId, nativeCurrency },
  fee: { payer, total, gasUsed, gasPrice, maxFeePerGas },
  executedAt,
}: {
  chain: ChainConfig
  fee: Fee
  executedAt: number | null
}) {
  const findName = useFindName()
  const name =
    findName({ chainId, address: payer.value }) ?? formatAddress(payer.value)
  const { decimals, symbol } = nativeCurrency
  const day = new Date(executedAt ?? 0).toISOString().slice(0, 10)
  const { data: prices = [] } = useQuery(
    pricesThenQuery(chainId, { day, tokens: [zeroAddress] }),
  )
  const amount = { token: zeroAddress, value: total, decimals }
  const cents = sumValue([amount], prices)
  return (
    <p className={classes.fee}>
      Network fee {writeNumber(total, decimals)} {symbol}
      {cents !== undefined && (
        <span title={describePrices(prices)}>
          {cents === 0n ? ', less than 0.01' : `, ${writeCents(cents)}`} USD at
          the time
        </span>
      )}
      , paid by <span title={payer.value}>{name}</span>: {formatNumber(gasUsed)}{' '}
      gas at {writeNumber(gasPrice, 9)} gwei
      {maxFeePerGas !== null && `, max ${writeNumber(maxFeePerGas, 9)} gwei`}
    </p>
  )
}
