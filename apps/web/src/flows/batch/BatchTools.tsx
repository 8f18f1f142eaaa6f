import { Button } from '@mantine/core'
import {
  IconDeviceFloppy,
  IconDownload,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { downloadText } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import { changeBatch, type DraftBatch } from '../../preferences/draftBatches.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { FileButton } from '../../ui/FileButton.js'
import { Section } from '../../ui/Section.js'
import { writeBatchFile } from '../../understand/batch/batchFile.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './BatchTools.module.css'
import { ImportFile } from './ImportFile.js'
import { SaveDialog } from './SaveDialog.js'
import { SavedBatches } from './SavedBatches.js'

const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Files and names for batches: to hand on, and to use again. */
export function BatchTools({
  place,
  batch,
}: {
  place: SafePlace
  batch: DraftBatch | null
}) {
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState<'save' | 'empty'>()
  const { chain, address } = place
  const close = () => setAsked(undefined)
  return (
    <Section
      className={classes.tools}
      title="Files and saved batches"
      note="in this browser, on this network"
    >
      <div className={classes.buttons}>
        <FileButton
          accept=".json,application/json"
          icon={<IconUpload {...look} />}
          onFile={setFile}
        >
          Import file
        </FileButton>
        {batch && (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload {...look} />}
              onClick={() => exportBatch(batch)}
            >
              Export as file
            </Button>
            <Button
              variant="default"
              leftSection={<IconDeviceFloppy {...look} />}
              onClick={() => setAsked('save')}
            >
              Save batch
            </Button>
            <Button
              variant="default"
              leftSection={<IconTrash {...look} />}
              onClick={() => setAsked('empty')}
            >
              Discard batch
            </Button>
          </>
        )}
      </div>
      {file && (
        <ImportFile
          key={`${file.name} ${file.lastModified}`}
          place={place}
          file={file}
          onDone={() => setFile(undefined)}
        />
      )}
      <SavedBatches place={place} />
      {asked === 'save' && batch && (
        <SaveDialog batch={batch} onClose={close} />
      )}
      {asked === 'empty' && batch && (
        <Dialog title="Discard the draft batch?" onClose={close}>
          <p>
            {formatCount(batch.calls.length, 'call')} will be deleted from this
            browser. Proposed transactions aren’t affected.
          </p>
          <DialogActions onCancel={close}>
            <Button
              onClick={() => {
                close()
                void changeBatch(
                  { chainId: chain.chainId, address },
                  (stored) => ({ ...stored, calls: [] }),
                )
              }}
            >
              Discard batch
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  )
}

function exportBatch(batch: DraftBatch): void {
  const name = batch.origin?.name ?? 'Transactions Batch'
  downloadText({
    name: `${name.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 80) || 'batch'}.json`,
    type: 'application/json',
    text: writeBatchFile({ batch, createdAt: Date.now() }),
  })
}
