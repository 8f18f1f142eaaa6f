import type { ReactNode } from 'react'
import { zeroAddress } from 'viem'
import { Address } from '../../components/Address.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { OwnLabel } from '../../components/transaction/OwnLabel.js'
import { useFindName } from '../../hooks/useFindName.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatNumber } from '../../lib/formatCount.js'
import { valueInCents, writeCents } from '../../lib/money.js'
import type { Movement } from '../../queries/movements.js'
import { Moment } from '../../ui/Moment.js'
import classes from './StatementScreen.module.css'
import { StatementValue } from './StatementValue.js'
import {
  findKind,
  type KindLine,
  type MovementKind,
  type PartyLine,
} from './statement.js'
import type { StatementData } from './statementQuery.js'
import { writeMoved, writeUnits } from './writeMoved.js'

const kindNames: Record<MovementKind, string> = {
  received: 'Received',
  owners: 'Owner transactions',
  module: 'Module transactions',
  refund: 'Gas refunds',
}

/** A head for each column; the first one names the row. */
function Table({
  name,
  heads,
  children,
  foot,
}: {
  name: string
  heads: readonly { title: string; isText?: boolean }[]
  children: readonly ReactNode[]
  foot?: ReactNode
}) {
  if (children.length === 0 && !foot)
    return <p className={classes.note}>No movements in this period.</p>
  return (
    <table className={classes.table} aria-label={name}>
      <thead>
        <tr>
          {heads.map(({ title, isText }) => (
            <th
              key={title}
              scope="col"
              className={isText ? classes.start : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

const columns = [
  { title: 'Opening', of: 'opening' },
  { title: 'In', of: 'incoming' },
  { title: 'Out', of: 'outgoing' },
  { title: 'Closing', of: 'closing' },
  { title: 'Unexplained', of: 'unexplained' },
] as const

export function Balances({
  statement: { lines, openingPrices, closingPrices },
}: {
  statement: StatementData
}) {
  return (
    <Table
      name="Balances"
      heads={[{ title: 'Token' }, ...columns]}
      foot={
        <tr>
          <th scope="row">Value at the time</th>
          <td data-head="Opening">
            <StatementValue
              lines={lines}
              prices={openingPrices}
              end="opening"
            />
          </td>
          <td colSpan={2} />
          <td data-head="Closing">
            <StatementValue
              lines={lines}
              prices={closingPrices}
              end="closing"
            />
          </td>
          <td />
        </tr>
      }
    >
      {lines.map((line) => (
        <tr key={line.token}>
          <th scope="row">
            <Token token={line.token} symbol={line.symbol} />
          </th>
          {columns.map(({ title, of }) => (
            <td key={title} data-head={title}>
              {writeUnits(line[of], line.decimals)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

export function Kinds({ kinds }: { kinds: readonly KindLine[] }) {
  return (
    <Table
      name="By kind"
      heads={[{ title: 'Kind' }, { title: 'Token', isText: true }, ...sumHeads]}
    >
      {kinds.map((line) => (
        <tr key={`${line.kind} ${line.token}`}>
          <th scope="row">{kindNames[line.kind]}</th>
          <SumCells line={line} />
        </tr>
      ))}
    </Table>
  )
}

const sumHeads = [{ title: 'In' }, { title: 'Out' }, { title: 'Movements' }]

export function Parties({
  chain,
  parties,
}: {
  chain: OpenSafe['chain']
  parties: readonly PartyLine[]
}) {
  return (
    <Table
      name="By counterparty"
      heads={[
        { title: 'Counterparty' },
        { title: 'Token', isText: true },
        ...sumHeads,
      ]}
    >
      {parties.map((line) => (
        <tr key={`${line.party} ${line.token}`}>
          <th scope="row">
            <Who
              chain={chain}
              address={line.party}
              nobody={describeNobody(line)}
            />
          </th>
          <SumCells line={line} />
        </tr>
      ))}
    </Table>
  )
}

function SumCells({ line }: { line: Omit<PartyLine, 'party'> }) {
  return (
    <>
      <td className={classes.start} data-head="Token">
        <Token token={line.token} symbol={line.symbol} />
      </td>
      <td data-head="In">{writeUnits(line.incoming, line.decimals)}</td>
      <td data-head="Out">{writeUnits(line.outgoing, line.decimals)}</td>
      <td data-head="Movements">{formatNumber(line.count)}</td>
    </>
  )
}

/** Who mints or burns has nobody on the other side. */
function describeNobody({ incoming, outgoing }: PartyLine): string {
  if (outgoing === 0n) return 'Minted'
  return incoming === 0n ? 'Burned' : 'Minted and burned'
}

export function Movements({
  chain,
  movements,
}: {
  chain: OpenSafe['chain']
  movements: readonly Movement[]
}) {
  return (
    <Table
      name="Movements"
      heads={[
        { title: 'Time' },
        { title: 'Counterparty', isText: true },
        { title: 'Amount' },
        { title: 'Value at the time (USD)' },
        { title: 'Nonce' },
      ]}
    >
      {movements.map((movement) => {
        const { id, timestamp, direction, sender, recipient } = movement
        const isIn = direction === 'INCOMING'
        return (
          <tr key={id}>
            <td data-head="Time">
              <Moment at={timestamp} />
            </td>
            <th scope="row">
              {direction === 'SELF' ? (
                'To itself'
              ) : (
                <Who
                  chain={chain}
                  address={isIn ? sender.value : recipient.value}
                  nobody={isIn ? 'Minted' : 'Burned'}
                />
              )}
              <Remarks chain={chain} movement={movement} />
            </th>
            <td data-head="Amount">
              {direction !== 'SELF' && (isIn ? '+ ' : '− ')}
              {writeMoved(movement, chain)}
            </td>
            <td data-head="Value at the time (USD)">
              {writeValue(movement, chain)}
            </td>
            <td data-head="Nonce">
              {movement.nonce === null ? '' : String(movement.nonce)}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function Remarks({
  chain,
  movement,
}: {
  chain: OpenSafe['chain']
  movement: Movement
}) {
  return (
    <>
      {findKind(movement) === 'refund' && (
        <span className={classes.remark}>Gas refund</span>
      )}
      {movement.note && (
        <span className={classes.remark}>
          {toForeignText(movement.note, 200)}
        </span>
      )}
      <span className={classes.label}>
        <OwnLabel chainId={chain.chainId} id={movement.id} />
      </span>
    </>
  )
}

function Who({
  chain,
  address,
  nobody,
}: {
  chain: OpenSafe['chain']
  address: OpenSafe['address']
  nobody: string
}) {
  const name = useFindName()({ chainId: chain.chainId, address })
  if (address === zeroAddress) return <>{nobody}</>
  return (
    <span className={classes.who}>
      {name && <b>{name}</b>}
      <Address address={address} chain={chain} />
    </span>
  )
}

function Token({
  token,
  symbol,
}: {
  token: OpenSafe['address']
  symbol: string
}) {
  return (
    <span title={token === zeroAddress ? undefined : token}>
      {toForeignText(symbol, 20) || token}
    </span>
  )
}

/** In dollars of the day; empty where no price is known. */
function writeValue(
  { price, transferInfo }: Movement,
  { nativeCurrency }: OpenSafe['chain'],
): string {
  if (!price || !('value' in transferInfo) || transferInfo.value === null)
    return ''
  const decimals =
    transferInfo.type === 'ERC20'
      ? transferInfo.decimals
      : nativeCurrency.decimals
  return decimals === null
    ? ''
    : writeCents(
        valueInCents({
          amount: transferInfo.value,
          decimals,
          price: price.usd,
        }),
      )
}
