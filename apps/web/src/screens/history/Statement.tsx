import { isVersionAtLeast, parseSafeVersion } from '@covault/protocol'
import { zeroAddress } from 'viem'
import type { OpenSafe } from '../../components/SafeGate.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { describeError } from '../../words/errors.js'
import { statementWords } from '../../words/statement.js'
import classes from './StatementScreen.module.css'
import { Balances, Kinds, Movements, Parties } from './StatementTables.js'
import type { StatementLine } from './statement.js'
import type { StatementData, StatementEnd } from './statementQuery.js'

/** Longer lists are for a file, not for paper. */
const mostRows = 500

export function Statement({
  open: { chain, safe },
  statement,
}: {
  open: OpenSafe
  statement: StatementData
}) {
  const { movements, opening, closing, lines, parties, kinds } = statement
  const { fees, leftOut, hasCollectibles } = statement
  const uncounted = hasCollectibles ? ', collectibles not counted' : ''
  return (
    <>
      <Section title="Balances" note={describeEnds(statement)}>
        <Balances statement={statement} />
        <Doubts
          ends={[opening, closing]}
          lines={lines}
          version={safe?.version}
        />
        {leftOut.length > 0 && (
          <p className={classes.note}>
            {formatCount(leftOut.length, 'token')} {statementWords.leftOut}
          </p>
        )}
      </Section>
      <Section
        title="By kind"
        note={formatCount(kinds.length, 'row') + uncounted}
      >
        <Kinds kinds={kinds} />
        <p className={classes.note}>
          {describeFees(fees, chain.nativeCurrency)}
        </p>
      </Section>
      <Section
        title="By counterparty"
        note={formatCount(parties.length, 'row') + uncounted}
      >
        <Parties chain={chain} parties={parties.slice(0, mostRows)} />
      </Section>
      <Section
        title="Movements"
        note={formatCount(movements.length, 'movement')}
      >
        <Movements chain={chain} movements={movements.slice(0, mostRows)} />
        {movements.length > mostRows && (
          <p className={classes.note}>
            and {formatCount(movements.length - mostRows, 'more movement')}.
            Export the statement to see all of them.
          </p>
        )}
      </Section>
    </>
  )
}

/** "read from the chain at blocks 12 and 40 (so far)" */
function describeEnds({ opening, closing, isOver }: StatementData): string {
  const write = (end: StatementEnd) =>
    end.status === 'failed'
      ? 'unknown'
      : end.block === undefined
        ? 'before the first block'
        : `block ${formatNumber(end.block)}`
  const soFar = isOver ? '' : ', so far'
  return `Opening: ${write(opening)}. Closing: ${write(closing)}${soFar}. Read from the chain.`
}

function describeFees(
  { total, count, unknown }: StatementData['fees'],
  { symbol, decimals }: OpenSafe['chain']['nativeCurrency'],
): string {
  if (count === 0) return 'No executions in this period, so no network fees.'
  const open =
    unknown > 0 ? ` ${formatCount(unknown, 'fee')} not known yet.` : ''
  return `Network fees: ${writeNumber(total, decimals)} ${symbol}, paid by the executors.${open}`
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
  const off = lines.filter(({ unexplained }) => unexplained)
  const isSilent =
    !failed && lines.some(({ unexplained }) => unexplained === undefined)
  const reasons = [
    statementWords.unexplained,
    off.some(({ token }) => token === zeroAddress) && statementWords.currency,
    off.some(({ token }) => token === zeroAddress) &&
      isOld &&
      statementWords.oldSafe,
    off.some(({ token }) => token !== zeroAddress) && statementWords.tokens,
  ]
  return (
    <>
      {failed && (
        <Remark kind="warn">
          {statementWords.noState} {describeError(failed.error)}
        </Remark>
      )}
      {isSilent && <Remark kind="warn">{statementWords.noAnswer}</Remark>}
      {off.length > 0 && (
        <Remark kind="warn">{reasons.filter(Boolean).join(' ')}</Remark>
      )}
      {!failed && !isSilent && off.length === 0 && (
        <Remark kind="ok">{statementWords.balanced}</Remark>
      )}
    </>
  )
}
