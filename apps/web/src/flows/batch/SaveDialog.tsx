import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type DraftBatch,
  savedBatches,
} from '../../preferences/draftBatches.js'
import { useRecords } from '../../preferences/records.js'
import { FormDialog } from '../../ui/FormDialog.js'
import { showToast } from '../../ui/toasts.js'
import classes from './BatchTools.module.css'

const longestName = 50

/** A name for the batch, under which it stays in this browser. */
export function SaveDialog({
  batch,
  onClose,
}: {
  batch: DraftBatch
  onClose: () => void
}) {
  const [name, setName] = useState(batch.origin?.name ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const saved = useRecords(savedBatches)
  const trimmed = name.trim()
  const key = `${batch.chainId}:${trimmed}`
  const isTaken = saved?.some((one) => one.name === key)
  const submit = () => {
    setSubmitted(true)
    if (!trimmed) return
    void savedBatches.write(key, { ...batch, name: trimmed, at: Date.now() })
    showToast({ kind: 'done', text: `Saved as “${trimmed}”.` })
    onClose()
  }
  return (
    <FormDialog
      title="Save batch"
      words="Save"
      className={classes.field}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={longestName}
        description={
          isTaken
            ? 'A batch with this name exists and will be replaced.'
            : undefined
        }
        error={isSubmitted && !trimmed ? 'Enter a name.' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
