import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OpenSafe } from '../../components/SafeGate.js'
import { useFindName } from '../../hooks/useFindName.js'
import { downloadFile } from '../../lib/files.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import {
  type HistoryFilter,
  movementSumsQuery,
} from '../../queries/movements.js'
import { ProgressBar } from '../../ui/ProgressBar.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import classes from './ExportButton.module.css'
import {
  createExport,
  type ExportFormat,
  type ExportJob,
  runExport,
} from './exportMovements.js'

/** The filtered movements as a file, with how far it is, a way to stop it and to go on. */
export function ExportButton({
  open: { chain, address },
  filter,
  label = 'Export',
}: {
  open: OpenSafe
  filter: HistoryFilter
  label?: string
}) {
  const cache = useQueryClient()
  const [state, setState] = useState<{
    job: ExportJob
    done: number
    isRunning: boolean
  }>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])
  const findName = useFindName()
  const { chainId, shortName } = chain
  const { data: sums } = useQuery({
    ...movementSumsQuery({ chainId, address }, filter),
    enabled: state !== undefined,
  })
  const run = async (job: ExportJob) => {
    const controller = new AbortController()
    work.current = controller
    const show = (isRunning: boolean) =>
      setState({ job, done: job.movements, isRunning })
    show(true)
    try {
      const file = await runExport(cache, job, {
        chain,
        address,
        filter,
        nameOf: (one) => findName({ chainId, address: one }),
        signal: controller.signal,
        onProgress: () => show(true),
      })
      const day = new Date().toISOString().slice(0, 10)
      downloadFile(
        `covault-movements-${shortName}-${address.slice(0, 10)}-${day}.${job.format}`,
        file,
      )
      showToast({
        kind: 'done',
        text: `${formatCount(job.rows, 'row')} written.`,
      })
      setState(undefined)
    } catch (error) {
      if (controller.signal.aborted) return
      show(false)
      showToast({
        kind: 'error',
        text: `The export stopped: ${describeError(error)}`,
      })
    }
  }
  const discard = () => {
    work.current?.abort()
    setState(undefined)
  }
  if (!state)
    return (
      <Start
        label={label}
        onStart={(format) => void run(createExport(format))}
      />
    )
  const { job, done, isRunning } = state
  const fees = filter.withoutFees ? 0 : (sums?.fees.count ?? 0)
  const total = sums && Math.max(done, sums.count + fees)
  return (
    <div className={classes.work}>
      <span className={classes.progress}>
        <span role="status">
          {total === undefined
            ? formatCount(done, 'row')
            : `${formatNumber(done)} of ${formatCount(total, 'row')}`}
        </span>
        <ProgressBar label="Export" value={done} max={total} />
      </span>
      {!isRunning && (
        <Button variant="default" onClick={() => void run(job)}>
          Resume export
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
        onClick={discard}
      >
        Cancel
      </Button>
    </div>
  )
}

function Start({
  label,
  onStart,
}: {
  label: string
  onStart: (format: ExportFormat) => void
}) {
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={
          <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        }
        onClick={() => onStart('csv')}
      >
        {label} as CSV
      </Button>
      <Button
        variant="default"
        aria-label={`${label} as JSON`}
        onClick={() => onStart('json')}
      >
        JSON
      </Button>
    </Button.Group>
  )
}
