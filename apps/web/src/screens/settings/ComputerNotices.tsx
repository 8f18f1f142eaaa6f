import { Switch } from '@mantine/core'
import { useState } from 'react'
import { noticeSettings } from '../../preferences/notices.js'
import { usePreference } from '../../preferences/preference.js'
import { Remark } from '../../ui/Remark.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** The browser asks for its own permission when this is switched on. */
export function ComputerNotices() {
  const settings = usePreference(noticeSettings)
  const [refusal, setRefusal] = useState<string>()
  const change = async (isWanted: boolean) => {
    const why = isWanted ? await askBrowser() : undefined
    setRefusal(why)
    noticeSettings.write({
      ...noticeSettings.read(),
      isOnComputer: isWanted && why === undefined,
    })
  }
  return (
    <>
      <SettingRow
        title="Notifications of this computer"
        note="While Covault is open in a tab that nobody looks at: what waits for your seal, what can run, what ran or failed. They come from this browser; no server of anybody else is involved."
      >
        <Switch
          aria-label="Notifications of this computer"
          checked={settings.isOnComputer}
          onChange={(event) => void change(event.target.checked)}
        />
      </SettingRow>
      {refusal && (
        <div className={classes.text}>
          <Remark kind="warn" role="alert">
            {refusal}
          </Remark>
        </div>
      )}
    </>
  )
}

/** Why there can be none, or undefined. */
async function askBrowser(): Promise<string | undefined> {
  if (!('Notification' in window))
    return 'This browser has no notifications. The bell above has the same news.'
  const answer = await Notification.requestPermission()
  return answer === 'granted'
    ? undefined
    : 'The browser does not allow it. Allow notifications for this page in the browser’s settings of the site, then switch this on again.'
}
