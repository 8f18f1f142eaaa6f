import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { usePreference } from '../../preferences/preference.js'
import { security } from '../../preferences/security.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'
import { Sources } from './Sources.js'

export function SecurityPage() {
  const settings = usePreference(security)
  const [isAsking, setAsking] = useState(false)
  const { simulate, blindSigning } = settings
  return (
    <>
      <Section
        className={classes.section}
        title="Before you sign"
        note="kept in this browser"
      >
        <SettingRow
          title="Verification"
          note="Hashes are computed here, owners and code are read from the chain, and every signature is checked. A difference to what the gateway says stops the signature. This cannot be switched off."
        >
          <Status kind="ok">Always on</Status>
        </SettingRow>
        <SettingRow
          title="Simulation"
          note="Every transaction is run against the chain before it is signed, through your own endpoint."
        >
          <Switch
            aria-label="Simulation"
            checked={simulate}
            onChange={(event) =>
              security.write({ ...settings, simulate: event.target.checked })
            }
          />
        </SettingRow>
        <SettingRow
          title="Blind signing"
          note="For wallets that cannot show typed data: they are asked to sign the bare hash, which is shown in full first. Leave this off unless your wallet needs it."
        >
          <Switch
            aria-label="Blind signing"
            checked={blindSigning}
            onChange={(event) =>
              event.target.checked
                ? setAsking(true)
                : security.write({ ...settings, blindSigning: false })
            }
          />
        </SettingRow>
      </Section>
      <Sources />
      {isAsking && (
        <Dialog title="Allow blind signing?" onClose={() => setAsking(false)}>
          <p className={classes.note}>
            Your wallet will show 64 digits and nothing else. Whoever can change
            what this page shows can make you sign anything.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Keep it off</Button>
            <Button
              variant="default"
              onClick={() => {
                security.write({ ...settings, blindSigning: true })
                setAsking(false)
              }}
            >
              Allow it
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
