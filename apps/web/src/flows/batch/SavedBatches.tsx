import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import {
  appendCalls,
  changeBatch,
  type SavedBatch,
  savedBatches,
} from '../../preferences/draftBatches.js'
import { useRecords } from '../../preferences/records.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Moment } from '../../ui/Moment.js'
import { showToast } from '../../ui/toasts.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './BatchTools.module.css'

/** Those of this network, the latest first. */
export function SavedBatches({
  place: { chain, address },
}: {
  place: SafePlace
}) {
  const [dropped, setDropped] = useState<{ name: string; value: SavedBatch }>()
  const saved = useRecords(savedBatches)
    ?.filter(({ value }) => value.chainId === chain.chainId)
    .sort((one, other) => other.value.at - one.value.at)
  if (!saved || saved.length === 0) return null
  const use = async ({ calls, origin, name }: SavedBatch) => {
    await changeBatch({ chainId: chain.chainId, address }, (batch) =>
      batch.calls.length === 0
        ? { ...batch, calls, origin: { ...origin, name } }
        : { ...batch, calls: appendCalls(batch.calls, calls) },
    )
    showToast({
      kind: 'done',
      text: `${formatCount(calls.length, 'call')} of “${name}” added.`,
    })
  }
  return (
    <>
      <ul className={classes.saved} aria-label="Saved batches">
        {saved.map((one) => (
          <li key={one.name} className={classes.one}>
            <span className={classes.name}>
              {one.value.name}
              <small>
                {formatCount(one.value.calls.length, 'call')},{' '}
                <Moment at={one.value.at} />
              </small>
            </span>
            <span className={classes.acts}>
              <Button
                size="xs"
                variant="default"
                onClick={() => void use(one.value)}
              >
                Add to draft batch
              </Button>
              <ActionButton
                label={`Delete ${one.value.name}`}
                onClick={() => setDropped(one)}
              >
                <IconX size={20} stroke={1.75} aria-hidden="true" />
              </ActionButton>
            </span>
          </li>
        ))}
      </ul>
      {dropped && (
        <Dialog
          title={`Delete “${dropped.value.name}”?`}
          onClose={() => setDropped(undefined)}
        >
          <p>
            The saved batch will be deleted from this browser. Calls in the
            draft batch stay.
          </p>
          <DialogActions onCancel={() => setDropped(undefined)}>
            <Button
              onClick={() => {
                void savedBatches.remove(dropped.name)
                setDropped(undefined)
              }}
            >
              Delete batch
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
