import { Button } from '@mantine/core'
import { CopyButton } from '../../components/CopyButton.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import classes from './SettingsScreen.module.css'

/** A secret that the gateway tells once and nobody can read again. */
export function ShownOnce({
  title,
  note,
  label,
  copy,
  secret,
  onClose,
}: {
  title: string
  note: string
  label: string
  copy: string
  secret: string
  onClose: () => void
}) {
  return (
    <Dialog title={title} size="form" onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.note}>{note}</p>
        <output className={classes.kept} aria-label={label}>
          {secret}
        </output>
        <div>
          <CopyButton label={copy} text={secret} />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
