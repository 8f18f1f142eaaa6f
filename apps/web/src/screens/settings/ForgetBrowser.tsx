import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { formatCount, listWords } from '../../lib/formatCount.js'
import { forgetBrowser } from '../../preferences/forgetBrowser.js'
import { forgetLastState, keepsLastState } from '../../preferences/lastState.js'
import {
  type LocalKind,
  localRecords,
  useAllLocal,
} from '../../preferences/localQueue.js'
import { usePreference } from '../../preferences/preference.js'
import { endSession } from '../../queries/auth.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import danger from '../../ui/danger.module.css'
import { Remark } from '../../ui/Remark.js'
import { SettingRow } from './SettingRow.js'

/** What is shown before anybody answers, and the way to have nothing kept. */
export function ForgetBrowser() {
  const keeps = usePreference(keepsLastState)
  const [isOpen, setIsOpen] = useState(false)
  const keep = (next: boolean) => {
    keepsLastState.write(next)
    if (!next) void forgetLastState()
  }
  return (
    <>
      <SettingRow
        title="Last known state"
        note="Pages open with the data of your last visit, marked with its age, until current data has loaded. For a review, the safe and the transaction are always loaded again."
      >
        <Switch
          aria-label="Last known state"
          checked={keeps}
          onChange={({ target }) => keep(target.checked)}
        />
      </SettingRow>
      <SettingRow
        title="Forget this browser’s data"
        note="Deletes contacts, saved safes, settings, drafts and signatures from this browser. The safes on the chain stay as they are."
      >
        <Button
          variant="default"
          className={danger.asks}
          onClick={() => setIsOpen(true)}
        >
          Forget data
        </Button>
      </SettingRow>
      {isOpen && <ForgetDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ForgetDialog({ onClose }: { onClose: () => void }) {
  const local = useAllLocal()
  const waiting = (Object.keys(localRecords) as LocalKind[]).flatMap((kind) => {
    const count = local?.filter((one) => one.kind === kind).length
    return count ? [formatCount(count, kind)] : []
  })
  const forget = async () => {
    // A gateway that is away has nobody signed in.
    await endSession().catch(() => undefined)
    // What a page remembers that goes on would be written again.
    await forgetBrowser().finally(() => window.location.assign('/'))
  }
  return (
    <Dialog title="Forget this browser’s data?" size="form" onClose={onClose}>
      <p>
        Contacts, saved safes, settings and drafts are deleted from this browser
        and can’t be restored without an export. You are disconnected from your
        wallet.
      </p>
      {waiting.length > 0 && (
        <Remark kind="danger" role="alert">
          {listWords(waiting)} with signatures that aren’t submitted yet will be
          lost. Share or submit them first.
        </Remark>
      )}
      <DialogActions onCancel={onClose}>
        <Button className={danger.button} disabled={!local} onClick={forget}>
          Forget data
        </Button>
      </DialogActions>
    </Dialog>
  )
}
