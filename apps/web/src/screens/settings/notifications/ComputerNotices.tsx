import { Switch } from '@mantine/core'
import { useState } from 'react'
import { noticeSettings } from '../../../preferences/notices.js'
import { usePreference } from '../../../preferences/preference.js'
import { Remark } from '../../../ui/Remark.js'
import { SettingRow } from '../SettingRow.js'
import classes from '../SettingsScreen.module.css'

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
        title="Desktop notifications"
        note="While Covault is open in a background tab, this browser notifies you when a transaction needs your signature, is ready to execute, was executed or failed. No server besides the gateway is involved."
      >
        <Switch
          aria-label="Desktop notifications"
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
    return 'This browser doesn’t support notifications. The bell at the top shows the same news.'
  const answer = await Notification.requestPermission()
  return answer === 'granted'
    ? undefined
    : 'Your browser blocks notifications. Allow them for this site in the browser’s settings, then switch this on again.'
}
