import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OpenSafe } from '../../components/SafeGate.js'
import { useFindName } from '../../hooks/useFindName.js'
import { downloadFile } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import type { HistoryFilter } from '../../queries/movements.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import { type ExportFormat, exportMovements } from './exportMovements.js'

/** The filtered movements as a file, with how far it is and a way to stop it. */
export function ExportButton({
  open: { chain, address },
  filter,
}: {
  open: OpenSafe
  filter: HistoryFilter
}) {
  const cache = useQueryClient()
  const [rows, setRows] = useState<number>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])
  const findName = useFindName()
  const start = async (format: ExportFormat) => {
    const controller = new AbortController()
    work.current = controller
    setRows(0)
    try {
      const { file, count } = await exportMovements(cache, {
        chain,
        address,
        filter,
        format,
        nameOf: (one) => findName({ chainId: chain.chainId, address: one }),
        signal: controller.signal,
        onProgress: setRows,
      })
      const day = new Date().toISOString().slice(0, 10)
      downloadFile(
        `covault-movements-${chain.shortName}-${address.slice(0, 10)}-${day}.${format}`,
        file,
      )
      showToast({ kind: 'done', text: `${formatCount(count, 'row')} written.` })
    } catch (error) {
      if (!controller.signal.aborted)
        showToast({
          kind: 'error',
          text: `The export stopped: ${describeError(error)}`,
        })
    }
    setRows(undefined)
  }
  if (rows === undefined)
    return (
      <Button.Group>
        <Button
          variant="default"
          leftSection={
            <IconDownload size={16} stroke={1.75} aria-hidden="true" />
          }
          onClick={() => void start('csv')}
        >
          Export as CSV
        </Button>
        <Button
          variant="default"
          aria-label="Export as JSON"
          onClick={() => void start('json')}
        >
          JSON
        </Button>
      </Button.Group>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => work.current?.abort()}
    >
      <span role="status">{formatCount(rows, 'row')} read</span>, cancel
    </Button>
  )
}
