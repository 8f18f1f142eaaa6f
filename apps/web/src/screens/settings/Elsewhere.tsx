import { CopyButton } from '../../components/CopyButton.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What no page can say about itself, and how to find it out. */
export function Elsewhere() {
  const command = `node checkSite.mjs ${window.location.origin} --release release.json`
  return (
    <Section
      className={classes.section}
      title="Check from another computer"
      note="the only real proof"
    >
      <SettingRow
        title="Compare the site with the release"
        note={
          <>
            A page can’t prove itself: the operator of the server decides what
            this page says. Don’t take the two files from this site. Get
            checkSite.mjs from the source repository. Get release.json from the
            maintainers’ release, or ask the operator for it through another
            channel. Then run this command on another computer:
            <br />
            <code>{command}</code>
          </>
        }
      >
        <CopyButton text={command} label="Copy command" />
      </SettingRow>
      <SettingRow
        title="What this doesn’t prove"
        note="After the server changes, the saved copy protects you for about a day. Then your browser accepts new code from the server. The copy doesn’t protect the first visit, and it doesn’t protect against a changed browser or computer."
      >
        <Status kind="warn">Limited</Status>
      </SettingRow>
    </Section>
  )
}
