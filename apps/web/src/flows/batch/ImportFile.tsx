import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { readTextFile } from '../../lib/files.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { appendCalls, changeBatch } from '../../preferences/draftBatches.js'
import { Remark } from '../../ui/Remark.js'
import { showToast } from '../../ui/toasts.js'
import {
  type ReadBatchFile,
  readBatchFile,
} from '../../understand/batch/batchFile.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import classes from './BatchTools.module.css'

/** A file on its way into the batch, with what is to be said of it first. */
export function ImportFile({
  place: { chain, address },
  file,
  onDone,
}: {
  place: SafePlace
  file: File
  onDone: () => void
}) {
  const { data, error } = useQuery({
    queryKey: ['batchFile', chain.chainId, file.name, file.lastModified],
    queryFn: async () => readBatchFile(await readTextFile(file), chain),
    gcTime: 0,
    structuralSharing: false,
  })
  const take = useMutation({
    mutationFn: ({ calls, origin }: ReadBatchFile) =>
      changeBatch({ chainId: chain.chainId, address }, (batch) =>
        batch.calls.length === 0
          ? { ...batch, calls: appendCalls([], calls), origin }
          : { ...batch, calls: appendCalls(batch.calls, calls) },
      ),
    onSuccess: (_, { calls }) => {
      onDone()
      showToast({
        kind: 'done',
        text: `${formatCount(calls.length, 'call')} read from ${file.name}.`,
      })
    },
  })
  const failure = error ?? take.error
  return (
    <div className={classes.import}>
      {failure && (
        <Remark kind="danger" role="alert">
          {describeError(failure)}
        </Remark>
      )}
      {data && !failure && (
        <>
          <Judgement read={data} name={file.name} />
          <div className={classes.buttons}>
            {data.checksum === 'wrong' ? (
              <>
                <Button size="xs" onClick={onDone}>
                  Don’t import
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => take.mutate(data)}
                >
                  Import anyway
                </Button>
              </>
            ) : (
              <>
                <Button size="xs" onClick={() => take.mutate(data)}>
                  Add {formatCount(data.calls.length, 'call')}
                </Button>
                <Button size="xs" variant="default" onClick={onDone}>
                  Cancel
                </Button>
              </>
            )}
          </div>
        </>
      )}
      {failure && (
        <Button size="xs" variant="default" onClick={onDone}>
          Close
        </Button>
      )}
    </div>
  )
}

function Judgement({ read, name }: { read: ReadBatchFile; name: string }) {
  const what = `“${toForeignText(read.origin.name)}” in ${toForeignText(name)}: ${formatCount(read.calls.length, 'call')}.`
  switch (read.checksum) {
    case 'right':
      return (
        <Remark kind="ok" role="status">
          {what} Checksum verified: the file is complete. Anyone can make such a
          file, so read every call before you sign.
        </Remark>
      )
    case 'absent':
      return (
        <Remark kind="warn" role="status">
          {what} The file has no checksum, so changes to it can’t be detected.
          Read every call before you sign.
        </Remark>
      )
    case 'wrong':
      return (
        <Remark kind="danger" role="alert">
          {what} The checksum is wrong: the file was changed after it was saved.
          Ask the sender. If you import it, the batch and its review show what
          each call does now.
        </Remark>
      )
  }
}
