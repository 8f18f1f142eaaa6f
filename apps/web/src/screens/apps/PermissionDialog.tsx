import { Button } from '@mantine/core'
import { toForeignText } from '../../lib/foreignText.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import classes from './AppFrame.module.css'

/** Anyone who only closes it has decided nothing. */
export type PermissionAnswer = 'granted' | 'refused' | 'closed'
export type PermissionQuestion = {
  onAnswer: (answer: PermissionAnswer) => void
}

/** Lets a person decide what an app may see. */
export function PermissionDialog({
  name,
  origin,
  asked: { onAnswer },
}: {
  name: string
  origin: string
  asked: PermissionQuestion
}) {
  return (
    <Dialog
      title="Show your address book to this app?"
      onClose={() => onAnswer('closed')}
    >
      <p className={classes.text}>
        {toForeignText(name)} wants to read every name and address, on all
        networks. The app can keep and share them.
      </p>
      <p className={classes.origin}>{origin}</p>
      <DialogActions>
        <Button onClick={() => onAnswer('refused')}>Don’t allow</Button>
        <Button variant="default" onClick={() => onAnswer('granted')}>
          Show address book
        </Button>
      </DialogActions>
    </Dialog>
  )
}
