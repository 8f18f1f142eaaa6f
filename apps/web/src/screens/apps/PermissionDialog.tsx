import { Button } from '@mantine/core'
import { toForeignText } from '../../lib/foreignText.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import classes from './AppFrame.module.css'

export type PermissionQuestion = { onAnswer: (isGranted: boolean) => void }

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
      onClose={() => onAnswer(false)}
    >
      <p className={classes.text}>
        {toForeignText(name)} asks for every name and address in it, on all
        networks. It can keep them and hand them on.
      </p>
      <p className={classes.origin}>{origin}</p>
      <DialogActions>
        <Button onClick={() => onAnswer(false)}>Keep it closed</Button>
        <Button variant="default" onClick={() => onAnswer(true)}>
          Show it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
