import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readContactsCsv } from '../../lib/contactsCsv.js'
import { readTextFile } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import { addressBook, mergeContacts } from '../../preferences/addressBook.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import classes from './AddressBookScreen.module.css'

/** Shows what a file holds before anything of it is taken. */
export function ImportDialog({
  file,
  onClose,
}: {
  file: File
  onClose: () => void
}) {
  const { data, error } = useQuery({
    queryKey: ['contactsFile', file.name, file.size, file.lastModified],
    queryFn: async () => readContactsCsv(await readTextFile(file)),
    gcTime: 0,
  })
  const take = () => {
    const before = addressBook.read()
    addressBook.write(mergeContacts(before, data?.contacts ?? []))
    onClose()
    showToast({
      kind: 'done',
      text: `${formatCount(data?.contacts.length ?? 0, 'contact')} imported.`,
      action: { label: 'Undo', onClick: () => addressBook.write(before) },
    })
  }
  const count = data?.contacts.length ?? 0
  return (
    <Dialog title="Import contacts" size="form" onClose={onClose}>
      <p className={classes.text} role="status">
        {error && describeError(error)}
        {!error && !data && `Reading ${file.name}…`}
        {data &&
          `${file.name} contains ${formatCount(count, 'contact')} ready to import. Existing contacts take the name from the file.`}
      </p>
      {data && data.errors.length > 0 && (
        <ul className={classes.errors} aria-label="Rows that can’t be imported">
          {data.errors.map(({ row, reason }) => (
            <li key={row}>
              Row {row}: {reason}
            </li>
          ))}
        </ul>
      )}
      <DialogActions onCancel={onClose}>
        <Button disabled={count === 0} onClick={take}>
          Import {formatCount(count, 'contact')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
