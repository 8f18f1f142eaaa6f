import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { isFromFolder } from '../../lib/servedFrom.js'
import { usePreference } from '../../preferences/preference.js'
import { security } from '../../preferences/security.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { AccessTokens } from './AccessTokens.js'
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
        title="Signing"
        note="settings of this browser"
      >
        <SettingRow
          title="Verification"
          note="This browser computes hashes, reads owners and code from the chain, and checks every signature. If the gateway disagrees, signing is blocked. This can’t be switched off. One exception: while no network can be reached, you can sign an imported transaction or message unchecked, after you confirm its hash with the sender."
        >
          <Status kind="ok">On</Status>
        </SettingRow>
        <SettingRow
          title="Simulation"
          note="Before you sign, every transaction is simulated through the RPC endpoint of its network."
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
          note="For wallets that can’t show typed data (EIP-712). The wallet signs only the hash. Covault shows the hash in full first, so that you can compare it. Leave this off unless your wallet needs it."
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
      <AccessTokens />
      {isFromFolder() && <FolderPolicy />}
      {isAsking && (
        <Dialog title="Allow blind signing?" onClose={() => setAsking(false)}>
          <p className={classes.note}>
            Your wallet will show only a 64-digit hash. Anyone who can change
            this page could make you sign anything.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Don’t allow</Button>
            <Button
              variant="default"
              onClick={() => {
                security.write({ ...settings, blindSigning: true })
                setAsking(false)
              }}
            >
              Allow blind signing
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

/**
 * A file can forbid less than a server does; anyone who opens it should know.
 */
function FolderPolicy() {
  return (
    <Section
      className={classes.section}
      title="This page"
      note="opened from a folder"
    >
      <SettingRow
        title="What runs here"
        note="Only the scripts and styles in the folder run, and no other site is shown inside this page. Anyone who can change the folder can change what you see: keep it where only you can write."
      >
        <Status kind="ok">Limited to the folder</Status>
      </SettingRow>
      <SettingRow
        title="Where it may connect"
        note="To any server over https and to programs on this computer, because a folder can’t know which RPC endpoints you will enter. When a gateway serves the page, the page may connect only to the servers in that gateway’s configuration."
      >
        <Status kind="warn">Weaker than with a gateway</Status>
      </SettingRow>
    </Section>
  )
}
