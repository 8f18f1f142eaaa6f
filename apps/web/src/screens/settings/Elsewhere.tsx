import { CopyButton } from '../../components/CopyButton.js'
import { isOnThisComputer } from '../../lib/isOnThisComputer.js'
import { Section } from '../../ui/Section.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What no page can say about itself, and how to find it out. */
export function Elsewhere() {
  const command = `node checkSite.mjs ${window.location.origin} --release release.json`
  return (
    <Section
      className={classes.section}
      title={
        isOnThisComputer()
          ? 'Check with a separate program'
          : 'Check from another computer'
      }
      note="the only real proof"
    >
      <SettingRow
        title="Compare the site with the release"
        note={
          <>
            A page can’t prove itself: the operator of the server decides what
            this page says. You need two files. Take checkSite.mjs from the
            source repository. Take release.json from the maintainers’ release,
            or from a build of your own. Take neither from this site.{' '}
            {isOnThisComputer()
              ? 'The address of this site opens only on this computer, so run this command here:'
              : 'Then run this command on another computer:'}
            <br />
            <code>{command}</code>
          </>
        }
      >
        <CopyButton text={command} label="Copy command" />
      </SettingRow>
    </Section>
  )
}
