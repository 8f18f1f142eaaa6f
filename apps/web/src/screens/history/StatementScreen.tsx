import { Button, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Address } from 'viem'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { useFindName } from '../../hooks/useFindName.js'
import { formatDays } from '../../lib/formatTime.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { findLabel, movementLabels } from '../../preferences/movementLabels.js'
import { AddressText } from '../../ui/AddressText.js'
import { Chip } from '../../ui/Chip.js'
import { Form } from '../../ui/Form.js'
import { PageHead } from '../../ui/PageHead.js'
import { ExportButton } from './ExportButton.js'
import { formatFilter, parseFilter } from './historyFilter.js'
import { toRows } from './movementTable.js'
import { findMonth, isPeriod, listMonths } from './periods.js'
import { SaveBalances } from './SaveBalances.js'
import { Statement } from './Statement.js'
import classes from './StatementScreen.module.css'
import { type Period, statementQuery } from './statementQuery.js'

export function StatementScreen() {
  usePageTitle('Statement')
  return <SafeGate>{(open) => <Page open={open} />}</SafeGate>
}

function Page({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const { show } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { from, to } = parseFilter(show)
  const period = from && to && from <= to ? { from, to } : findMonth(new Date())
  const choose = (wanted: Period) =>
    void navigate({
      to: paths.statement,
      search: {
        ...toSafeSearch({ chain, address }),
        show: formatFilter({ kind: 'all', ...wanted }) ?? '',
      },
      replace: true,
    })
  const { data, error, refetch } = useQuery(statementQuery(open, period))
  const { chainId } = chain
  const findName = useFindName()
  const name = findName({ chainId, address })
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const labels = movementLabels.read()
  const tableContext = {
    decimalsOf: (token: Address) =>
      data?.lines.find((line) => line.token === token)?.decimals,
    nameOf: (one: Address) => findName({ chainId, address: one }),
    nativeCurrency: chain.nativeCurrency,
    labelOf: (id: string) => findLabel(labels, { chainId, id }),
  }
  return (
    <div className={classes.sheet}>
      <PageHead
        title="Statement"
        actions={
          <div className={classes.actions}>
            <ExportButton
              open={open}
              filter={{ kind: 'all', ...period }}
              label="Movements"
            />
            {data && (
              <SaveBalances
                content={{
                  ...data,
                  safe: `${chain.shortName}:${address}`,
                  network: chain.name,
                  period,
                  timeZone,
                  nativeCurrency: chain.nativeCurrency,
                  movements: toRows(data.movements, tableContext),
                }}
              />
            )}
            <Button
              variant="default"
              leftSection={
                <IconPrinter size={16} stroke={1.75} aria-hidden="true" />
              }
              onClick={() => window.print()}
            >
              Print
            </Button>
          </div>
        }
      >
        {formatDays(period.from, period.to)}
        {data && !data.isOver && ', so far'}, in {timeZone} time
      </PageHead>
      <p className={classes.whose}>
        {name && <b>{name}</b>}{' '}
        <AddressText text={`${chain.shortName}:${address} on ${chain.name}`} />
      </p>
      <Periods
        // A link may name another one.
        key={`${period.from} ${period.to}`}
        period={period}
        onChange={choose}
      />
      {!data && error && (
        <FailedList
          title="Can’t create the statement."
          error={error}
          onRetry={refetch}
        >
          The statement needs the gateway’s list of movements. It returns when
          the gateway answers.
        </FailedList>
      )}
      {!data && !error && <LoadingRows count={6} />}
      {data && <Statement open={open} statement={data} />}
    </div>
  )
}

function Periods({
  period,
  onChange,
}: {
  period: Period
  onChange: (period: Period) => void
}) {
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const [isTold, setTold] = useState(false)
  const isWrong = !isPeriod({ from, to })
  return (
    <Form
      className={classes.periods}
      onSubmit={() => {
        setTold(true)
        if (!isWrong) onChange({ from, to })
      }}
    >
      {listMonths(new Date()).map(({ title, ...month }) => (
        <Chip
          key={title}
          isSelected={period.from === month.from && period.to === month.to}
          onClick={() => onChange(month)}
        >
          {title}
        </Chip>
      ))}
      <div className={classes.days}>
        <TextInput
          label="First day"
          type="date"
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <TextInput
          label="Last day"
          type="date"
          value={to}
          error={isTold && isWrong && 'Choose a day on or after the first day.'}
          onChange={({ currentTarget: { value } }) => setTo(value)}
        />
        <Button type="submit" variant="default">
          Apply
        </Button>
      </div>
    </Form>
  )
}
