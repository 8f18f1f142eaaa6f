import { isVersionAtLeast, parseSafeVersion } from '@covault/protocol'
import { zeroAddress } from 'viem'
import { Address } from '../../components/Address.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { useFindName } from '../../hooks/useFindName.js'
import { toForeignText } from '../../lib/foreignText.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { formatExactTime, formatShortDay } from '../../lib/formatTime.js'
import type { Movement } from '../../queries/movements.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { describeError } from '../../words/errors.js'
import { statementWords } from '../../words/statement.js'
import classes from './StatementScreen.module.css'
import { StatementValue } from './StatementValue.js'
import type { PartyLine, StatementLine } from './statement.js'
import type { Period, StatementEnd } from './statementQuery.js'

/** Longer lists are for a file, not for paper. */
const mostRows = 500

export function Statement({
  open: { chain, safe },
  period,
  statement: { movements, opening, closing, lines, parties, fees },
}: {
  open: OpenSafe
  period: Period
  statement: {
    movements: readonly Movement[]
    opening: StatementEnd
    closing: StatementEnd
    lines: readonly StatementLine[]
    parties: readonly PartyLine[]
    fees: bigint
  }
}) {
  const { nativeCurrency } = chain
  return (
    <>
      <Section title="Balances" note={describeEnds(opening, closing)}>
        <Balances chainId={chain.chainId} period={period} lines={lines} />
        <Doubts
          ends={[opening, closing]}
          lines={lines}
          version={safe?.version}
        />
      </Section>
      <Section
        title="By counterparty"
        note={formatCount(parties.length, 'row')}
      >
        <Parties chain={chain} parties={parties} />
      </Section>
      <Section
        title="Movements"
        note={formatCount(movements.length, 'movement')}
      >
        <p className={classes.note}>
          {fees > 0n
            ? `Network fees of these transactions: ${writeNumber(fees, nativeCurrency.decimals)} ${nativeCurrency.symbol}, paid by whoever executed them.`
            : 'No network fees are known for this period.'}
        </p>
        <Movements chain={chain} movements={movements.slice(0, mostRows)} />
        {movements.length > mostRows && (
          <p className={classes.note}>
            and {formatCount(movements.length - mostRows, 'movement')} more.
            Export the statement to see all of them.
          </p>
        )}
      </Section>
    </>
  )
}

function describeEnds(opening: StatementEnd, closing: StatementEnd): string {
  const blocks = [opening, closing].map((end) =>
    end.status === 'read' ? formatNumber(end.block) : 'unknown',
  )
  return `read from the chain at blocks ${blocks.join(' and ')}`
}

const columns = [
  { title: 'Opening', of: 'opening' },
  { title: 'In', of: 'incoming' },
  { title: 'Out', of: 'outgoing' },
  { title: 'Closing', of: 'closing' },
  { title: 'Unexplained', of: 'unexplained' },
] as const

function Balances({
  chainId,
  period: { from, to },
  lines,
}: {
  chainId: number
  period: Period
  lines: readonly StatementLine[]
}) {
  return (
    <table className={classes.table} aria-label="Balances">
      <thead>
        <tr>
          <th scope="col">Token</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.token}>
            <th scope="row">
              <Token token={line.token} symbol={line.symbol} />
            </th>
            {columns.map(({ title, of }) => {
              const value = line[of]
              return (
                <td key={title}>
                  {value === undefined
                    ? 'unknown'
                    : writeNumber(value, line.decimals)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Value then</th>
          <td>
            <StatementValue
              chainId={chainId}
              day={toDayBefore(from)}
              lines={lines}
              end="opening"
            />
          </td>
          <td colSpan={2} />
          <td>
            <StatementValue
              chainId={chainId}
              day={to}
              lines={lines}
              end="closing"
            />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

function toDayBefore(day: string): string {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000)
  return before.toISOString().slice(0, 10)
}

function Doubts({
  ends,
  lines,
  version,
}: {
  ends: readonly StatementEnd[]
  lines: readonly StatementLine[]
  version: string | undefined
}) {
  const failed = ends.find((end) => end.status === 'failed')
  const known = version && parseSafeVersion(version)?.version
  const isOld = known && !isVersionAtLeast(known, '1.3.0')
  const isOff = lines.some(({ unexplained }) => unexplained)
  return (
    <>
      {failed && (
        <Remark kind="warn">
          {statementWords.noState} {describeError(failed.error)}
        </Remark>
      )}
      {isOff && (
        <Remark kind="warn">
          {statementWords.unexplained}
          {isOld && ` ${statementWords.oldSafe}`}
        </Remark>
      )}
      {!failed && !isOff && (
        <Remark kind="ok">{statementWords.balanced}</Remark>
      )}
    </>
  )
}

function Parties({
  chain,
  parties,
}: {
  chain: OpenSafe['chain']
  parties: readonly PartyLine[]
}) {
  return (
    <table className={classes.table} aria-label="By counterparty">
      <thead>
        <tr>
          <th scope="col">Counterparty</th>
          <th scope="col" className={classes.start}>
            Token
          </th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Movements</th>
        </tr>
      </thead>
      <tbody>
        {parties.slice(0, mostRows).map((line) => (
          <tr key={`${line.party} ${line.token}`}>
            <th scope="row">
              <Who chain={chain} address={line.party} />
            </th>
            <td className={classes.start}>
              <Token token={line.token} symbol={line.symbol} />
            </td>
            <td>{writeNumber(line.incoming, line.decimals)}</td>
            <td>{writeNumber(line.outgoing, line.decimals)}</td>
            <td>{formatNumber(line.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Movements({
  chain,
  movements,
}: {
  chain: OpenSafe['chain']
  movements: readonly Movement[]
}) {
  return (
    <table className={classes.table} aria-label="Movements">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className={classes.start}>
            Counterparty
          </th>
          <th scope="col">Amount</th>
          <th scope="col">Nonce</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => {
          const { id, timestamp, direction, sender, recipient } = movement
          const isIn = direction === 'INCOMING'
          return (
            <tr key={id}>
              <td title={formatExactTime(timestamp)}>
                {formatShortDay(timestamp)}
              </td>
              <th scope="row">
                <Who
                  chain={chain}
                  address={isIn ? sender.value : recipient.value}
                />
                {movement.note && (
                  <span className={classes.remark}>
                    {toForeignText(movement.note, 200)}
                  </span>
                )}
              </th>
              <td>
                {isIn ? '+' : '−'} {writeMoved(movement, chain)}
              </td>
              <td>{movement.nonce === null ? '' : String(movement.nonce)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Who({
  chain,
  address,
}: {
  chain: OpenSafe['chain']
  address: OpenSafe['address']
}) {
  const name = useFindName()({ chainId: chain.chainId, address })
  // Who mints or burns has nobody on the other side.
  if (address === zeroAddress) return <>minted or burned</>
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

function writeMoved(
  { transferInfo }: Movement,
  { nativeCurrency }: OpenSafe['chain'],
): string {
  switch (transferInfo.type) {
    case 'NATIVE_COIN':
      return `${writeNumber(transferInfo.value ?? 0n, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
    case 'ERC20':
      return `${writeNumber(transferInfo.value, transferInfo.decimals ?? 0)} ${toForeignText(transferInfo.tokenSymbol ?? '', 20)}`
    case 'ERC721':
      return `${toForeignText(transferInfo.tokenSymbol ?? '', 20)} #${transferInfo.tokenId}`
    default:
      return ''
  }
}
